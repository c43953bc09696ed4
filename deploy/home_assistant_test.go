package deploy_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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

func TestHomeAssistantFilesNameTheAddressOnceAndHoldNoSecret(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{
		"worklog.yaml":                             1,
		"worklog_presence.yaml":                    1,
		"blueprints/automation/worklog/alert.yaml": 1,
		"blueprints/automation/worklog/zone.yaml":  0,
		"blueprints/automation/worklog/wifi.yaml":  0,
	} {
		content := haFile(t, name, haAddress)
		if got := strings.Count(content, haAddress); got != want {
			t.Errorf("%s has the address %d times, want %d", name, got, want)
		}
		if name == "worklog.yaml" && !strings.Contains(content, "Authorization: !secret worklog_authorization") {
			t.Error("the token does not come from secrets.yaml")
		}
	}
}

func TestHomeAssistantRecordsADayByAZone(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.url)
	h.person("not_home", "08:00:00")
	h.person("Travail", "08:03:27.5")
	h.wantWaiting("2026-11-20T07:03:27.500000+00:00 arrival 300")
	if want := "Arrivée du 20/11 à 08:03:27"; h.Labels[0] != want {
		t.Errorf("got label %q, want %q", h.Labels[0], want)
	}
	h.tick("08:08:00") // within the delay
	h.wantWaiting("2026-11-20T07:03:27.500000+00:00 arrival 300")
	h.tick("08:09:00")
	h.wantWaiting()
	h.person("not_home", "17:21:00")
	h.tick("17:27:00")
	h.wantWaiting()
	h.wantNotified()
	s.wantEvents("arrival 2026-11-20T07:03:27.500000000Z", "departure 2026-11-20T16:21:00.000000000Z")
	if want := `{"event":"arrival","occurred_at":"2026-11-20T07:03:27.500000+00:00","idempotency_key":"home-assistant-arrival-2026-11-20T07:03:27.500000+00:00"}`; h.Requests[0] != want {
		t.Errorf("sent %s, want %s", h.Requests[0], want)
	}
}

func TestHomeAssistantRecordsADayByAWiFiName(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.url)
	const sensor = "sensor.phone_wi_fi_connection"
	h.is(sensor, "<not connected>", "07:50:00")
	h.is(sensor, "Bureau", "08:03:00")
	h.is(sensor, "Bureau 5G", "08:30:00") // another of the same place
	h.tick("08:31:00")
	h.is(sensor, "Maison", "17:21:00")
	h.is(sensor, "Voisins", "17:30:00")
	h.tick("17:40:00")
	s.wantEvents("arrival 2026-11-20T07:03:00.000000000Z", "departure 2026-11-20T16:21:00.000000000Z")
	h.wantNotified()
}

// A state that Home Assistant does not know is no move, nor is one that it finds
// when it starts, nor a move between two other places.
func TestHomeAssistantSendsNothingOnStatesThatAreNoMove(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	for name, places := range map[string][]string{
		"unavailable and back":     {"Travail", "unavailable", "Travail"},
		"unknown and back":         {"Travail", "unknown", "Travail"},
		"unavailable, then gone":   {"Travail", "unavailable", "not_home"},
		"there at the start":       {"Travail"},
		"elsewhere at the start":   {"not_home"},
		"between other places":     {"home", "not_home", "École"},
		"the same place again":     {"Travail", "Travail"},
		"unknown, then arrived":    {"not_home", "unknown", "Travail"},
		"unavailable at the start": {"unavailable", "Travail"},
	} {
		t.Run(name, func(t *testing.T) {
			h.t = t
			h.clear()
			for i, place := range places {
				h.person(place, fmt.Sprintf("08:0%d:00", i))
			}
			h.wantWaiting()
		})
	}
	t.Run("an entity that is removed", func(t *testing.T) {
		h.t = t
		h.clear()
		h.person("Travail", "08:00:00")
		h.do(haOrder{"do": "state", "entity": "person.camille", "state": nil})
		h.wantWaiting()
	})
}

func TestHomeAssistantSendsNothingOfWhatIsShorterThanTheDelay(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.url)
	h.person("not_home", "07:00:00")
	h.person("Travail", "07:30:00") // passing by
	h.tick("07:31:00")
	h.person("not_home", "07:34:59")
	h.wantWaiting()
	h.person("Travail", "08:00:00")
	h.tick("08:06:00")
	h.person("not_home", "10:00:00") // flapping
	h.tick("10:01:00")
	h.restart() // the delay goes on over it
	h.person("not_home", "10:02:00")
	h.person("Travail", "10:03:00")
	h.wantWaiting()
	h.person("not_home", "10:04:00")
	h.person("Travail", "10:09:01") // longer: both are sent
	h.tick("10:15:00")
	h.wantNotified()
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z", "departure 2026-11-20T09:04:00.000000000Z", "arrival 2026-11-20T09:09:01.000000000Z")
}

// Only the opposite event cancels one that has not settled, and only a later one.
func TestHomeAssistantCancelsNothingElse(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	note := func(event, occurredAt string) {
		h.do(haOrder{"do": "call", "action": "script.worklog_record", "at": haAt("17:01:00"),
			"data": haOrder{"event": event, "occurred_at": haAt(occurredAt), "settle": 300}})
	}
	note("departure", "17:00:00")
	note("departure", "17:00:30")
	note("arrival", "16:00:00") // told late
	h.wantWaiting("2026-11-20T16:00:00.000000+00:00 departure 300", "2026-11-20T16:00:30.000000+00:00 departure 300",
		"2026-11-20T15:00:00.000000+00:00 arrival 300")
}

func TestHomeAssistantDecidesByTheAnswer(t *testing.T) {
	t.Parallel()
	const day = "2026-11-20T07:00:00.000000+00:00 arrival 0"
	object := func(status int, fields haOrder) haOrder { return haOrder{"status": status, "content": fields} }
	h := haOpen(t, "http://127.0.0.1:1")
	refused := func(status int, message string) haOrder { return object(status, haOrder{"error": message}) }
	for name, test := range map[string]struct {
		answer   any
		waits    bool
		notified string // of the notification within the hour; empty for none
	}{
		"no answer":                         {nil, true, ""},
		"200, a login page":                 {haOrder{"status": 200, "content": "<!doctype html>"}, true, "200, et ce n’est pas une réponse de worklog"},
		"200, other JSON":                   {object(200, haOrder{"ok": true}), true, "200, et ce n’est pas une réponse de worklog"},
		"200, JSON with another status":     {object(200, haOrder{"status": "ok"}), true, "200, et ce n’est pas une réponse de worklog"},
		"200, JSON that is no object":       {haOrder{"status": 200, "content": []string{"created"}}, true, "200, et ce n’est pas une réponse de worklog"},
		"201, created":                      {object(201, haOrder{"status": "created"}), false, ""},
		"200, created":                      {object(200, haOrder{"status": "created"}), false, ""},
		"200, replayed":                     {object(200, haOrder{"status": "replayed"}), false, ""},
		"204, without content":              {haOrder{"status": 204, "content": ""}, true, "204, et ce n’est pas une réponse de worklog"},
		"303, which leads nowhere":          {haOrder{"status": 303, "content": ""}, true, "303, et ce n’est pas une réponse de worklog"},
		"400":                               {refused(400, "JSON invalide"), false, "a refusé : Arrivée du 20/11 à 08:00:00 (400, « JSON invalide »)"},
		"401":                               {refused(401, "Authentification requise"), true, "(401, « Authentification requise »)"},
		"404":                               {refused(404, "Ressource introuvable"), true, "Vérifiez l’adresse et le jeton"},
		"405":                               {refused(405, "Méthode non autorisée"), true, "(405, « Méthode non autorisée »)"},
		"409":                               {refused(409, "Conflit métier"), false, "(409, « Conflit métier »)"},
		"413":                               {refused(413, "Requête trop volumineuse"), false, "(413, « Requête trop volumineuse »)"},
		"415":                               {refused(415, "Content-Type invalide"), true, "(415, « Content-Type invalide »)"},
		"422":                               {refused(422, "Événement invalide"), false, "(422, « Événement invalide »)"},
		"429":                               {refused(429, "Trop de requêtes"), true, ""},
		"500":                               {refused(500, "Erreur interne"), true, ""},
		"502 of a proxy":                    {haOrder{"status": 502, "content": "<html>"}, true, ""},
		"503":                               {refused(503, "API indisponible"), true, ""},
		"421, not of the endpoint at all":   {haOrder{"status": 421, "content": "<html>"}, true, "421"},
		"201, refused in spite of its code": {refused(201, "?"), true, "201"},
	} {
		t.Run(name, func(t *testing.T) {
			h.t = t
			h.clear()
			h.record("arrival", "08:00:00")
			h.wantWaiting(day)
			h.do(haOrder{"do": "answers", "answers": []any{test.answer}})
			h.tick("08:01:00")
			if len(h.Requests) != 1 {
				t.Fatalf("sent %q, want one request", h.Requests)
			}
			if test.waits {
				h.wantWaiting(day)
			} else {
				h.wantWaiting()
			}
			if test.notified == "" {
				h.wantNotified()
			} else {
				h.wantNotified(test.notified)
			}
			h.do(haOrder{"do": "answers", "answers": []any{object(201, haOrder{"status": "created"})}})
			h.tick("08:02:00")
			h.wantWaiting()
			if sent := len(h.Requests); test.waits != (sent == 2) {
				t.Errorf("%d requests were sent, and the event waited: %v", sent, test.waits)
			}
			if test.waits {
				if h.Requests[1] != h.Requests[0] {
					t.Errorf("%s was sent again as %s", h.Requests[0], h.Requests[1])
				}
				h.wantNotified() // it has been sent: nothing is left to be done
			}
		})
	}
}

func TestHomeAssistantIsAnsweredByTheRealServer(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.url)
	h.record("arrival", "08:00:00")
	h.tick("08:01:00")
	h.record("arrival", "09:00:00") // one is open: final
	h.tick("09:01:00")
	h.wantWaiting()
	h.wantNotified("a refusé : Arrivée du 20/11 à 09:00:00", "409, « Conflit métier »")
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z")

	h.load(s.url, "another token")
	h.record("departure", "17:00:00")
	h.tick("17:01:00")
	h.wantNotified("401, « Authentification requise »", "Vérifiez l’adresse et le jeton")
	h.load(s.url+"/wrong", haToken)
	h.tick("17:02:00")
	h.wantNotified("404, « Ressource introuvable »")
	h.wantWaiting("2026-11-20T16:00:00.000000+00:00 departure 0")
	h.load(s.url, haToken)
	h.tick("17:03:00")
	h.wantWaiting()
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z", "departure 2026-11-20T16:00:00.000000000Z")
}

func TestHomeAssistantTakesNoLoginPageForSuccess(t *testing.T) {
	t.Parallel()
	login := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/login" {
			http.Redirect(w, r, "/login", http.StatusSeeOther)
			return
		}
		io.WriteString(w, "<!doctype html><title>Connexion</title>")
	}))
	defer login.Close()
	h := haOpen(t, login.URL)
	h.record("arrival", "08:00:00")
	h.tick("08:01:00")
	h.wantWaiting("2026-11-20T07:00:00.000000+00:00 arrival 0")
	h.wantNotified("200, et ce n’est pas une réponse de worklog", "Vérifiez l’adresse")
}

// The server records the event, and its answer is lost on the way.
func TestHomeAssistantSendsTheSameAgainWhenTheAnswerIsLost(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	var lose atomic.Bool
	lose.Store(true)
	cut := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		target, _ := url.Parse(s.url + r.URL.Path)
		r.URL, r.RequestURI = target, ""
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Error(err)
			return
		}
		defer response.Body.Close()
		if lose.Load() {
			panic(http.ErrAbortHandler) // cuts the connection
		}
		w.Header().Set("Content-Type", response.Header.Get("Content-Type"))
		w.WriteHeader(response.StatusCode)
		io.Copy(w, response.Body)
	}))
	defer cut.Close()
	h := haOpen(t, cut.URL)
	h.record("arrival", "08:00:00")
	h.tick("08:01:00")
	h.wantWaiting("2026-11-20T07:00:00.000000+00:00 arrival 0")
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z")
	lose.Store(false)
	h.tick("08:02:00")
	h.wantWaiting()
	h.wantNotified()
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z")
}

func TestHomeAssistantSendsAllInOrderOnceTheServerIsBack(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.url)
	s.stop()
	h.person("not_home", "07:00:00")
	h.person("Travail", "08:00:00")
	h.person("not_home", "12:00:00")
	// One that is told late takes its place in time.
	h.do(haOrder{"do": "call", "action": "script.worklog_record", "data": haOrder{"event": "departure", "occurred_at": "2026-11-20T17:00:00+01:00"}, "at": haAt("17:05:00")})
	h.do(haOrder{"do": "call", "action": "script.worklog_record", "data": haOrder{"event": "arrival", "occurred_at": "2026-11-20 13:00:00+01:00"}, "at": haAt("17:05:00")})
	h.tick("17:15:00")
	if len(h.Waiting) != 4 || len(h.Requests) != 1 {
		t.Errorf("waiting %q after %q, want four after one", h.Waiting, h.Requests)
	}
	h.wantNotified("Arrivée du 20/11 à 08:00:00", "aucune réponse", "worklog est-il en marche")
	h.restart()
	s.start()
	h.tick("17:30:00")
	h.wantWaiting()
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z", "departure 2026-11-20T11:00:00.000000000Z",
		"arrival 2026-11-20T12:00:00.000000000Z", "departure 2026-11-20T16:00:00.000000000Z")
}

// Each minute for an hour, then four times an hour, for as long as it takes; of
// many that wait, 20 at a time.
func TestHomeAssistantTriesLessOftenAfterAnHourAndNeverGivesUp(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	refuse := make([]any, 500)
	h.do(haOrder{"do": "answers", "answers": refuse})
	h.record("arrival", "08:00:00")
	for minute := 1; minute <= 60; minute++ {
		h.tick(fmt.Sprintf("%02d:%02d:00", 8+minute/60, minute%60))
	}
	if got := len(h.Requests); got != 60 {
		t.Errorf("%d tries in the first hour, want 60", got)
	}
	h.wantNotified()
	for minute := 61; minute <= 180; minute++ {
		h.tick(fmt.Sprintf("%02d:%02d:00", 8+minute/60, minute%60))
	}
	if got := len(h.Requests); got != 68 {
		t.Errorf("%d tries after three hours, want 68", got)
	}
	h.wantNotified("aucune réponse")

	for i := range 24 {
		h.record("arrival", fmt.Sprintf("11:01:%02d", i))
	}
	taken := make([]any, 30)
	for i := range taken {
		taken[i] = haOrder{"status": 201, "content": haOrder{"status": "created"}}
	}
	h.do(haOrder{"do": "answers", "answers": taken})
	h.tick("11:15:00")
	if len(h.Requests) != 88 || len(h.Waiting) != 5 {
		t.Errorf("%d requests and %d waiting, want 88 and 5", len(h.Requests), len(h.Waiting))
	}
	h.tick("11:16:00")
	h.wantWaiting()
	h.wantNotified()
}

func TestHomeAssistantLeavesWhatIsWrittenIntoTheListByHandAlone(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	for _, item := range []haOrder{
		{"summary": "Pain", "status": "needs_action"},
		{"summary": "Lait", "status": "needs_action", "description": "2026-11-20T07:00:00.000000+00:00 milk 0"},
		{"summary": "Déjà vu", "status": "completed", "description": "2026-11-20T07:00:00.000000+00:00 arrival 0"}, // ticked off
	} {
		h.do(haOrder{"do": "item", "data": item})
	}
	h.do(haOrder{"do": "answers", "answers": []any{haOrder{"status": 201, "content": haOrder{"status": "created"}}}})
	h.record("arrival", "08:00:00")
	h.tick("08:01:00")
	if want := []string{"Pain", "Lait", "Déjà vu"}; !slices.Equal(h.Labels, want) || len(h.Requests) != 1 {
		t.Errorf("got %q after %q, want %q after one request", h.Labels, h.Requests, want)
	}
}

func TestHomeAssistantSaysThatItsListIsMissing(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	h.do(haOrder{"do": "list", "has_list": false})
	h.tick("07:00:00")
	h.wantNotified("todo.worklog", "Liste de tâches locale")
	h.restart()
	h.do(haOrder{"do": "list", "has_list": false})
	h.record("departure", "17:00:00")
	h.wantNotified("Départ du 20/11 à 17:00:00 n’a pas pu être noté")
	if len(h.Requests) != 0 {
		t.Errorf("sent %q, want nothing", h.Requests)
	}
}

func TestHomeAssistantShowsTheFeed(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	for name, test := range map[string]struct {
		feed string
		want map[string]string
	}{
		"at work": {
			`{"present":true,"since":"2026-11-20T08:03:00+01:00","forgotten":false,"day_type":"WORK","today_minutes":252,"week_minutes":1505,"target_today_minutes":420,"target_week_minutes":2100,"balance_minutes":-35,"last_event":"departure","last_event_at":"2026-11-20T17:21:00+01:00","silent":false,"to_verify":2}`,
			map[string]string{
				"worklog_present": "on", "worklog_forgotten": "off", "worklog_silent": "off", "worklog_since": "2026-11-20T08:03:00+01:00",
				"worklog_today": "252", "worklog_week": "1505", "worklog_balance": "-35", "worklog_last_event": "2026-11-20T17:21:00+01:00", "worklog_to_verify": "2",
			},
		},
		"a new server, of which nothing is known": {
			`{"present":false,"since":null,"forgotten":false,"day_type":null,"today_minutes":0,"week_minutes":0,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":null,"last_event_at":null,"silent":false,"to_verify":0}`,
			map[string]string{
				"worklog_present": "off", "worklog_forgotten": "off", "worklog_silent": "off", "worklog_since": "unavailable",
				"worklog_today": "0", "worklog_week": "0", "worklog_balance": "unavailable", "worklog_last_event": "unavailable", "worklog_to_verify": "0",
			},
		},
		"an address that was revoked": {
			`{"error":"Ressource introuvable"}`,
			map[string]string{
				"worklog_present": "unavailable", "worklog_forgotten": "unavailable", "worklog_silent": "unavailable", "worklog_since": "unavailable",
				"worklog_today": "unavailable", "worklog_week": "unavailable", "worklog_balance": "unavailable", "worklog_last_event": "unavailable", "worklog_to_verify": "unavailable",
			},
		},
	} {
		h.do(haOrder{"do": "sensors", "text": test.feed})
		for sensor, want := range test.want {
			if got := h.Sensors[sensor]; got != want {
				t.Errorf("%s: %s is %q, want %q", name, sensor, got, want)
			}
		}
		if len(h.Sensors) != len(test.want) {
			t.Errorf("%s: got sensors %v", name, h.Sensors)
		}
	}
}

func TestHomeAssistantTellsThePhoneWithAButtonThatLeadsThere(t *testing.T) {
	t.Parallel()
	const address = "http://127.0.0.1:1"
	h := haOpen(t, address)
	for entity, want := range map[string]string{
		"binary_sensor.worklog_depart_oublie":    address + "/",
		"binary_sensor.worklog_automatisme_muet": address + "/journal",
	} {
		h.clear()
		h.is(entity, "off", "07:00:00")
		h.is(entity, "on", "08:00:00")
		if len(h.Phone) != 1 || h.Phone[0].Device != "0123456789abcdef" || len(h.Phone[0].Data.Actions) != 1 {
			t.Fatalf("%s: got %+v, want one with a button", entity, h.Phone)
		}
		action := h.Phone[0].Data.Actions[0]
		if action["action"] != "URI" || action["uri"] != want {
			t.Errorf("%s: got %v, want it to lead to %s", entity, action, want)
		}
		h.is(entity, "off", "09:00:00")
		if len(h.Phone) != 1 {
			t.Errorf("%s: got %+v at its end", entity, h.Phone)
		}
	}
}
