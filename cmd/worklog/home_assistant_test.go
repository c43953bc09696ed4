package main_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"worklog/models/modelstest"
)

// beginApp starts the program as the app of Home Assistant, on a folder of its data.
func beginApp(t *testing.T, data string, environment ...string) *server {
	t.Helper()
	return beginAs(t, exec.Command(binary, "home-assistant", "--data", data, "--config-folder", t.TempDir()), t.TempDir(),
		append(environment, "TZ=Europe/Paris", "WORKLOG_API_TOKEN=")...)
}

// Home Assistant ends the app, copies /data, and restores it into an empty folder (`backup: cold`
// in the app's config.yaml). Docker kills what does not end in time.
func TestTheAppStartsFromAColdBackupOfItsData(t *testing.T) {
	for name, signal := range map[string]os.Signal{"ended": syscall.SIGTERM, "killed": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			data, restored := t.TempDir(), filepath.Join(t.TempDir(), "data")
			write(t, data, "options.json", `{"home_assistant_users": []}`)
			c := beginApp(t, data)
			c.token = strings.TrimSpace(modelstest.Contents(t, data, "*")["api-token"])
			c.want(firstIn, 201, "created")
			c.end(signal)
			modelstest.Must(t, os.CopyFS(restored, os.DirFS(data)))
			again := beginApp(t, restored)
			again.token = c.token
			again.want(firstIn, 200, "replayed")
			again.stop()
			modelstest.WantNone(t, c.log.String()+again.log.String(), c.token)
		})
	}
}

// In the app, the name of Supervisor is known; here, a proxy answers for it.
func TestTheAppAsksSupervisorWhichPortIsOpen(t *testing.T) {
	answers := map[string]int{`{"data":{"network":{"0/tcp":8100}}}`: http.StatusOK, "no": http.StatusBadGateway}
	for body, status := range answers {
		supervisor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/discovery" { // which another test reads
				modelstest.Want(t, r.Host+r.URL.Path+" "+r.Header.Get("Authorization"), "supervisor/addons/self/info Bearer a-secret")
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}))
		defer supervisor.Close()
		c := beginApp(t, t.TempDir(), "WORKLOG_WEB_INGRESS_PEER=127.0.0.1", "SUPERVISOR_TOKEN=a-secret", "HTTP_PROXY="+supervisor.URL)
		got := modelstest.Got(c.send(http.MethodGet, "/help/owntracks", nil, "X-Ingress-Path", "/api/hassio_ingress/q7_Zx-9"))(t)
		c.stop()
		log := c.log.String()
		if known := strings.Contains(got.body, "<code>http://127.0.0.1:8100/"); known != (status == http.StatusOK) || strings.Contains(log, "unknown whether a port is open") == known || strings.Contains(log, "a-secret") {
			t.Errorf("got %s, %s", got.body, log)
		}
	}
}
