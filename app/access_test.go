package app_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/handlers/access"
)

// ofThePerson lists what a stranger must not see on any page.
var ofThePerson = []string{"Au travail", "Départ oublié", `class="presence`, "/months/", "/entries/", "Clio"}

// wantNothingOfThePerson checks that an answer tells a stranger nothing.
func (a answer) wantNothingOfThePerson(t *testing.T) {
	t.Helper()
	for _, text := range ofThePerson {
		if strings.Contains(a.body, text) {
			t.Errorf("%d tells %q to a stranger: %s", a.status, text, a.body)
		}
	}
}

func TestWithoutALoginTheServerListensOnLoopbackAlone(t *testing.T) {
	t.Parallel()
	for listen, open := range map[string]bool{
		"127.0.0.1:8080": false, "127.8.9.1:8080": false, "[::1]:8080": false, "localhost:8080": false, "LOCALHOST:0": false, "[::ffff:127.0.0.1]:1": false,
		"0.0.0.0:8080": true, ":8080": true, "[::]:8080": true, "192.168.1.2:8080": true, "nas.local:8080": true, "[::ffff:10.0.0.1]:1": true,
	} {
		file := writeConfig(t, fmt.Sprintf("[server]\nlisten = %q\n", listen))
		_, err := app.LoadConfig(file)
		if !open && err != nil {
			t.Errorf("%s: got %v", listen, err)
		}
		if !open {
			continue
		}
		want := file + `:2: server.listen = "` + listen + `": would show the pages to the whole network without a login: ` +
			`set web.auth = "password", or web.auth = "proxy" behind a proxy that asks, or, to let anyone on it see and change your days, web.open_to_network = true`
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	open := "[server]\nlisten = \":8080\"\n[web]\nopen_to_network = true\n"
	if _, err := app.LoadConfig(writeConfig(t, open)); err != nil {
		t.Errorf("open to the network as asked: got %v", err)
	}
}

func TestInAContainerTheErrorNamesTheVariablesToSet(t *testing.T) {
	t.Setenv("WORKLOG_SERVER_LISTEN", ":8080")
	_, err := app.LoadConfig(writeConfig(t, ""))
	want := `environment: WORKLOG_SERVER_LISTEN = ":8080": would show the pages to the whole network without a login: ` +
		"set WORKLOG_WEB_AUTH=password and WORKLOG_WEB_PASSWORD_HASH_FILE (`worklog password` prints a hash), " +
		"or WORKLOG_WEB_AUTH=proxy behind a proxy that asks, or, to let anyone on it see and change your days, WORKLOG_WEB_OPEN_TO_NETWORK=true"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// In a container, such a command may be run without the variables of the server.
func TestACommandThatDoesNotServeNeedsNoLogin(t *testing.T) {
	t.Setenv("WORKLOG_SERVER_LISTEN", ":8080")
	t.Setenv("WORKLOG_DATABASE_PATH", "/data/worklog.db")
	if path, err := app.LoadDatabasePath(writeConfig(t, "")); err != nil || path != "/data/worklog.db" {
		t.Errorf("got %s, %v", path, err)
	}
}

// behindProxy starts a server that trusts the proxy at 127.0.0.1 to name the user camille.
func behindProxy(c *app.Config) {
	c.Access.Auth = access.ProxyLogin
	c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	c.Access.ProxyHeader, c.Access.ProxyUsers = "Remote-User", []string{"camille", "dominique", ""}
}

func TestBehindAProxyOnlyTheUsersThatItNamesSeeThePages(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, behindProxy)
	for _, test := range []struct {
		name   string
		change func(*http.Request)
		want   int
	}{
		{"a user", func(r *http.Request) { r.Header.Set("Remote-User", "camille") }, 200},
		{"the other user, forwarded", func(r *http.Request) {
			r.Header.Set("Remote-User", "dominique")
			r.Header.Set("X-Forwarded-For", "203.0.113.9")
		}, 200},
		{"nobody", func(*http.Request) {}, 403},
		{"an empty name", func(r *http.Request) { r.Header.Set("Remote-User", "") }, 403},
		{"a stranger", func(r *http.Request) { r.Header.Set("Remote-User", "mallory") }, 403},
		{"a name in another case", func(r *http.Request) { r.Header.Set("Remote-User", "Camille") }, 403},
		{"two names", func(r *http.Request) { r.Header["Remote-User"] = []string{"camille", "mallory"} }, 403},
		{"two names in one", func(r *http.Request) { r.Header.Set("Remote-User", "camille, mallory") }, 403},
		{"another header", func(r *http.Request) { r.Header.Set("X-Remote-User", "camille") }, 403},
	} {
		got := p.ask(editDay, test.change)
		if got.status != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got.status, test.want)
		}
		if test.want == 403 {
			got.want(t, 403, "Accès refusé")
			got.wantNothingOfThePerson(t)
		}
	}
	p.get("/nowhere").want(t, 403)
	p.get("/login").want(t, 403)
	p.get("/healthz").want(t, 200)
	p.arrive("2026-11-21T08:00:00+01:00", "api").want(t, 201)
	values := p.asUser("camille", editDay).fields()
	p.unchanged(func() { p.submit(editDay, values).want(t, 403) })
}

// asUser asks for a page as the proxy does for a user.
func (p *program) asUser(name, path string) answer {
	p.t.Helper()
	return p.ask(path, func(r *http.Request) { r.Header.Set("Remote-User", name) })
}

func TestAChangeIsRecordedWithTheNameThatTheProxySays(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, behindProxy)
	as := func(name, path string, values url.Values) answer {
		request := p.formRequest(path, values)
		request.Header.Set("Remote-User", name)
		return p.send(request)
	}
	values := p.asUser("camille", editDay).fields()
	values.Set("note", "x")
	as("camille", editDay, values).want(t, 303)
	as("dominique", "/entries/take-back", url.Values{"change": {"1"}}).want(t, 303)
	as("camille", "/presence/hand", url.Values{"event": {"arrival"}, "key": {"hand"}, "at": {""}}).want(t, 303)
	p.wantStored("SELECT action, made_by FROM changes ORDER BY id", "edited | camille", "taken_back | dominique", "signalled | camille")
}

func TestTheNameOfAUserIsBelievedFromATrustedProxyAlone(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, behindProxy, func(c *app.Config) {
		c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	})
	p.asUser("camille", editDay).want(t, 403)
	if !strings.Contains(p.log.String(), "the peer is not in server.trusted_proxies") {
		t.Errorf("the log does not say why: %s", p.log)
	}
	// a client that claims to forward for a trusted address is still not a proxy
	p.ask(editDay, func(r *http.Request) {
		r.Header.Set("Remote-User", "camille")
		r.Header.Set("X-Forwarded-For", "192.0.2.1")
	}).want(t, 403)

	other := recordedDay(t, behindProxy, func(c *app.Config) { c.Access.ProxyHeader = "X-Auth-User" })
	other.asUser("camille", editDay).want(t, 403)
	other.ask(editDay, func(r *http.Request) { r.Header.Set("X-Auth-User", "camille") }).want(t, 200)
}

func TestALoginByProxyNeedsTheProxyAndTheUsers(t *testing.T) {
	wantProblems(t, "[web]\nauth = \"proxy\"\nproxy_header = \"no header\"\n",
		`FILE: server.trusted_proxies = []: must name the proxy for web.auth = "proxy", such as "127.0.0.1/32"`,
		`FILE:1: web.proxy_users = []: must name who may see the pages for web.auth = "proxy"`,
		`FILE:3: web.proxy_header = "no header": must be the name of a header, such as "Remote-User"`)
	for _, users := range []string{`""`, `"camille", " "`, `" camille"`, `"camille\t"`} {
		t.Setenv("WORKLOG_SERVER_TRUSTED_PROXIES", "127.0.0.1/32")
		_, err := app.LoadConfig(writeConfig(t, "[web]\nauth = \"proxy\"\nproxy_users = ["+users+"]\n"))
		if err == nil || !strings.Contains(err.Error(), "must be names, none of them blank") {
			t.Errorf("%s: got %v", users, err)
		}
	}
}

func TestWhatIsOddAboutALoginIsAWarning(t *testing.T) {
	file := writeConfig(t, "[server]\npublic_url = \"https://heures.example.org\"\n[web]\nproxy_users = [\"camille\"]\n")
	t.Setenv("WORKLOG_WEB_PASSWORD_HASH", hashed().Text())
	config, err := app.LoadConfig(file)
	want := []string{
		"environment: WORKLOG_WEB_PASSWORD_HASH: is not used: web.auth is not \"password\"",
		file + ":2: server.public_url: leads to pages without a login: anyone who can reach the proxy can see and change your days; set web.auth",
		file + ":4: web.proxy_users: is not used: web.auth is not \"proxy\"",
	}
	if err != nil || !slices.Equal(config.Warnings, want) {
		t.Errorf("got %q, %v", config.Warnings, err)
	}
}

func TestAnAnswerToAStrangerTellsNothingOfThePerson(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, func(c *app.Config) { c.Access.PublicURL = nil })
	p.arrive("2026-11-21T08:00:00+01:00", "open").want(t, 201)
	p.clock.advance(3 * 24 * time.Hour) // its departure is forgotten
	for name, got := range map[string]answer{
		"a foreign host":           p.ask("/months/2026-11", func(r *http.Request) { r.Host = "evil.example" }),
		"an unknown asset":         p.get("/static/nothing.css"),
		"a forwarded request":      p.ask("/", func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.9") }),
		"a form of another site":   p.send(crossSite(p.formRequest(editDay, nil))),
		"an asset, another method": p.submit("/static/nothing.css", nil),
	} {
		if got.status < 400 {
			t.Errorf("%s: got %d", name, got.status)
		}
		got.wantNothingOfThePerson(t)
	}
	p.get("/nowhere").want(t, 404, "Au travail", "Départ oublié") // a signed-in person sees the whole frame
}

func crossSite(request *http.Request) *http.Request {
	request.Header.Set("Sec-Fetch-Site", "cross-site")
	return request
}

func TestEveryPageAndAssetCarriesTheSecurityHeadersErrorsToo(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.signIn()
	asset := staticPath.FindString(p.get("/login").body)
	foreign := func(r *http.Request) { r.Host = "evil.example" }
	for _, path := range []string{"/", "/months/2026-11", editDay, "/nowhere", "/login", "/logout", asset, "/static/nothing.css", "/manifest.webmanifest", "/healthz", endpoint} {
		for _, got := range []answer{v.get(path), p.get(path), p.ask(path, foreign)} {
			policy := got.header.Get("Content-Security-Policy")
			for _, directive := range []string{"default-src 'none'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
				if !strings.Contains(policy, directive) || strings.Contains(policy, "unsafe") {
					t.Errorf("%s: got policy %q", path, policy)
				}
			}
			got.wantHeader(t, "X-Content-Type-Options", "nosniff")
			got.wantHeader(t, "Referrer-Policy", "same-origin")
			got.wantHeader(t, "Cross-Origin-Opener-Policy", "same-origin")
			got.wantHeader(t, "Cross-Origin-Resource-Policy", "same-origin")
			if path != asset {
				got.wantHeader(t, "Cache-Control", "no-store")
			}
		}
	}
}

func TestWhatPeopleWroteIsShownAndNeverRun(t *testing.T) {
	t.Parallel()
	const script = `<script>alert("1")</script><img src=x onerror='alert(2)'>`
	p := start(t, noLimit, func(c *app.Config) { c.Journeys[0].Label, c.Vehicles[0].Label = script, script })
	p.day("2026-11-20T08:00:00+01:00", "2026-11-20T17:00:00+01:00", script)
	values := p.form(editDay)
	values.Set("note", script)
	values.Set("slot_start", script)
	refused := p.submit(editDay, values)
	refused.want(t, 422)
	values.Set("slot_start", "08:00")
	p.wantSaved(editDay, values, editDay)
	if _, err := p.db.Exec("UPDATE work_entries SET motor_vehicle_id = ?", script); err != nil {
		t.Fatal(err)
	}
	for _, got := range []answer{refused, p.get(editDay), p.get("/months/2026-11"), p.get("/entries/1/delete"), p.get("/entries/new?date=" + url.QueryEscape(script)), p.get("/" + url.PathEscape(script))} {
		if strings.Contains(got.body, "<script>alert") || strings.Contains(got.body, "<img src=x") {
			t.Errorf("%d runs what was written: %s", got.status, got.body)
		}
	}
	p.get(editDay).want(t, 200, "&lt;script&gt;alert(")
}
