package deploy_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"worklog/models/modelstest"
)

const (
	haCoreVersion  = "2026.11.0" // .ci/home-assistant-core installs it
	haCorePatience = 10 * time.Minute
)

// haCore is a real Home Assistant Core with a configuration of its own.
type haCore struct {
	t       *testing.T
	install string
	config  string   // folder
	env     []string // of a clock that is not the machine's
	url     string
	haCoreAccount
	log   *haCoreLog
	stop  func(os.Signal)
	entry string // of the integration
}

// haCoreAccount is what Core has given to the tests' user.
type haCoreAccount struct{ token, refresh, client string }

// haCorePhone is what the form of GPSLogger stores, a phone that reports positions. The form
// itself imports the cloud and all that it needs.
const haCorePhone = `{"version": 1, "minor_version": 5, "key": "core.config_entries", "data": {"entries": [{
	"domain": "gpslogger", "entry_id": "phone", "title": "GPSLogger", "unique_id": null, "version": 1, "minor_version": 1,
	"source": "user", "data": {"webhook_id": "phone", "cloudhook": false}, "options": {}, "subentries": [], "discovery_keys": {},
	"disabled_by": null, "pref_disable_new_entities": false, "pref_disable_polling": false,
	"created_at": "2026-01-01T00:00:00+00:00", "modified_at": "2026-01-01T00:00:00+00:00"}]}}`

type haCoreLog struct {
	sync.Mutex
	bytes.Buffer
}

func (l *haCoreLog) Write(b []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.Buffer.Write(b)
}

func (l *haCoreLog) String() string {
	l.Lock()
	defer l.Unlock()
	return l.Buffer.String()
}

// haCoreInstalled returns the folder of Core. Without it the test is skipped, or fails in CI
// unless that could not install it.
func haCoreInstalled(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("WORKLOG_HOME_ASSISTANT_CORE")
	if folder == "" {
		cache, err := os.UserCacheDir()
		modelstest.Must(t, err)
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

var haCoreTemplate struct {
	sync.Once
	config fstest.MapFS
	haCoreAccount
}

// newHACore prepares a Core with a user, her person, a zone "Travail" and a phone that reports
// to it; start starts it.
func newHACore(t *testing.T) *haCore {
	t.Helper()
	c := &haCore{t: t, install: haCoreInstalled(t), config: t.TempDir()}
	haCoreTemplate.Do(func() {
		first := &haCore{t: t, install: c.install, config: t.TempDir()}
		first.configure()
		modelstest.Must(t, os.Mkdir(filepath.Join(first.config, ".storage"), 0o700))
		modelstest.Must(t, os.WriteFile(filepath.Join(first.config, ".storage", "core.config_entries"), []byte(haCorePhone), 0o600))
		first.start()
		first.onboard()
		first.stop(syscall.SIGTERM) // which saves
		haCoreTemplate.haCoreAccount = first.haCoreAccount
		haCoreTemplate.config = fstest.MapFS{}
		kept := os.DirFS(first.config)
		modelstest.Must(t, fs.WalkDir(kept, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := fs.ReadFile(kept, name)
			haCoreTemplate.config[name] = &fstest.MapFile{Data: content, Mode: 0o600}
			return err
		}))
	})
	if haCoreTemplate.config == nil {
		t.Fatal("no Home Assistant Core could be prepared")
	}
	modelstest.Must(t, os.CopyFS(c.config, haCoreTemplate.config))
	c.haCoreAccount = haCoreTemplate.haCoreAccount
	c.configure()
	return c
}

func (c *haCore) configure() {
	c.t.Helper()
	address := freeAddress(c.t)
	c.url = "http://" + address
	_, port, _ := net.SplitHostPort(address)
	configuration := "homeassistant:\n  time_zone: Europe/Paris\n  latitude: 48.85\n  longitude: 2.35\n" +
		"http:\n  server_host: 127.0.0.1\n  server_port: " + port + "\n" +
		"recorder:\n  commit_interval: 0\n"
	modelstest.Must(c.t, os.WriteFile(filepath.Join(c.config, "configuration.yaml"), []byte(configuration), 0o600))
	os.Remove(filepath.Join(c.config, ".storage", "http")) // the port of the template
	integration := filepath.Join(c.config, "custom_components", "worklog")
	modelstest.Must(c.t, os.RemoveAll(integration))
	modelstest.Must(c.t, os.CopyFS(integration, os.DirFS(filepath.Join("..", "custom_components", "worklog"))))
}

func (c *haCore) python(arguments ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(c.install, "venv", "bin", "python"), arguments...)
	command.Env = append([]string{"HOME=" + c.config, "PATH=" + os.Getenv("PATH"), "PYTHONWARNINGS=ignore"}, c.env...)
	return command
}

// start starts Core and waits until everything in it runs.
func (c *haCore) start() {
	c.t.Helper()
	command := c.python(filepath.Join("testdata", "home_assistant_core.py"), "--config", c.config, "--skip-pip")
	c.log, c.token = &haCoreLog{}, "" // which is of a clock
	command.Stdout, command.Stderr = c.log, c.log
	modelstest.Must(c.t, command.Start())
	ended := make(chan struct{})
	go func() { command.Wait(); close(ended) }()
	var once sync.Once
	t, log := c.t, c.log
	c.stop = func(signal os.Signal) {
		once.Do(func() {
			command.Process.Signal(signal)
			<-ended
			if t.Failed() {
				t.Log(log)
			}
		})
	}
	t.Cleanup(func() { c.stop(syscall.SIGKILL) })
	c.until("Core's start", func() bool {
		select {
		case <-ended:
			t.Fatalf("Core has ended: %s", log)
		default:
		}
		return c.answers()
	})
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

// until polls a condition of the other process until it holds.
func (c *haCore) until(what string, is func() bool) {
	c.t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(haCorePatience); !is(); <-tick.C {
		if time.Now().After(deadline) {
			c.t.Fatalf("waited in vain for %s: %s", what, c.log)
		}
	}
}
