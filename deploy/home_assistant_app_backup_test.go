package deploy_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Home Assistant stops the app, copies its folder, and restores it into an empty one
// (`backup: cold`). The copy is also taken without a clean end: Docker kills what does not
// end in time.
func TestTheAppStartsFromAColdBackupOfItsFolder(t *testing.T) {
	t.Parallel()
	if config := readYAML(t, "home-assistant-app/config.yaml"); config["backup"] != "cold" || config["backup_exclude"] != nil {
		t.Fatalf("got backup %v without %v", config["backup"], config["backup_exclude"])
	}
	for name, stopped := range map[string]bool{"stopped": true, "killed": false} {
		p := newProgram(t, "a-token-for-the-tests-of-the-backup-01")
		p.start()
		if got := p.arrives(); got != "created" {
			t.Fatalf("%s: got %s", name, got)
		}
		if stopped {
			p.stop()
		}
		restored := filepath.Join(t.TempDir(), "data")
		if err := os.CopyFS(restored, os.DirFS(filepath.Dir(p.config.Database))); err != nil {
			t.Fatal(err)
		}
		p.stop()
		p.config.Database = filepath.Join(restored, filepath.Base(p.config.Database))
		p.start()
		if got := p.arrives(); got != "replayed" {
			t.Errorf("%s: got %s, want the arrival of before", name, got)
		}
	}
}

// arrives sends an arrival and returns the status in the response.
func (p *program) arrives() string {
	p.t.Helper()
	const body = `{"event":"arrival","occurred_at":"2026-11-20T08:03:00+01:00","idempotency_key":"in-1"}`
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url+"/api/v1/workplace-presence", strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+string(p.config.API.Token))
	request.Header.Set("Content-Type", "application/json")
	request.Close = true // or the next one could go to the server that has ended
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	var got struct {
		Status string `json:"status"`
	}
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil {
		p.t.Fatal(err)
	}
	return got.Status
}
