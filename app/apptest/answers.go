package apptest

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

// Answer is a response of the program.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Want checks the status, and that the body contains each of the texts. It returns the answer.
func (a Answer) Want(t testing.TB, status int, inBody ...string) Answer {
	t.Helper()
	if a.Status != status {
		t.Errorf("got %d %s, want %d", a.Status, a.Body, status)
		return a
	}
	modelstest.WantIn(t, a.Body, inBody...)
	return a
}

// WantError checks the error's JSON and what every answer of the API carries.
func (a Answer) WantError(t testing.TB, status int, message string) {
	t.Helper()
	a.wantJSON(t, status, fmt.Sprintf(`{"error":%q}`, message))
}

// WantNoCommands checks the answer to whatever the app OwnTracks sends.
func (a Answer) WantNoCommands(t *testing.T) {
	t.Helper()
	a.wantJSON(t, 200, "[]")
}

func (a Answer) wantJSON(t testing.TB, status int, body string) {
	t.Helper()
	modelstest.Want(t, fmt.Sprint(a.Status, a.Body), fmt.Sprint(status, body))
	a.WantHeader(t, "Cache-Control", "no-store")
	a.WantHeader(t, "Content-Type", "application/json")
}

// WantHeader checks a header.
func (a Answer) WantHeader(t testing.TB, name, want string) {
	t.Helper()
	modelstest.Want(t, a.Header.Get(name), want, name)
}

// Receipt reads a success body.
func (a Answer) Receipt(t testing.TB) (r struct {
	Status     string `json:"status"`
	EventID    int64  `json:"event_id"`
	EntryID    int64  `json:"entry_id"`
	TimeSlotID *int64 `json:"time_slot_id"`
	EventType  string `json:"event_type"`
}) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.Body), &r); err != nil {
		t.Fatalf("body %s: %v", a.Body, err)
	}
	return r
}

// WantLocation checks that the answer leads to a path.
func (a Answer) WantLocation(t testing.TB, path string) {
	t.Helper()
	if a.Status != http.StatusSeeOther || a.Header.Get("Location") != path {
		t.Errorf("got %d to %q, want 303 to %s: %.200s", a.Status, a.Header.Get("Location"), path, a.Body)
	}
}

// WantNoResource checks that an automation gets a 404 in JSON.
func (a Answer) WantNoResource(t *testing.T, name string) {
	t.Helper()
	t.Log(name)
	a.WantError(t, http.StatusNotFound, "Ressource introuvable")
	a.WantHeader(t, "Location", "")
}

var (
	tags = regexp.MustCompile(`<[^>]*>`)
	// Spaces matches what stands between words.
	Spaces = regexp.MustCompile(`[\s\x{a0}\x{202f}]+`)
)

// Words is the text of a page without markup, with plain spaces.
func (a Answer) Words() string {
	return Spaces.ReplaceAllString(html.UnescapeString(tags.ReplaceAllString(a.Body, " ")), " ")
}

// WantWords checks that a page contains each of the texts.
func (a Answer) WantWords(t *testing.T, texts ...string) {
	t.Helper()
	modelstest.WantIn(t, a.Words(), texts...)
}

// WantNone checks that a page contains none of the texts.
func (a Answer) WantNone(t testing.TB, texts ...string) {
	t.Helper()
	modelstest.WantNone(t, a.Body, texts...)
}

// WantNoWords is [Answer.WantNone] of its words.
func (a Answer) WantNoWords(t testing.TB, texts ...string) {
	t.Helper()
	modelstest.WantNone(t, a.Words(), texts...)
}

// HTML is a page without entities, and with plain spaces.
func (a Answer) HTML() string { return strings.ReplaceAll(html.UnescapeString(a.Body), "\u00a0", " ") }

// WantHTML checks the status, and that [Answer.HTML] contains each of the texts.
func (a Answer) WantHTML(t testing.TB, status int, texts ...string) Answer {
	t.Helper()
	modelstest.WantIn(t, a.Want(t, status).HTML(), texts...)
	return a
}
