package app_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"worklog/app"
)

// asAutomation makes a request as an automation does.
func asAutomation(r *http.Request) {
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	if r.Method == http.MethodPost || r.Method == http.MethodPut {
		r.Body = io.NopCloser(strings.NewReader(event("arrival", "2026-11-20T08:00:00+01:00", "k")))
	}
}

// method changes the request's method.
func method(name string, changes ...func(*http.Request)) func(*http.Request) {
	return func(r *http.Request) {
		r.Method = name
		for _, change := range changes {
			change(r)
		}
	}
}

// wantNoResource checks that an automation gets a 404 in JSON.
func (a answer) wantNoResource(t *testing.T, name string) {
	t.Helper()
	if a.status != 404 || a.body != `{"error":"Ressource introuvable"}` || a.header.Get("Location") != "" ||
		a.header.Get("Content-Type") != "application/json" || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s: got %d %v %s", name, a.status, a.header, a.body)
	}
}

func TestAnAutomationOnAWrongPathIsNeverLedToAPage(t *testing.T) {
	t.Parallel()
	wrong := map[string]string{
		"the root":                 "POST /",
		"no such path":             "POST /presence",
		"a slash too many":         "POST /" + endpoint,
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
		"below the path of others": "POST /worklog" + endpoint,
	}
	ways := map[string]func(*program) func(path string, change func(*http.Request)) answer{
		"": func(p *program) func(string, func(*http.Request)) answer { return p.ask },
		"signed in": func(p *program) func(string, func(*http.Request)) answer {
			v := p.signIn()
			return func(path string, change func(*http.Request)) answer {
				return p.ask(path, func(r *http.Request) {
					r.AddCookie(&http.Cookie{Name: "worklog_session", Value: v.cookies["worklog_session"]})
					change(r)
				})
			}
		},
		"named by the proxy": func(p *program) func(string, func(*http.Request)) answer {
			return func(path string, change func(*http.Request)) answer {
				return p.ask(path, func(r *http.Request) { r.Header.Set("Remote-User", "camille"); change(r) })
			}
		},
		"under a foreign name": func(p *program) func(string, func(*http.Request)) answer {
			return func(path string, change func(*http.Request)) answer {
				return p.ask(path, func(r *http.Request) { r.Host = "evil.example"; change(r) })
			}
		},
		"forwarded, of another site": func(p *program) func(string, func(*http.Request)) answer {
			return func(path string, change func(*http.Request)) answer {
				return p.ask(path, func(r *http.Request) {
					r.Header.Set("X-Forwarded-For", "203.0.113.9")
					crossSite(r)
					change(r)
				})
			}
		},
	}
	for login, test := range map[string]struct {
		change func(*app.Config)
		ways   []string
	}{
		"without a login":  {func(*app.Config) {}, []string{"", "under a foreign name", "forwarded, of another site"}},
		"with a password":  {withPassword, []string{"", "signed in", "under a foreign name", "forwarded, of another site"}},
		"behind a proxy":   {behindProxy, []string{"", "named by the proxy", "under a foreign name"}},
		"open to everyone": {func(c *app.Config) { c.Access.OpenToNetwork = true }, []string{"forwarded, of another site"}},
	} {
		p := recordedDay(t, test.change)
		for _, way := range test.ways {
			ask := ways[way](p)
			p.unchanged(func() {
				for name, line := range wrong {
					verb, path, _ := strings.Cut(line, " ")
					ask(path, method(verb, asAutomation)).wantNoResource(t, login+", "+way+", "+name)
				}
				if head := ask("/wrong", method(http.MethodHead, asAutomation)); head.status != 404 || head.header.Get("Content-Type") != "application/json" {
					t.Errorf("%s, %s: HEAD: got %d %v", login, way, head.status, head.header)
				}
			})
		}
		p.get("/healthz").want(t, 200)
		p.ask("/healthz", asAutomation).want(t, 200)
		p.post(event("arrival", "2026-11-21T08:00:00+01:00", "right")).want(t, 201)
	}
}

func TestWhatMakesAnAutomationIsATokenOrJSON(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
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
		request := p.formRequest("/wrong", url.Values{"a": {"b"}})
		request.Header.Set(test.header, test.value)
		got := p.send(request)
		if test.automation {
			got.wantNoResource(t, name)
		} else if got.status != 303 {
			t.Errorf("%s: got %d, want to be led to the login", name, got.status)
		}
	}
}

// A signed-in person finds a form at these paths. An automation that is redirected to
// the login would take its 200 for success.
func TestAnAutomationIsNotLedToTheLoginEither(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	p.unchanged(func() {
		for name, line := range map[string]string{
			"a new day": "POST /entries/new", "a day": "POST " + editDay, "the month": "GET /months/2026-11", "the root": "GET /", "signing out": "POST /logout",
		} {
			verb, path, _ := strings.Cut(line, " ")
			p.ask(path, method(verb, asAutomation)).wantNoResource(t, name)
		}
		withAccept := func(r *http.Request) { asAutomation(r); r.Header.Set("Accept", "text/html, */*") }
		p.ask("/entries/new", method(http.MethodPost, withAccept)).wantNoResource(t, "JSON from a library that accepts pages")
	})
	// a proxy may pass a token on with what a person's browser asks for
	person := func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer of-the-proxy")
		r.Header.Set("Accept", "text/html,application/xhtml+xml")
	}
	p.ask("/months/2026-11", person).wantHeader(t, "Location", "/login?next=%2Fmonths%2F2026-11")
	p.ask("/login", person).want(t, 200, `name="password"`)
}

func TestAnAutomationOnAWrongPathBelowAPrefix(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
	})
	for _, path := range []string{"/", "/worklog", "/worklog/", "/worklog/wrong", "/worklogs" + endpoint, "/other" + endpoint, "/worklog/worklog" + endpoint} {
		p.ask(path, method(http.MethodPost, asAutomation)).wantNoResource(t, path)
	}
	p.ask("/worklog"+endpoint, method(http.MethodPost, asAutomation)).want(t, 201)
}
