package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
)

func TestAnAutomationOnAWrongPathIsNeverLedToAPage(t *testing.T) {
	wrong := map[string]string{
		"the root":                 "POST /",
		"no such path":             "POST /presence",
		"a slash too many":         "POST /" + apptest.Endpoint,
		"another case":             "POST /API/v1/workplace-presence",
		"without the version":      "POST /workplace-presence",
		"a page":                   "POST /months/2026-11",
		"a page and a slash":       "POST /months/",
		"another method":           "PUT /entries/1/edit",
		"to be deleted":            "DELETE /entries/1/delete",
		"what it could do":         "OPTIONS /entries/1/edit",
		"the health check":         "POST /healthz",
		"an asset":                 "POST /static/worklog.css",
		"an unknown asset":         "GET /static/nothing.css",
		"the manifest":             "POST /manifest.webmanifest",
		"read":                     "GET /wrong",
		"read below a page":        "GET /entries/1",
		"read, with a query":       "GET /wrong?next=/",
		"below the path of others": "POST /worklog" + apptest.Endpoint,
	}
	ways := map[string]func(*apptest.Program) func(*http.Request){
		"": func(*apptest.Program) func(*http.Request) { return func(*http.Request) {} },
		"signed in": func(p *apptest.Program) func(*http.Request) {
			session := p.SignIn().Cookies["worklog_session"]
			return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "worklog_session", Value: session}) }
		},
		"named by the proxy": func(*apptest.Program) func(*http.Request) {
			return func(r *http.Request) { r.Header.Set("Remote-User", "camille") }
		},
		"under a foreign name": func(*apptest.Program) func(*http.Request) {
			return func(r *http.Request) { r.Host = "evil.example" }
		},
		"forwarded, of another site": func(*apptest.Program) func(*http.Request) {
			return func(r *http.Request) { apptest.CrossSite(r).Header.Set("X-Forwarded-For", "203.0.113.9") }
		},
	}
	for login, test := range map[string]struct {
		change func(*app.Config)
		ways   []string
	}{
		"without a login":  {func(*app.Config) {}, []string{"", "under a foreign name", "forwarded, of another site"}},
		"with a password":  {apptest.WithPassword, []string{"", "signed in", "under a foreign name", "forwarded, of another site"}},
		"behind a proxy":   {apptest.BehindProxy, []string{"", "named by the proxy", "under a foreign name"}},
		"open to everyone": {func(c *app.Config) { c.Access.OpenToNetwork = true }, []string{"forwarded, of another site"}},
	} {
		p := apptest.RecordedDay(t, test.change)
		for _, way := range test.ways {
			come := ways[way](p)
			ask := func(path, verb string) apptest.Answer {
				return p.Ask(path, func(r *http.Request) { come(r); apptest.Method(verb, apptest.AsAutomation)(r) })
			}
			p.Unchanged(func() {
				for name, line := range wrong {
					verb, path, _ := strings.Cut(line, " ")
					ask(path, verb).WantNoResource(t, login+", "+way+", "+name)
				}
				if head := ask("/wrong", http.MethodHead); head.Status != 404 || head.Header.Get("Content-Type") != "application/json" {
					t.Errorf("%s, %s: HEAD: got %d %v", login, way, head.Status, head.Header)
				}
			})
		}
		p.Get("/healthz").Want(t, 200)
		p.Ask("/healthz", apptest.AsAutomation).Want(t, 200)
		p.Post(apptest.Event("arrival", "2026-11-21T08:00:00+01:00", "right")).Want(t, 201)
	}
}

func TestWhatMakesAnAutomationIsATokenOrJSON(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	for name, test := range map[string]struct {
		header, value string
		automation    bool
	}{
		"a token":                  {"Authorization", "Bearer x", true},
		"a token in lower case":    {"Authorization", "bearer x", true},
		"an empty token":           {"Authorization", "Bearer", true},
		"a password":               {"Authorization", "Basic eDp5", false},
		"another scheme":           {"Authorization", "Bearerish x", false},
		"JSON":                     {"Content-Type", "application/json", true},
		"JSON in UTF-8":            {"Content-Type", "Application/JSON ; charset=utf-8", true},
		"a kind of JSON":           {"Content-Type", "application/problem+json", true},
		"a form":                   {"Content-Type", "application/x-www-form-urlencoded", false},
		"a text that speaks of it": {"Content-Type", "text/plain; of=application/json", false},
	} {
		request := p.FormRequest("/wrong", url.Values{"a": {"b"}})
		request.Header.Set(test.header, test.value)
		got := p.Send(request)
		if test.automation {
			got.WantNoResource(t, name)
		} else if got.Status != 303 {
			t.Errorf("%s: got %d, want to be led to the login", name, got.Status)
		}
	}
}

// A signed-in person finds a form at these paths. An automation that is redirected to
// the login would take its 200 for success.
func TestAnAutomationIsNotLedToTheLoginEither(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	p.Unchanged(func() {
		for name, line := range map[string]string{
			"a new day": "POST /entries/new", "a day": "POST " + apptest.EditDay, "the month": "GET /months/2026-11", "the root": "GET /", "signing out": "POST /logout",
		} {
			verb, path, _ := strings.Cut(line, " ")
			p.Ask(path, apptest.Method(verb, apptest.AsAutomation)).WantNoResource(t, name)
		}
		withAccept := func(r *http.Request) { apptest.AsAutomation(r); r.Header.Set("Accept", "text/html, */*") }
		p.Ask("/entries/new", apptest.Method(http.MethodPost, withAccept)).WantNoResource(t, "JSON from a library that accepts pages")
	})
	// a proxy may pass a token on with what a person's browser asks for
	person := func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer of-the-proxy")
		r.Header.Set("Accept", "text/html,application/xhtml+xml")
	}
	p.Ask("/months/2026-11", person).WantHeader(t, "Location", "/login?next=%2Fmonths%2F2026-11")
	p.Ask("/login", person).Want(t, 200, `name="password"`)
}

func TestAnAutomationOnAWrongPathBelowAPrefix(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword, apptest.At("https://home.example.org/worklog"))
	for _, path := range []string{"/", "/worklog", "/worklog/", "/worklog/wrong", "/worklogs" + apptest.Endpoint, "/other" + apptest.Endpoint, "/worklog/worklog" + apptest.Endpoint} {
		p.Ask(path, apptest.Method(http.MethodPost, apptest.AsAutomation)).WantNoResource(t, path)
	}
	p.Ask("/worklog"+apptest.Endpoint, apptest.Method(http.MethodPost, apptest.AsAutomation)).Want(t, 201)
}
