package api_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestTheDocumentAndItsExamplesAreValid(t *testing.T) {
	doc, err := apptest.Document()
	modelstest.Must(t, err)
	modelstest.Want(t, doc.IsOpenAPI31OrLater(), true, doc.OpenAPI)
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			for status, response := range operation.Responses.Map() {
				for kind, content := range response.Value.Content {
					modelstest.Want(t, kind != "application/json" || content.Example != nil || len(content.Examples) != 0, true, method, path, status, "has an example")
				}
			}
		}
	}
}

func TestEveryStatusThatIsDocumentedIsAnswered(t *testing.T) {
	doc, err := apptest.Document()
	modelstest.Must(t, err)
	get := func(r *http.Request) { r.Method = http.MethodGet }
	anonymous := func(r *http.Request) { r.Header.Del("Authorization") }
	ask := func(p *apptest.Program, change func(*http.Request)) apptest.Answer {
		request := p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"))
		change(request)
		return p.Send(request)
	}
	p := apptest.Start(t, apptest.WithOwnTracks, func(config *app.Config) { config.API.RequestsPerMinute = 9 })
	off, locked := apptest.Start(t, apptest.NoSection), apptest.Start(t, apptest.WithOwnTracks, apptest.NoToken)
	seen := map[string][]apptest.Answer{apptest.Endpoint: {
		p.Arrive("2026-11-20T08:00:00+01:00", "in"), p.Arrive("2026-11-20T08:00:00+01:00", "in"), p.Leave("2026-11-20T17:00:00+01:00", "out"), p.Leave("2026-11-20T17:00:00+01:00", "again"),
		p.Post("{"), p.Post("{}"), p.Post(strings.Repeat(" ", 5000)), ask(p, func(r *http.Request) { r.Header.Del("Content-Type") }), ask(p, anonymous), ask(p, get), off.Post(""), locked.Post(""),
	}}
	modelstest.Must(t, modelstest.Only(p.DB.Exec("CREATE TRIGGER broken BEFORE INSERT ON workplace_presence_events BEGIN SELECT RAISE(ABORT, 'no room'); END")))
	seen[apptest.Endpoint] = append(seen[apptest.Endpoint], p.Arrive("2026-11-21T08:00:00+01:00", "fails"), p.Post(""))
	seen[apptest.Hook] = []apptest.Answer{
		p.OwnTracks(""), p.OwnTracks(apptest.Crossing("enter", "2026-11-21T08:00:00+01:00")), p.OwnTracks("", get), p.OwnTracks("", anonymous), off.OwnTracks(""), locked.OwnTracks(""),
	}
	seen["/healthz"] = []apptest.Answer{p.Get("/healthz")}
	modelstest.Must(t, modelstest.Only(p.DB.Exec("ALTER TABLE work_entries RENAME TO elsewhere")))
	seen["/healthz"] = append(seen["/healthz"], p.Get("/healthz"))
	for path, answers := range seen {
		got := map[string]bool{}
		for _, answer := range answers {
			got[strconv.Itoa(answer.Status)] = true
		}
		operation := cmp.Or(doc.Paths.Value(path).Post, doc.Paths.Value(path).Get)
		want := slices.Sorted(maps.Keys(operation.Responses.Map()))
		modelstest.Want(t, fmt.Sprint(slices.Sorted(maps.Keys(got))), fmt.Sprint(want), path)
	}
}

// The endpoint and the document must agree about requests.
func TestTheEndpointTakesWhatTheDocumentDescribes(t *testing.T) {
	doc, err := apptest.Document()
	modelstest.Must(t, err)
	schema := doc.Components.Schemas["Event"].Value
	p := apptest.Start(t)
	for _, test := range []struct {
		body  string
		taken bool
	}{
		{apptest.Event("arrival", "2026-11-20T08:03:00+01:00", "k"), true},
		{apptest.Event("arrival", "2026-11-20 08:03:27.5+0100", "k"), true},
		{apptest.Event("arrival", "20261120T0803Z", "é"), true},
		{apptest.Event("arrival", "2026-11-20T08:03:00+01:00", strings.Repeat("é", 255)), true},
		{apptest.Event("arrival", "2026-11-20T08:03:00+01:00", strings.Repeat("é", 256)), false},
		{apptest.Event("arrival", "2026-11-20T08:03:00+01:00", ""), false},
		{apptest.Event("arrival", "2026-11-20T08:03:00+01:00", " "), false},
		{apptest.Event("arrival", "2026-11-20T08:03:00", "k"), false},
		{apptest.Event("arrival", "2026-11-20", "k"), false},
		{apptest.Event("Arrival", "2026-11-20T08:03:00+01:00", "k"), false},
		{`{"event":"arrival","occurred_at":"2026-11-20T08:03:00+01:00","idempotency_key":"k","more":1}`, false},
		{`{"event":"arrival","idempotency_key":"k"}`, false},
		{`{"event":"arrival","occurred_at":null,"idempotency_key":"k"}`, false},
		{`[]`, false},
	} {
		status := p.Post(test.body).Status
		forget(p)
		var value any
		modelstest.Must(t, json.Unmarshal([]byte(test.body), &value))
		described := schema.VisitJSON(value, openapi3.EnableJSONSchema2020()) == nil
		if taken := status == 201; taken != test.taken || described != test.taken {
			t.Errorf("%s: taken %t, described %t, want %t", test.body, taken, described, test.taken)
		}
	}
}

func TestTheDocumentIsForEveryone(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword)
	got := p.Ask("/openapi.yaml", func(r *http.Request) { r.Host = "elsewhere.example"; r.Header.Set("X-Forwarded-For", "203.0.113.9") })
	got.Want(t, 200, "openapi: 3.1", apptest.Endpoint, "- url: /\n")
	got.WantHeader(t, "Content-Type", "application/yaml")
	got.WantHeader(t, "Cache-Control", "no-cache")
	again := p.Ask("/openapi.yaml", func(r *http.Request) { r.Header.Set("If-None-Match", got.Header.Get("ETag")) })
	modelstest.Want(t, fmt.Sprint(again.Status, again.Body), "304")
	p.Ask("/openapi.yaml", apptest.Method(http.MethodHead)).Want(t, 200).WantHeader(t, "ETag", got.Header.Get("ETag"))
	p.Ask("/openapi.yaml", apptest.Method(http.MethodPost, apptest.AsAutomation)).WantNoResource(t, "POST")
	for _, verb := range []string{http.MethodPost, http.MethodOptions} {
		p.Ask("/openapi.yaml", apptest.Method(verb)).Want(t, 405).WantHeader(t, "Allow", "GET, HEAD")
	}

	public := apptest.Start(t, apptest.At("https://home.example.org/worklog"))
	public.Get("/worklog/openapi.yaml").Want(t, 200, `- url: "https://home.example.org/worklog"`)
	content := public.Get("/openapi.yaml").Body
	if doc, err := openapi3.NewLoader().LoadFromData([]byte(content)); err != nil || doc.Servers[0].URL != "https://home.example.org/worklog" {
		t.Error("got", err)
	}
}
