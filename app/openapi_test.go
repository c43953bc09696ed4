package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"worklog/app"
)

// documentFile is absolute: the test that loads it may have changed its folder.
var documentFile, _ = filepath.Abs("../handlers/api/openapi.yaml")

// document is the description of the API, loaded once.
var document = sync.OnceValues(func() (*openapi3.T, error) {
	content, err := os.ReadFile(documentFile)
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(content)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(context.Background()) // the examples too
})

// documented returns the operation that describes a request's answer: whatever the
// method is where only POST is answered. It is nil where nothing is described.
func documented(doc *openapi3.T, request *http.Request) *openapi3.Operation {
	path := request.URL.Path
	if below, isFeed := strings.CutPrefix(path, "/feeds/"); isFeed {
		_, name, _ := strings.Cut(below, "/")
		path = "/feeds/{secret}/" + name
	}
	item := doc.Paths.Value(path)
	switch {
	case item == nil || path == "/feeds/{secret}/calendar.ics": // no JSON
		return nil
	case item.Post != nil:
		return item.Post
	case request.Method == http.MethodGet:
		return item.Get
	}
	return nil
}

// validated has the answers that were found to be as documented, by answerShape:
// validating takes milliseconds, and the tests send thousands of requests.
var validated sync.Map

// aNumber is what may differ between two answers of one shape: a number that is not 0.
var aNumber = regexp.MustCompile(`[1-9][0-9]*`)

// answerShape is the part of an answer that the document describes.
func (a answer) answerShape(operation *openapi3.Operation, described *openapi3.Response) string {
	shape := []any{operation.OperationID, a.status, a.header.Values("Content-Type"), aNumber.ReplaceAllString(a.body, "#")}
	for _, name := range slices.Sorted(maps.Keys(described.Headers)) {
		shape = append(shape, a.header.Values(name))
	}
	return fmt.Sprintf("%q", shape)
}

// asDocumented validates the answer to a request against the document, where it
// says something of it: every answer of every test passes here.
func (a answer) asDocumented(request *http.Request) error {
	doc, err := document()
	if err != nil {
		return err
	}
	operation := documented(doc, request)
	if operation == nil {
		return nil
	}
	described := operation.Responses.Status(a.status)
	if described == nil {
		return fmt.Errorf("%s %s is answered %d %s, which is not documented", request.Method, request.URL.Path, a.status, a.body)
	}
	shape := a.answerShape(operation, described.Value)
	if _, known := validated.Load(shape); known || request.Method == http.MethodHead { // which has no body
		return nil
	}
	err = openapi3filter.ValidateResponse(request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: request,
			Route:   &routers.Route{Spec: doc, Operation: operation},
		},
		Status: a.status,
		Header: a.header,
		Body:   io.NopCloser(strings.NewReader(a.body)),
	})
	if err != nil {
		return fmt.Errorf("%s %s is answered %d %s, not as documented: %w", request.Method, request.URL.Path, a.status, a.body, err)
	}
	validated.Store(shape, true)
	return nil
}

func TestTheDocumentAndItsExamplesAreValid(t *testing.T) {
	doc, err := document()
	if err != nil {
		t.Fatal(err)
	}
	if !doc.IsOpenAPI31OrLater() {
		t.Errorf("got OpenAPI %s", doc.OpenAPI)
	}
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			for status, response := range operation.Responses.Map() {
				for kind, content := range response.Value.Content {
					if kind == "application/json" && content.Example == nil && len(content.Examples) == 0 {
						t.Errorf("%s %s: %s has no example", method, path, status)
					}
				}
			}
		}
	}
}

// Each part of the validation must be able to fail.
func TestAnAnswerThatIsNotAsDocumentedIsSeen(t *testing.T) {
	p := start(t)
	created := p.arrive("2026-11-20T08:03:00+01:00", "in")
	throttled := answer{429, http.Header{"Content-Type": {"application/json"}, "Cache-Control": {"no-store"}, "Retry-After": {"17"}}, `{"error":"Trop de requêtes"}`}
	request := p.request("")
	for _, right := range []answer{created, throttled} {
		if err := right.asDocumented(request); err != nil {
			t.Fatal(err)
		}
	}
	without := func(header http.Header, name, value string) http.Header {
		header = header.Clone()
		header.Del(name)
		if value != "" {
			header.Set(name, value)
		}
		return header
	}
	for name, wrong := range map[string]answer{
		"a status":               {418, created.header, created.body},
		"a missing name":         {201, created.header, `{"status":"created","event_id":1,"entry_id":1,"event_type":"arrival"}`},
		"a further name":         {201, created.header, strings.Replace(created.body, "{", `{"more":1,`, 1)},
		"a slot of an arrival":   {201, created.header, strings.Replace(created.body, "null", "3", 1)},
		"no slot of a departure": {200, created.header, `{"status":"created","event_id":1,"entry_id":1,"time_slot_id":null,"event_type":"departure"}`},
		"another message":        {429, throttled.header, `{"error":"Too many requests"}`},
		"no Cache-Control":       {429, without(throttled.header, "Cache-Control", ""), throttled.body},
		"another Cache-Control":  {429, without(throttled.header, "Cache-Control", "private"), throttled.body},
		"no Retry-After":         {429, without(throttled.header, "Retry-After", ""), throttled.body},
		"a Retry-After of 0":     {429, without(throttled.header, "Retry-After", "0"), throttled.body},
		"a page":                 {201, without(created.header, "Content-Type", "text/html"), created.body},
		"no JSON":                {201, created.header, "created"},
	} {
		if wrong.asDocumented(request) == nil {
			t.Errorf("%s passes", name)
		}
	}
}

func TestEveryStatusThatIsDocumentedIsAnswered(t *testing.T) {
	doc, err := document()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string][]string{}
	saw := func(path string, a answer) {
		t.Helper()
		seen[path] = append(seen[path], strconv.Itoa(a.status))
	}
	get := func(r *http.Request) { r.Method = http.MethodGet }
	ask := func(p *program, change func(*http.Request)) answer {
		request := p.request(event("arrival", "2026-11-20T08:00:00+01:00", "k"))
		change(request)
		return p.send(request)
	}
	broken := func(p *program) {
		if _, err := p.db.Exec("CREATE TRIGGER broken BEFORE INSERT ON workplace_presence_events BEGIN SELECT RAISE(ABORT, 'no room'); END"); err != nil {
			t.Fatal(err)
		}
	}

	p := start(t, withOwnTracks, func(config *app.Config) { config.API.RequestsPerMinute = 9 })
	saw(endpoint, p.arrive("2026-11-20T08:00:00+01:00", "in"))
	saw(endpoint, p.arrive("2026-11-20T08:00:00+01:00", "in"))
	saw(endpoint, p.leave("2026-11-20T17:00:00+01:00", "out"))
	saw(endpoint, p.leave("2026-11-20T17:00:00+01:00", "again"))
	saw(endpoint, p.post("{"))
	saw(endpoint, p.post("{}"))
	saw(endpoint, p.post(strings.Repeat(" ", 5000)))
	saw(endpoint, ask(p, func(r *http.Request) { r.Header.Del("Content-Type") }))
	saw(endpoint, ask(p, func(r *http.Request) { r.Header.Del("Authorization") }))
	saw(endpoint, ask(p, get))
	broken(p)
	saw(endpoint, p.arrive("2026-11-21T08:00:00+01:00", "fails"))
	saw(endpoint, p.post(""))
	saw(hook, p.ownTracks(""))
	saw(hook, p.ownTracks(crossing("enter", "2026-11-21T08:00:00+01:00")))
	saw(hook, p.ownTracks("", get))
	saw(hook, p.ownTracks("", func(r *http.Request) { r.Header.Del("Authorization") }))
	saw("/healthz", p.get("/healthz"))
	if _, err := p.db.Exec("ALTER TABLE work_entries RENAME TO elsewhere"); err != nil {
		t.Fatal(err)
	}
	saw("/healthz", p.get("/healthz"))
	off, locked := start(t, noSection), start(t, withOwnTracks, noToken)
	saw(endpoint, off.post(""))
	saw(hook, off.ownTracks(""))
	saw(endpoint, locked.post(""))
	saw(hook, locked.ownTracks(""))

	for _, path := range []string{endpoint, hook, "/healthz"} {
		got := slices.Compact(slices.Sorted(slices.Values(seen[path])))
		item := doc.Paths.Value(path)
		operation := item.Post
		if operation == nil {
			operation = item.Get
		}
		var want []string
		for status := range operation.Responses.Map() {
			want = append(want, status)
		}
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
	}
}

// The endpoint and the document must agree about requests.
func TestTheEndpointTakesWhatTheDocumentDescribes(t *testing.T) {
	doc, err := document()
	if err != nil {
		t.Fatal(err)
	}
	schema := doc.Components.Schemas["Event"].Value
	for _, test := range []struct {
		body  string
		taken bool
	}{
		{event("arrival", "2026-11-20T08:03:00+01:00", "k"), true},
		{event("arrival", "2026-11-20 08:03:27.5+0100", "k"), true},
		{event("arrival", "20261120T0803Z", "é"), true},
		{event("arrival", "2026-11-20T08:03:00+01:00", strings.Repeat("é", 255)), true},
		{event("arrival", "2026-11-20T08:03:00+01:00", strings.Repeat("é", 256)), false},
		{event("arrival", "2026-11-20T08:03:00+01:00", ""), false},
		{event("arrival", "2026-11-20T08:03:00+01:00", " "), false},
		{event("arrival", "2026-11-20T08:03:00", "k"), false},
		{event("arrival", "2026-11-20", "k"), false},
		{event("Arrival", "2026-11-20T08:03:00+01:00", "k"), false},
		{`{"event":"arrival","occurred_at":"2026-11-20T08:03:00+01:00","idempotency_key":"k","more":1}`, false},
		{`{"event":"arrival","idempotency_key":"k"}`, false},
		{`{"event":"arrival","occurred_at":null,"idempotency_key":"k"}`, false},
		{`[]`, false},
	} {
		p := start(t)
		status := p.post(test.body).status
		var value any
		if err := json.Unmarshal([]byte(test.body), &value); err != nil {
			t.Fatal(err)
		}
		described := schema.VisitJSON(value, openapi3.EnableJSONSchema2020()) == nil
		if taken := status == 201; taken != test.taken || described != test.taken {
			t.Errorf("%s: taken %t, described %t, want %t", test.body, taken, described, test.taken)
		}
	}
}

func TestTheDocumentIsForEveryone(t *testing.T) {
	p := start(t, withPassword)
	got := p.ask("/openapi.yaml", func(r *http.Request) { r.Host = "elsewhere.example"; r.Header.Set("X-Forwarded-For", "203.0.113.9") })
	got.want(t, 200, "openapi: 3.1", endpoint, "- url: /\n")
	got.wantHeader(t, "Content-Type", "application/yaml")
	got.wantHeader(t, "Cache-Control", "no-cache")
	again := p.ask("/openapi.yaml", func(r *http.Request) { r.Header.Set("If-None-Match", got.header.Get("ETag")) })
	if again.status != 304 || again.body != "" {
		t.Errorf("got %d %.40s", again.status, again.body)
	}
	head := p.ask("/openapi.yaml", method(http.MethodHead))
	head.want(t, 200)
	head.wantHeader(t, "ETag", got.header.Get("ETag"))
	p.ask("/openapi.yaml", method(http.MethodPost, asAutomation)).wantNoResource(t, "POST")
	for _, verb := range []string{http.MethodPost, http.MethodOptions} {
		refused := p.ask("/openapi.yaml", method(verb))
		refused.want(t, 405)
		refused.wantHeader(t, "Allow", "GET, HEAD")
	}

	public := start(t, func(config *app.Config) {
		config.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
	})
	public.get("/worklog/openapi.yaml").want(t, 200, `- url: "https://home.example.org/worklog"`)
	content := public.get("/openapi.yaml").body
	if doc, err := openapi3.NewLoader().LoadFromData([]byte(content)); err != nil || doc.Servers[0].URL != "https://home.example.org/worklog" {
		t.Error("got", err)
	}
}
