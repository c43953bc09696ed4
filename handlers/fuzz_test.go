package handlers

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/journal"
	"worklog/models/modelstest"
	"worklog/models/report"
	"worklog/models/settings"
)

// FuzzRequest sends arbitrary requests that Go's server accepts through the router, with a
// real store. No response is a 5xx, and each has the headers that all must have.
func FuzzRequest(f *testing.F) {
	for _, seed := range requestSeeds() {
		f.Add([]byte(seed))
	}
	e, _ := routesAndStore(f, access.NoLogin)
	f.Fuzz(func(t *testing.T, raw []byte) {
		request, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
		if err != nil {
			return // answered by Go's server
		}
		request.RemoteAddr = "127.0.0.1:4711"
		path, method := request.URL.Path, request.Method
		answer := httptest.NewRecorder()
		e.ServeHTTP(answer, request)
		header := answer.Header()
		cutOff := answer.Code == http.StatusServiceUnavailable && path == "/hooks/owntracks" // to be sent again
		if answer.Code < 200 || answer.Code >= 500 && !cutOff {
			t.Fatalf("%q: got %d %s", raw, answer.Code, answer.Body)
		}
		if header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Content-Security-Policy") != contentSecurityPolicy {
			t.Fatalf("%q: got %v", raw, header)
		}
		if !strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, "/hooks/") {
			return
		}
		if header.Get("Content-Type") != "application/json" || header.Get("Cache-Control") != "no-store" || !json.Valid(answer.Body.Bytes()) {
			t.Fatalf("%q: got %v %s", raw, header, answer.Body)
		}
		for name := range header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Fatalf("%q: got %s", raw, name)
			}
		}
		refused := answer.Code == http.StatusMethodNotAllowed && header.Get("Allow") == "POST"
		if strings.HasPrefix(path, "/api/v1/") && method != http.MethodPost && !refused {
			t.Fatalf("%q: got %d, want 405", raw, answer.Code)
		}
	})
}

// FuzzStranger sends arbitrary requests to a server with a login, without signing in. Only
// public paths are served, and no response contains the user's data.
func FuzzStranger(f *testing.F) {
	for _, seed := range requestSeeds() {
		f.Add([]byte(seed))
	}
	e, _ := routesAndStore(f, access.PasswordLogin)
	f.Fuzz(func(t *testing.T, raw []byte) {
		request, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
		if err != nil || api.Owns(request) {
			return // the endpoints require their token
		}
		request.RemoteAddr = "127.0.0.1:4711"
		answer := httptest.NewRecorder()
		e.ServeHTTP(answer, request)
		path := request.URL.Path // the handler may have changed how it is encoded
		forEveryone := path == "/healthz" || path == "/login" || path == "/manifest.webmanifest" || path == "/openapi.yaml" || path == "/sw.js" || path == "/offline" || strings.HasPrefix(path, "/static/") || strings.HasPrefix(path, "/help/files/home-assistant/blueprints/")
		if answer.Code == http.StatusOK && !forEveryone {
			t.Fatalf("%q: got %d %s", raw, answer.Code, answer.Body)
		}
		if request.Header.Get("Accept") == "" && isAutomation(request) && !forEveryone && (answer.Code < 400 || answer.Header().Get("Location") != "") {
			t.Fatalf("%q: an automation is redirected to a page: %d", raw, answer.Code)
		}
		for _, text := range []string{"data-since", "Départ oublié", "/entries/", "/months/", "slot_start"} {
			if strings.Contains(answer.Body.String(), text) && !bytes.Contains(raw, []byte(text)) && path != "/login" { // which contains what was asked for and typed
				t.Fatalf("%q: a stranger is told %q: %d %s", raw, text, answer.Code, answer.Body)
			}
		}
	})
}

// fuzzedNow is the current time in fuzz tests.
var fuzzedNow = time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC)

// routesAndStore returns the router with a store of a few days, one of them with an open
// arrival. A minute passes between two requests to the API, so that the rate limit never
// applies.
func routesAndStore(f *testing.F, auth access.Auth) (http.Handler, *models.Store) {
	password, err := access.HashPassword("correct horse battery staple")
	modelstest.Must(f, err)
	store, _ := modelstest.Open(f)
	now := fuzzedNow
	var minutes atomic.Int64
	e := NewServer(Config{
		Counts: api.NewCounts(store, func() time.Time { return now }),
		API:    api.Config{Token: "token", OwnTracksRegions: []string{"Bureau"}, RequestsPerMinute: 30},
		Access: access.Config{Auth: auth, Password: password},
		Current: Current{Store: store, Pages: frame.Config{Personal: settings.Personal{Costs: report.CostRules{
			Journeys: []report.Journey{{ID: "bureau", Label: "Bureau"}},
			Vehicles: []report.Vehicle{{ID: "clio", Label: "Clio", Motor: true}},
		}}}},
		Clock: Clock{
			Now:     func() time.Time { return now },
			Elapsed: func() time.Duration { return time.Duration(minutes.Add(1)) * time.Minute },
		},
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	for i, at := range []string{"2026-10-24T20:00:00Z", "2026-10-25T05:00:00Z", "2026-11-18T07:00:00Z"} {
		kind := []string{"arrival", "departure"}[i%2]
		body := fmt.Sprintf(`{"event":%q,"occurred_at":%q,"idempotency_key":"seed-%d"}`, kind, at, i)
		request, err := http.ReadRequest(bufio.NewReader(strings.NewReader(apiRequest(body))))
		modelstest.Must(f, err)
		answer := httptest.NewRecorder()
		if e.ServeHTTP(answer, request); answer.Code >= 300 {
			f.Fatal(answer.Code, answer.Body)
		}
	}
	return e, store
}

const fuzzedEndpoint = "/api/v1/workplace-presence"

func apiRequest(body string, headers ...string) string {
	headers = append(headers, "Authorization: Bearer token", "Content-Type: application/json", fmt.Sprintf("Content-Length: %d", len(body)))
	return rawRequest("POST "+fuzzedEndpoint, body, headers...)
}

func formRequest(path, form string, headers ...string) string {
	headers = append(headers, "Content-Type: application/x-www-form-urlencoded", fmt.Sprintf("Content-Length: %d", len(form)))
	return rawRequest("POST "+path, form, headers...)
}

func rawRequest(line, body string, headers ...string) string {
	return line + " HTTP/1.1\r\nHost: localhost:8080\r\n" + strings.Join(append(headers, "\r\n"), "\r\n") + body
}

func requestSeeds() []string {
	arrival := `{"event":"arrival","occurred_at":"2026-11-20T08:03:27.5+01:00","idempotency_key":"k"}`
	return []string{
		apiRequest(arrival),
		apiRequest(strings.Replace(arrival, "arrival", "departure", 1)),
		apiRequest(`{"event":"departure","occurred_at":"20261120T080327+0100"}`, "X-Idempotency-Key: \xff"),
		apiRequest(arrival, "Content-Encoding: gzip"),
		apiRequest(arrival, "Authorization: Basic eDp5"),
		rawRequest("POST "+fuzzedEndpoint, "5\r\n{\"eve\r\n0\r\n\r\n", "Authorization: bearer token", "Content-Type: application/json;charset=utf-8", "Transfer-Encoding: chunked"),
		rawRequest("GET "+fuzzedEndpoint, ""),
		rawRequest("POST /hooks/owntracks", `{"_type":"transition","event":"leave","desc":"Bureau","tst":1763622180}`, "Authorization: Basic OnRva2Vu", "Content-Length: 71"),
		rawRequest("POST /hooks/owntracks", `{"_type":"location"}`, "Authorization: Basic OnRva2Vu", "Content-Length: 90"),
		rawRequest("GET /hooks/owntracks", ""),
		rawRequest("GET /openapi.yaml", "", "Range: bytes=0-1", "If-None-Match: *"),
		rawRequest("GET /help", ""),
		formRequest("/help/trial", "event=departure&at=8h"),
		rawRequest("OPTIONS /api/v1/", "", "Origin: https://elsewhere.example", "Access-Control-Request-Method: POST"),
		rawRequest("HEAD /api/v1/%2e%2e/healthz", ""),
		rawRequest("POST /api/v2", ""),
		rawRequest("GET /", "", "Accept-Encoding: gzip"),
		rawRequest("GET /months/2026-11", "", "Accept-Encoding: br, gzip;q=0.5", "Cookie: worklog_flash=saved-slots.508; worklog_flash=closed.9"),
		rawRequest("POST /wrong/path", "{}", "Authorization: Bearer token", "Content-Type: application/json", "Content-Length: 2"),
		rawRequest("GET /months/2026-11", "", "Authorization: bearer token", "Cookie: worklog_session=junk; worklog_session=more"),
		rawRequest("GET /months/9999-12", ""),
		rawRequest("GET /months?month=2026-1", ""),
		rawRequest("HEAD /years/1970", ""),
		rawRequest("GET /entries/new?date=2026-11-21", ""),
		rawRequest("GET /entries/1/edit", "", "If-None-Match: *"),
		rawRequest("GET /entries/range", "", "X-Forwarded-For: 10.0.0.1"),
		rawRequest("GET /entries/2/delete", ""),
		rawRequest("GET /feeds", ""),
		rawRequest("GET /feeds/0123/calendar.ics", "", "If-None-Match: *"),
		formRequest("/feeds", "do=renew"),
		rawRequest("GET /static/%2e%2e/worklog.css", "", "Range: bytes=0-1"),
		rawRequest("GET /manifest.webmanifest", ""),
		rawRequest("GET http://[::1]/healthz", ""),
		rawRequest("OPTIONS *", ""),
		rawRequest("CONNECT localhost:8080", ""),
		rawRequest("GET /login?next=//elsewhere.example", "", "Host: elsewhere.example"),
		formRequest("/entries/1/edit", "day_type=GARDE&slot_id=1&slot_start=22:00&slot_end=6h30&slot_end_day=1&note=%00&version=2"),
		formRequest("/entries/1/merge", "day_type=WORK&slot_id=1&slot_start=22:00&slot_end=06:00&slot_end_day=1&slot_id=&slot_start=6&slot_end=7&slot_end_day=1&version=2&merge=10"),
		formRequest("/entries/new?date=1970-01-01", "day_type=TT&slot_start=8&slot_end=12", "Origin: http://localhost:8080", "Sec-Fetch-Site: same-origin"),
		formRequest("/entries/2/delete", "version=1"),
		formRequest("/entries/range", "from=2026-12-21&to=2026-12-25&day_type=CONGE&weekday=1&weekday=5&skip_holidays=1&do=save&note=%ff"),
		formRequest("/presence/close", "arrival_id=3&end=17:20&end_day=0"),
		formRequest("/presence/discard", "arrival_id=3", "Sec-Fetch-Site: cross-site"),
	}
}

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
		if line.Source != models.DoorOwnTracks || line.Event != event || line.ID != before+1 ||
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
