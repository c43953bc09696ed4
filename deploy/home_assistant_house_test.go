package deploy_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/models/modelstest"
)

const (
	haToken   = "a-token-of-more-than-32-characters-for-the-tests"
	haAddress = "http://worklog.local:8080" // in the files, for the address of the server
	haPython  = "/usr/bin/python3"          // Debian's, with python3-jinja2 and python3-yaml
)

// haServer is the program, and what the house has told it.
type haServer struct{ *program }

// haStart starts the program; at 8 o'clock, it says.
func haStart(t *testing.T) *haServer {
	t.Helper()
	p := newProgram(t, haToken)
	p.now = func() time.Time { return time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC) }
	p.start()
	return &haServer{p}
}

// wantEvents compares what is recorded, in the order in which it was.
func (s *haServer) wantEvents(want ...string) {
	s.t.Helper()
	rows, err := modelstest.SQL(s.t, s.config.Database).Query("SELECT event || ' ' || occurred_at FROM workplace_presence_events ORDER BY id")
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for rows.Next() {
		var event string
		if err := rows.Scan(&event); err != nil {
			s.t.Fatal(err)
		}
		got = append(got, event)
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("recorded %q, want %q", got, want)
	}
}

// haHouse is testdata/home_assistant.py, which plays Home Assistant's part.
type haHouse struct {
	t       *testing.T
	orders  io.Writer
	answers *bufio.Reader
	stderr  *strings.Builder
	haView
}

// haView is what there is to see in the house.
type haView struct {
	Waiting       []string          `json:"waiting"`
	Labels        []string          `json:"labels"`
	Notifications map[string]string `json:"notifications"`
	Requests      []string          `json:"requests"`
	Phone         []haPush          `json:"phone"`
	Sensors       map[string]string `json:"sensors"`
}

// haPush is what a phone is sent.
type haPush struct {
	Device  string `json:"device_id"`
	Message string `json:"message"`
	Data    struct {
		Actions []map[string]string `json:"actions"`
	} `json:"data"`
}

type haOrder map[string]any

// haMissing says what the machine lacks to play the house; nothing if it has all.
var haMissing = sync.OnceValue(func() string {
	output, err := exec.Command(haPython, "-c", "import jinja2, yaml").CombinedOutput()
	if err != nil {
		return fmt.Sprintf("%s with python3-jinja2 and python3-yaml is needed: %v %s", haPython, err, output)
	}
	return ""
})

// haOpen starts a house with the files, set up for the server at address.
func haOpen(t *testing.T, address string) *haHouse {
	t.Helper()
	if missing := haMissing(); missing != "" {
		if os.Getenv("CI") != "" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	command := exec.Command(haPython, "-B", filepath.Join("testdata", "home_assistant.py"))
	command.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8")
	orders, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := &strings.Builder{}
	command.Stderr = stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		orders.Close()
		io.Copy(io.Discard, answers)
		if err := command.Wait(); err != nil && !t.Failed() {
			t.Errorf("%v\n%s", err, stderr)
		}
	})
	h := &haHouse{t: t, orders: orders, answers: bufio.NewReader(answers), stderr: stderr}
	h.load(address, haToken)
	return h
}

func (h *haHouse) load(address, token string) {
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

// restart ends the house and starts it again: its to-do list and its zones are there.
func (h *haHouse) restart() { h.t.Helper(); h.do(haOrder{"do": "restart"}); h.zone() }

// clear makes it as new.
func (h *haHouse) clear() { h.t.Helper(); h.do(haOrder{"do": "clear"}); h.zone() }

func (h *haHouse) zone() {
	h.t.Helper()
	h.do(haOrder{"do": "state", "entity": "zone.travail", "state": "0", "attributes": haOrder{"friendly_name": "Travail"}})
}

// record presses a button at a time of the day, which notes an event of then.
func (h *haHouse) record(event, at string) {
	h.t.Helper()
	h.do(haOrder{"do": "call", "action": "script.worklog_record", "data": haOrder{"event": event}, "at": haAt(at)})
}

// haFile is a file as the server serves it: with its own address.
func haFile(t *testing.T, name, address string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("home-assistant", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(content), haAddress, address)
}

// do has the house do something and looks at it afterwards.
func (h *haHouse) do(order haOrder) {
	h.t.Helper()
	line, err := json.Marshal(order)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.orders.Write(append(line, '\n')); err != nil {
		h.t.Fatal(err)
	}
	answer, err := h.answers.ReadBytes('\n')
	if err != nil {
		h.t.Fatalf("%s: the house broke:\n%s", line, h.stderr)
	}
	h.haView = haView{}
	if err := json.Unmarshal(answer, &h.haView); err != nil {
		h.t.Fatal(err)
	}
}

// person moves Camille to a place at a time of 20 November, by the clock of Paris.
func (h *haHouse) person(place, at string) { h.t.Helper(); h.is("person.camille", place, at) }

func (h *haHouse) is(entity, state, at string) {
	h.t.Helper()
	h.do(haOrder{"do": "state", "entity": entity, "state": state, "at": haAt(at)})
}

// tick lets a minute's automation run.
func (h *haHouse) tick(at string) { h.t.Helper(); h.do(haOrder{"do": "tick", "at": haAt(at)}) }

func haAt(at string) string { return "2026-11-20T" + at + "+01:00" }

func (h *haHouse) wantWaiting(want ...string) {
	h.t.Helper()
	if !slices.Equal(h.Waiting, want) {
		h.t.Errorf("waiting %q, want %q", h.Waiting, want)
	}
}

// wantNotified checks that there is one notification with the texts, or none without.
func (h *haHouse) wantNotified(texts ...string) {
	h.t.Helper()
	if len(texts) == 0 && len(h.Notifications) != 0 || len(texts) != 0 && len(h.Notifications) != 1 {
		h.t.Errorf("got notifications %q, want %q in one", h.Notifications, texts)
	}
	for _, message := range h.Notifications {
		for _, text := range texts {
			if !strings.Contains(message, text) {
				h.t.Errorf("got %q, want %q in it", message, text)
			}
		}
	}
}
