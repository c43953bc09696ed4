package access_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// ofThePerson lists what a stranger must not see on any page.
var ofThePerson = []string{"Au travail", "Départ oublié", `class="presence`, "/months/", "/entries/", "Clio"}

func TestBehindAProxyOnlyTheUsersThatItNamesSeeThePages(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.BehindProxy)
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
		got := p.Ask(apptest.EditDay, test.change)
		modelstest.Want(t, got.Status, test.want, test.name)
		if test.want == 403 {
			got.Want(t, 403, "Accès refusé")
			got.WantNone(t, ofThePerson...)
		}
	}
	p.Get("/nowhere").Want(t, 403)
	p.Get("/login").Want(t, 403)
	p.Get("/healthz").Want(t, 200)
	p.Arrive("2026-11-21T08:00:00+01:00", "api").Want(t, 201)
	values := asUser(p, "camille", apptest.EditDay).Fields()
	p.SubmitInVain(apptest.EditDay, values).Want(t, 403)
}

// asUser asks for a page as the proxy does for a user.
func asUser(p *apptest.Program, name, path string) apptest.Answer {
	p.T.Helper()
	return p.Ask(path, func(r *http.Request) { r.Header.Set("Remote-User", name) })
}

func TestTheNameOfAUserIsBelievedFromATrustedProxyAlone(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.BehindProxy, func(c *app.Config) {
		c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	})
	asUser(p, "camille", apptest.EditDay).Want(t, 403)
	modelstest.WantIn(t, p.Log.String(), "the peer is not in server.trusted_proxies")
	// a client that claims to forward for a trusted address is still not a proxy
	p.Ask(apptest.EditDay, func(r *http.Request) {
		r.Header.Set("Remote-User", "camille")
		r.Header.Set("X-Forwarded-For", "192.0.2.1")
	}).Want(t, 403)

	other := apptest.RecordedDay(t, apptest.BehindProxy, func(c *app.Config) { c.Access.ProxyHeader = "X-Auth-User" })
	asUser(other, "camille", apptest.EditDay).Want(t, 403)
	other.Ask(apptest.EditDay, func(r *http.Request) { r.Header.Set("X-Auth-User", "camille") }).Want(t, 200)
}

func TestAChangeIsRecordedWithTheNameThatTheProxySays(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.BehindProxy)
	as := func(name, path string, values url.Values) apptest.Answer {
		request := p.FormRequest(path, values)
		request.Header.Set("Remote-User", name)
		return p.Send(request)
	}
	values := asUser(p, "camille", apptest.EditDay).Fields()
	values.Set("note", "x")
	as("camille", apptest.EditDay, values).Want(t, 303)
	as("dominique", "/entries/take-back", url.Values{"change": {"1"}}).Want(t, 303)
	as("camille", "/presence/hand", url.Values{"event": {"arrival"}, "key": {"hand"}, "at": {""}}).Want(t, 303)
	p.WantStored("SELECT action, made_by FROM changes ORDER BY id", "edited | camille", "taken_back | dominique", "signalled | camille")
}

func TestAnAnswerToAStrangerTellsNothingOfThePerson(t *testing.T) {
	p := apptest.RecordedDay(t, func(c *app.Config) { c.Access.PublicURL = nil })
	p.Arrive("2026-11-21T08:00:00+01:00", "open").Want(t, 201)
	p.Clock.Advance(3 * 24 * time.Hour) // its departure is forgotten
	for name, got := range map[string]apptest.Answer{
		"a foreign host":           p.Ask("/months/2026-11", func(r *http.Request) { r.Host = "evil.example" }),
		"an unknown asset":         p.Get("/static/nothing.css"),
		"a forwarded request":      p.Ask("/", func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.9") }),
		"a form of another site":   p.Send(apptest.CrossSite(p.FormRequest(apptest.EditDay, nil))),
		"an asset, another method": p.Submit("/static/nothing.css", nil),
	} {
		modelstest.Want(t, got.Status >= 400, true, name, got.Status)
		got.WantNone(t, ofThePerson...)
	}
	p.Get("/nowhere").Want(t, 404, "Au travail", "Plus") // a signed-in person sees the whole frame
}

func TestEveryPageAndAssetCarriesTheSecurityHeadersErrorsToo(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	asset := apptest.StaticPath.FindString(p.Get("/login").Body)
	foreign := func(r *http.Request) { r.Host = "evil.example" }
	for _, path := range []string{"/", "/months/2026-11", apptest.EditDay, "/nowhere", "/login", "/logout", asset, "/static/nothing.css", "/manifest.webmanifest", "/sw.js", "/offline", "/healthz", apptest.Endpoint} {
		for _, got := range []apptest.Answer{v.Get(path), p.Get(path), p.Ask(path, foreign)} {
			policy := got.Header.Get("Content-Security-Policy")
			for _, directive := range []string{"default-src 'none'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'", "connect-src 'self'", "worker-src 'self'"} {
				modelstest.WantIn(t, policy, directive)
				apptest.Answer{Body: policy}.WantNone(t, "unsafe")
			}
			got.WantHeader(t, "X-Content-Type-Options", "nosniff")
			got.WantHeader(t, "Referrer-Policy", "same-origin")
			got.WantHeader(t, "Cross-Origin-Opener-Policy", "same-origin")
			got.WantHeader(t, "Cross-Origin-Resource-Policy", "same-origin")
			if path != asset && path != "/sw.js" {
				got.WantHeader(t, "Cache-Control", "no-store")
			}
		}
	}
}

func TestWhatPeopleWroteIsShownAndNeverRun(t *testing.T) {
	const script = `<script>alert("1")</script><img src=x onerror='alert(2)'>`
	p := apptest.Start(t, apptest.NoLimit, func(c *app.Config) {
		c.Frame.Costs.Journeys[0].Label, c.Frame.Costs.Vehicles[0].Label = script, script
	})
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T17:00:00+01:00", script)
	values := p.Form(apptest.EditDay)
	values.Set("note", script)
	values.Set("slot_start", script)
	refused := p.Submit(apptest.EditDay, values).Want(t, 422)
	values.Set("slot_start", "08:00")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE work_entries SET motor_vehicle_id = ?", script)))
	for _, got := range []apptest.Answer{refused, p.Get(apptest.EditDay), p.Get("/months/2026-11"), p.Get("/entries/1/delete"), p.Get("/entries/new?date=" + url.QueryEscape(script)), p.Get("/" + url.PathEscape(script))} {
		got.WantNone(t, "<script>alert", "<img src=x")
	}
	p.Get(apptest.EditDay).Want(t, 200, "&lt;script&gt;alert(")
}

func TestAPageOfAnotherUserSendsNothing(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.BehindProxy)
	tags := map[string]string{}
	for _, name := range []string{"camille", "dominique"} {
		_, rest, _ := strings.Cut(asUser(p, name, "/months/2026-11").Body, `data-who="`)
		tags[name], _, _ = strings.Cut(rest, `"`)
		modelstest.Want(t, len(tags[name]) == 16 && (tags[name] != tags["camille"] || name == "camille"), true, tags[name])
	}
	press := func(name, tag, key string) apptest.Answer {
		request := p.FormRequest("/presence/hand", url.Values{"event": {"arrival"}, "key": {key}})
		request.Header.Set("Remote-User", name)
		request.Header.Set("Accept", "application/json")
		request.Header.Set("Worklog-Who", tag)
		return p.Send(request)
	}
	p.Unchanged(func() {
		press("dominique", tags["camille"], "k").Want(t, 403)
		press("dominique", "x", "k").Want(t, 403)
	})
	press("camille", tags["camille"], "k").Want(t, 200)
	apptest.RecordedDay(t).Get("/offline").WantNone(t, "data-who") // or the page for everyone says who it is for
}
