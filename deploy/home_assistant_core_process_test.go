package deploy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/websocket"

	"worklog/models/modelstest"
)

// .ci/home-assistant-core installs haCoreVersion.
const haCoreVersion = "2026.11.0"

// haCore is a real Home Assistant Core with a configuration and a clock of its own.
type haCore struct {
	whole   *testing.T // of all scenes
	t       *testing.T // of the one that is played
	install string
	config  string // folder
	env     []string
	offset  atomic.Int64 // of its clock, in seconds
	url     string
	process *process
	entry   string // of the integration
	moves   int    // of the phone

	token, refresh, client string // what Core has given to the tests' user
}

// haCorePhone is what the form of GPSLogger stores, a phone that reports positions. The form
// itself imports the cloud and all that it needs.
const haCorePhone = `{"version": 1, "minor_version": 5, "key": "core.config_entries", "data": {"entries": [{
	"domain": "gpslogger", "entry_id": "phone", "title": "GPSLogger", "unique_id": null, "version": 1, "minor_version": 1,
	"source": "user", "data": {"webhook_id": "phone", "cloudhook": false}, "options": {}, "subentries": [], "discovery_keys": {},
	"disabled_by": null, "pref_disable_new_entities": false, "pref_disable_polling": false,
	"created_at": "2026-01-01T00:00:00+00:00", "modified_at": "2026-01-01T00:00:00+00:00"}]}}`

// haCoreInstalled returns the folder of Core. Without it the test is skipped, or fails in CI
// unless that could not install it.
func haCoreInstalled(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("WORKLOG_HOME_ASSISTANT_CORE")
	if folder == "" {
		cache := modelstest.Got(os.UserCacheDir())(t)
		folder = filepath.Join(cache, "worklog-tests", "home-assistant-core-"+haCoreVersion)
	}
	if _, err := os.Stat(filepath.Join(folder, "installed")); err != nil {
		if os.Getenv("CI") != "" && os.Getenv("WORKLOG_HOME_ASSISTANT_CORE") != "none" {
			t.Fatalf("Home Assistant Core is not installed: %v", err)
		}
		t.Skipf("the integration is not tested: .ci/home-assistant-core installs Home Assistant Core %s", haCoreVersion)
	}
	return folder
}

// newHACore starts a Core with a user, her person, a zone "Travail" and a phone that reports to it.
func newHACore(t *testing.T) *haCore {
	t.Helper()
	c := &haCore{whole: t, t: t, install: haCoreInstalled(t), config: t.TempDir()}
	c.configure()
	c.set(time.Date(2026, 10, 24, 8, 0, 0, 0, time.UTC))
	c.start()
	c.onboard()
	return c
}

func (c *haCore) configure() {
	c.t.Helper()
	address := freeAddress(c.t)
	c.url = "http://" + address
	_, port, _ := net.SplitHostPort(address)
	configuration := "homeassistant:\n  time_zone: Europe/Paris\n  latitude: 48.85\n  longitude: 2.35\n" +
		"http:\n  server_host: 127.0.0.1\n  server_port: " + port + "\n" +
		"recorder:\nlogger:\n  logs:\n    custom_components.worklog: debug\ndiscovery:\n"
	modelstest.Must(c.t, os.WriteFile(filepath.Join(c.config, "configuration.yaml"), []byte(configuration), 0o600))
	modelstest.Must(c.t, os.Mkdir(filepath.Join(c.config, ".storage"), 0o700))
	modelstest.Must(c.t, os.WriteFile(filepath.Join(c.config, ".storage", "core.config_entries"), []byte(haCorePhone), 0o600))
	components := filepath.Join(c.config, "custom_components")
	modelstest.Must(c.t, os.CopyFS(filepath.Join(components, "worklog"), os.DirFS(filepath.Join("..", "custom_components", "worklog"))))
	modelstest.Must(c.t, os.CopyFS(filepath.Join(components, "discovery"), os.DirFS(filepath.Join("testdata", "home_assistant_discovery"))))
	libraries := modelstest.Got(filepath.Glob(filepath.Join(c.install, "debian", "usr", "lib", "*", "faketime", "libfaketimeMT.so.1")))(c.t)
	c.env = []string{"FAKETIME_LIBRARY=" + strings.Join(libraries, ""), "FAKETIME_TIMESTAMP_FILE=" + filepath.Join(c.config, "clock"),
		"FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1",
		"FAKETIME_FORCE_MONOTONIC_FIX=0"} // or threads that wait for each other spin
}

func (c *haCore) now() time.Time { return time.Now().Add(time.Duration(c.offset.Load()) * time.Second) }

func (c *haCore) set(at time.Time) {
	c.t.Helper()
	c.offset.Store(int64(time.Until(at).Seconds()))
	file := filepath.Join(c.config, "clock")
	modelstest.Must(c.t, os.WriteFile(file+".new", fmt.Appendf(nil, "%+d", c.offset.Load()), 0o600))
	modelstest.Must(c.t, os.Rename(file+".new", file)) // half a number would end Core
}

// pass lets time pass, after which Core's timers are due.
func (c *haCore) pass(duration time.Duration) {
	c.t.Helper()
	c.set(c.now().Add(duration))
	c.token = "" // it may have expired
	c.until("a new token", c.answers)
}

func (c *haCore) python(arguments ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(c.install, "venv", "bin", "python"), arguments...)
	command.Env = append([]string{"HOME=" + c.config, "PATH=" + os.Getenv("PATH"), "PYTHONWARNINGS=ignore"}, c.env...)
	return command
}

// start starts Core and waits until everything in it runs.
func (c *haCore) start() {
	c.t.Helper()
	c.token = ""
	c.process = launch(c.whole, c.python(filepath.Join("testdata", "home_assistant_core.py"), "--config", c.config, "--skip-pip"))
	c.until("Core's start", c.answers)
}

func (c *haCore) answers() bool {
	if c.refresh != "" && c.token == "" {
		_, answer, err := c.ask("POST", "/auth/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {c.refresh}, "client_id": {c.client}})
		var tokens haCoreTokens
		if err == nil && json.Unmarshal(answer, &tokens) == nil {
			c.token = tokens.Access
		}
		return false
	}
	if c.token == "" {
		response, err := http.Get(c.url + "/api/onboarding")
		if err == nil {
			response.Body.Close()
		}

		return err == nil && response.StatusCode == http.StatusOK
	}
	status, answer, err := c.ask("GET", "/api/config", nil)

	return err == nil && status == http.StatusOK && strings.Contains(string(answer), `"state":"RUNNING"`)
}

// until polls a condition of Core until it holds.
func (c *haCore) until(what string, is func() bool) { c.t.Helper(); c.process.until(c.t, what, is) }

func (c *haCore) ask(method, path string, body any) (status int, answer []byte, err error) {
	content, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	if values, ok := body.(url.Values); ok {
		content = []byte(values.Encode())
	}
	request, err := http.NewRequest(method, c.url+path, bytes.NewReader(content))
	if err != nil {
		return 0, nil, err
	}
	request.Close = true // Core closes the others when the clock is set
	request.Header.Set("Content-Type", "application/json")
	if _, ok := body.(url.Values); ok {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}

type haCoreTokens struct {
	Access string `json:"access_token"`
}

type object = map[string]any

// rest asks Core's REST interface, which must agree.
func (c *haCore) rest(method, path string, body any) object {
	c.t.Helper()
	status, answer, err := c.ask(method, path, body)
	modelstest.Must(c.t, err)
	if status >= 300 {
		c.t.Fatalf("%s %s: got %d %s", method, path, status, answer)
	}
	var result object
	_ = json.Unmarshal(answer, &result) // some answers are no object
	return result
}

// command asks Core's WebSocket interface, which must agree.
func (c *haCore) command(command object) (result any) {
	c.t.Helper()
	answer := c.webSocket(command)
	if answer["success"] != true {
		c.t.Fatalf("%v: got %v", command, answer)
	}
	return answer["result"]
}

func (c *haCore) webSocket(command object) (answer object) {
	c.t.Helper()
	connection := modelstest.Got(websocket.Dial("ws"+strings.TrimPrefix(c.url, "http")+"/api/websocket", "", c.url))(c.t)
	defer connection.Close()
	modelstest.Must(c.t, connection.SetDeadline(time.Now().Add(patience)))
	command["id"] = 1
	for _, message := range []object{{"type": "auth", "access_token": c.token}, command} {
		modelstest.Must(c.t, websocket.JSON.Receive(connection, &answer)) // what it asks for, and whether it agrees
		modelstest.Must(c.t, websocket.JSON.Send(connection, message))
	}
	answer = nil
	modelstest.Must(c.t, websocket.JSON.Receive(connection, &answer))
	return answer
}
