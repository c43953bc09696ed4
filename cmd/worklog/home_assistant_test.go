package main_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"worklog/models/modelstest"
)

// Home Assistant ends the app, copies /data, and restores it into an empty folder (`backup: cold`
// in the app's config.yaml). Docker kills what does not end in time.
func TestTheAppStartsFromAColdBackupOfItsData(t *testing.T) {
	t.Parallel()
	for name, signal := range map[string]os.Signal{"ended": syscall.SIGTERM, "killed": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			modelstest.Must(t, os.WriteFile(filepath.Join(data, "options.json"), []byte(`{"home_assistant_users": []}`), 0o600))
			kept, before := arrivesAtApp(t, data, signal)
			if !strings.Contains(before, `"status":"created"`) {
				t.Fatalf("got %s", before)
			}
			restored := filepath.Join(t.TempDir(), "data")
			modelstest.Must(t, os.CopyFS(restored, os.DirFS(data)))
			again, after := arrivesAtApp(t, restored, syscall.SIGTERM)
			if again != kept {
				t.Error("another token was made")
			}
			if want := strings.Replace(before, "created", "replayed", 1); after != want {
				t.Errorf("got %s, want %s", after, want)
			}
		})
	}
}

// arrivesAtApp starts the app, sends an arrival with the token that it has made, and ends it with
// a signal. It returns the token and the response.
func arrivesAtApp(t *testing.T, data string, signal os.Signal) (made, body string) {
	t.Helper()
	url, end := servesAs(t, t.TempDir(), []string{"TZ=Europe/Paris"}, "home-assistant", "--data", data, "--config-folder", t.TempDir())
	content, err := os.ReadFile(filepath.Join(data, "api-token"))
	modelstest.Must(t, err)
	made = strings.TrimSpace(string(content))
	_, body = arrive(t, url, made)
	code, log := end(signal)
	if signal == syscall.SIGTERM && code != 0 {
		t.Errorf("got %d: %s", code, log)
	}
	if strings.Contains(log, made) {
		t.Error("the log has the token")
	}
	return made, body
}

// In the app, the name of Supervisor is known; here, a proxy answers for it.
func TestTheAppAsksSupervisorWhichPortIsOpen(t *testing.T) {
	t.Parallel()
	answers := map[string]int{`{"data":{"network":{"0/tcp":8100}}}`: http.StatusOK, "no": http.StatusBadGateway}
	for body, status := range answers {
		supervisor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if got := r.Host + r.URL.Path + " " + r.Header.Get("Authorization"); got != "supervisor/addons/self/info Bearer a-secret" {
				t.Errorf("got %s", got)
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}))
		defer supervisor.Close()
		url, end := servesAs(t, t.TempDir(), []string{"TZ=Europe/Paris", "WORKLOG_WEB_INGRESS_PEER=127.0.0.1", "SUPERVISOR_TOKEN=a-secret", "HTTP_PROXY=" + supervisor.URL},
			"home-assistant", "--data", t.TempDir(), "--config-folder", t.TempDir())
		request, err := http.NewRequest(http.MethodGet, url+"/help/owntracks", nil)
		modelstest.Must(t, err)
		request.Header.Set("X-Ingress-Path", "/api/hassio_ingress/q7_Zx-9")
		answer, err := http.DefaultClient.Do(request)
		modelstest.Must(t, err)
		page, err := io.ReadAll(answer.Body)
		modelstest.Must(t, errors.Join(err, answer.Body.Close()))
		_, log := end(syscall.SIGTERM)
		if known := strings.Contains(string(page), "<code>http://127.0.0.1:8100/"); known != (status == http.StatusOK) || strings.Contains(log, "unknown whether a port is open") == known || strings.Contains(log, "a-secret") {
			t.Errorf("got %s, %s", page, log)
		}
	}
}
