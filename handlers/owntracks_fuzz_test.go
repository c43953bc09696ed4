package handlers

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"worklog/handlers/access"
	"worklog/models"
	"worklog/models/journal"
)

// FuzzOwnTracks sends arbitrary messages with the token. The response is always an empty
// list, and only a transition of the region has a line in the journal.
func FuzzOwnTracks(f *testing.F) {
	enter := `{"_type":"transition","event":"enter","desc":"Bureau","tst":1763622180,"tid":"ph","lat":48.85,"lon":2.29}`
	for _, seed := range []string{
		enter, strings.Replace(enter, "enter", "leave", 1), strings.Replace(enter, "transition", "location", 1), strings.Replace(enter, "Bureau", "bureau", 1),
		strings.Replace(enter, "1763622180", "-9223372036854775808", 1), strings.Replace(enter, "1763622180", "9223372036854775807", 1),
		strings.Replace(enter, "1763622180", "1e9", 1), strings.Replace(enter, "1763622180", "-1e999", 1), strings.Replace(enter, "1763622180", `"1763622180.5"`, 1),
		strings.Replace(enter, "1763622180", `"NaN"`, 1), strings.Replace(enter, "1763622180", "null", 1), strings.Replace(enter, `"tst"`, `"at"`, 1), strings.Replace(enter, `"desc"`, `"Desc"`, 1), strings.Replace(enter, "Bureau", "Bureau\\u0000", 1),
		`{"_type":"encrypted","data":"AAAA"}`, "", "[]", "null", enter + enter, strings.Repeat(" ", 5000) + enter, "\xff",
	} {
		f.Add([]byte(seed), "camille", "phone")
	}
	f.Add([]byte(enter), "", "")
	f.Add([]byte(enter), "\xff", "a\tb")
	e, store := routesAndStore(f, access.NoLogin)
	newest := func(t *testing.T) models.JournalLine {
		lines, err := journal.Lines(context.Background(), store, journal.Filter{}, 1)
		if err != nil || len(lines) == 0 {
			t.Fatal(lines, err)
		}
		return lines[0]
	}
	f.Fuzz(func(t *testing.T, body []byte, user, device string) {
		before := newest(t).ID
		request := httptest.NewRequest(http.MethodPost, "/hooks/owntracks", strings.NewReader(string(body)))
		request.SetBasicAuth("anybody", "token")
		request.Header["X-Limit-U"], request.Header["X-Limit-D"] = []string{user}, []string{device}
		answer := httptest.NewRecorder()
		e.ServeHTTP(answer, request)
		if answer.Code != http.StatusOK || answer.Body.String() != "[]" || answer.Header().Get("Cache-Control") != "no-store" {
			t.Fatalf("%q: got %d %s", body, answer.Code, answer.Body)
		}
		line := newest(t)
		event, counts := crossed(body)
		if recorded := line.ID > before; recorded != counts {
			t.Fatalf("%q: has a line %t, want %t", body, recorded, counts)
		}
		if !counts {
			return
		}
		if line.Source != models.FromOwnTracks || line.Event != event || line.ID != before+1 ||
			len(line.IdempotencyKey) > models.MaxKeyLength || !strings.Contains("recorded replayed arrival_open no_open_arrival departure_not_later date_out_of_range time_form missing_name", string(line.Outcome)) {
			t.Fatalf("%q: got %+v", body, line)
		}
	})
}

// crossed decodes a message independently of the handler. It returns the event of a
// transition of the region, and whether the message is one.
func crossed(body []byte) (event string, counts bool) {
	var message map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(body)))
	decoder.UseNumber()
	if len(body) > 4096 || !json.Valid(body) || !utf8.Valid(body) || decoder.Decode(&message) != nil {
		return "", false
	}
	if message["_type"] != "transition" || message["desc"] != "Bureau" {
		return "", false
	}
	event, known := map[any]string{"enter": "arrival", "leave": "departure"}[message["event"]]
	return event, known
}
