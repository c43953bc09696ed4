package deploy_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"worklog/deploy"
	"worklog/models/modelstest"
)

const (
	haToken  = "a-token-of-more-than-32-characters-for-the-tests"
	haPython = "/usr/bin/python3" // Debian's, with python3-jinja2 and python3-yaml
)

// haStart starts the program, with its clock at 8:00 in Paris.
func haStart(t *testing.T) *program {
	t.Helper()
	p := newProgram(t, haToken)
	p.Times.Now = p.Clock.Now
	p.Run()
	return p
}

// events returns the recorded events with their instants, in the order of recording.
func (p *program) events() []string {
	p.T.Helper()
	return modelstest.Rows(p.T, p.DB, "SELECT event || ' ' || occurred_at FROM workplace_presence_events ORDER BY id")
}

func (p *program) wantEvents(want ...string) {
	p.T.Helper()
	modelstest.WantList(p.T, p.events(), want, "recorded")
}

// haInstance is a Home Assistant that testdata/home_assistant.py simulates.
type haInstance struct {
	t       *testing.T
	process *haProcess
	haSnapshot
}

// haSnapshot is the observable state of a Home Assistant.
type haSnapshot struct {
	Waiting       []string          `json:"waiting"`
	Labels        []string          `json:"labels"`
	Notifications map[string]string `json:"notifications"`
	Requests      []string          `json:"requests"`
	Phone         []haPush          `json:"phone"`
	Sensors       map[string]string `json:"sensors"`
}

// haPush is a notification on a phone.
type haPush struct {
	Device  string `json:"device_id"`
	Message string `json:"message"`
	Data    struct {
		Actions []map[string]string `json:"actions"`
	} `json:"data"`
}

type haOrder map[string]any

// haProcess runs testdata/home_assistant.py, for one test at a time, because it takes longer
// to start than most tests need. It exits when its standard input closes: with the tests.
type haProcess struct {
	command *exec.Cmd
	orders  io.Writer
	answers *bufio.Reader
	stderr  bytes.Buffer
}

var (
	haTurn    sync.Mutex // held by the test that uses the process
	haRunning *haProcess // nil if none runs
)

// ask sends an order and returns the response. After an error the process has exited.
func (p *haProcess) ask(order haOrder) (answer []byte, err error) {
	line, err := json.Marshal(order)
	if err != nil {
		return nil, err
	}
	_, err = p.orders.Write(append(line, '\n'))
	if err == nil {
		answer, err = p.answers.ReadBytes('\n')
	}
	if err != nil {
		haRunning = nil
		return nil, fmt.Errorf("%s: %w: %s", line, errors.Join(err, p.command.Wait()), &p.stderr)
	}
	return answer, nil
}

// haStartProcess starts the process. If the machine lacks something for that, the test is
// skipped, or fails in continuous integration.
func haStartProcess(t *testing.T) {
	t.Helper()
	p := &haProcess{command: exec.Command(haPython, "-B", filepath.Join("testdata", "home_assistant.py"))}
	p.command.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8")
	p.command.Stderr = &p.stderr
	orders := modelstest.Got(p.command.StdinPipe())(t)
	answers := modelstest.Got(p.command.StdoutPipe())(t)
	p.orders, p.answers = orders, bufio.NewReader(answers)
	missing := p.command.Start()
	if missing == nil {
		_, missing = p.ask(haOrder{"do": "clear"})
	}
	switch {
	case missing == nil:
		haRunning = p
	case errors.Is(missing, fs.ErrNotExist) || strings.Contains(missing.Error(), "ModuleNotFoundError"):
		if os.Getenv("CI") == "" {
			t.Skipf("not tested: needs %s with python3-jinja2 and python3-yaml: %v", haPython, missing)
		}
		fallthrough
	default:
		t.Fatal(missing)
	}
}

// haOpen returns a new Home Assistant with the files, configured for the server at address.
// Other tests wait for it until this one ends.
func haOpen(t *testing.T, address string) *haInstance {
	t.Helper()
	haTurn.Lock()
	t.Cleanup(haTurn.Unlock)
	if haRunning == nil {
		haStartProcess(t)
	}
	h := &haInstance{t: t, process: haRunning}
	h.do(haOrder{"do": "clear"})
	h.load(address, haToken)
	return h
}

func (h *haInstance) load(address, token string) {
	h.t.Helper()
	blueprint := func(name string, inputs haOrder) haOrder {
		return haOrder{"text": haFile(h.t, "blueprints/automation/worklog/"+name, address), "inputs": inputs}
	}
	h.do(haOrder{
		"do":       "load",
		"packages": []string{haFile(h.t, "worklog.yaml", address), haFile(h.t, "worklog_presence.yaml", address)},
		"blueprints": []haOrder{
			blueprint("zone.yaml", haOrder{"person": "person.camille", "zone": "zone.travail"}),
			blueprint("wifi.yaml", haOrder{"sensor": "sensor.phone_wi_fi_connection", "networks": []string{"Bureau", "Bureau 5G"}}),
			blueprint("alert.yaml", haOrder{"phone": "0123456789abcdef"}),
		},
		"secrets": haOrder{"worklog_authorization": "Bearer " + token, "worklog_presence": address + "/feeds/secret/presence.json"},
	})
	h.zone()
}

// restart restarts Home Assistant, which keeps its to-do list and its zones.
func (h *haInstance) restart() { h.t.Helper(); h.do(haOrder{"do": "restart"}); h.zone() }

// clear resets everything but the configuration.
func (h *haInstance) clear() { h.t.Helper(); h.do(haOrder{"do": "clear"}); h.zone() }

func (h *haInstance) zone() {
	h.t.Helper()
	h.do(haOrder{"do": "state", "entity": "zone.travail", "state": "0", "attributes": haOrder{"friendly_name": "Travail"}})
}

// record presses a button at a time of day, which queues an event of that time.
func (h *haInstance) record(event, at string) {
	h.t.Helper()
	h.do(haOrder{"do": "call", "action": "script.worklog_record", "data": haOrder{"event": event}, "at": haAt(at)})
}

// haFile returns a file as the server serves it, with its address filled in.
func haFile(t *testing.T, name, address string) string {
	t.Helper()
	content, found := deploy.File("home-assistant/"+name, address, "")
	modelstest.Want(t, found, true, name)
	return string(content)
}

// do executes an order and stores the resulting state.
func (h *haInstance) do(order haOrder) {
	h.t.Helper()
	answer := modelstest.Got(h.process.ask(order))(h.t)
	h.haSnapshot = haSnapshot{}
	modelstest.Must(h.t, json.Unmarshal(answer, &h.haSnapshot))
}

// person moves Camille to a place at a time on 20 November, in Paris.
func (h *haInstance) person(place, at string) { h.t.Helper(); h.is("person.camille", place, at) }

func (h *haInstance) is(entity, state, at string) {
	h.t.Helper()
	h.do(haOrder{"do": "state", "entity": entity, "state": state, "at": haAt(at)})
}

// tick runs the automations that run every minute.
func (h *haInstance) tick(at string) { h.t.Helper(); h.do(haOrder{"do": "tick", "at": haAt(at)}) }

func haAt(at string) string { return "2026-11-20T" + at + "+01:00" }

func (h *haInstance) wantWaiting(want ...string) {
	h.t.Helper()
	modelstest.WantList(h.t, h.Waiting, want, "waiting")
}

// wantNotified checks that one notification contains the texts, or that there is none if
// there are no texts.
func (h *haInstance) wantNotified(texts ...string) {
	h.t.Helper()
	if len(texts) == 0 && len(h.Notifications) != 0 || len(texts) != 0 && len(h.Notifications) != 1 {
		h.t.Errorf("got notifications %q, want %q in one", h.Notifications, texts)
	}
	for _, message := range h.Notifications {
		modelstest.WantIn(h.t, message, texts...)
	}
}
