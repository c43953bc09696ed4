package access_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/handlers/access"
	"worklog/models/modelstest"
)

func TestEveryPathLeadsToTheLoginButThoseForEveryone(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	stranger := p.Visitor("")
	for path, want := range map[string]string{
		"/":                            "/login",
		"/months/2026-11":              "/login?next=%2Fmonths%2F2026-11",
		"/entries/new?date=2026-11-12": "/login?next=%2Fentries%2Fnew%3Fdate%3D2026-11-12",
		apptest.EditDay:                "/login?next=%2Fentries%2F1%2Fedit",
		"/nowhere":                     "/login?next=%2Fnowhere",
		"/logout":                      "/login",
		"/metrics":                     "/login?next=%2Fmetrics",
	} {
		got := stranger.Get(path)
		got.Want(t, 303)
		got.WantHeader(t, "Location", want)
		got.WantHeader(t, "Cache-Control", "no-store")
		wantNothingOfThePerson(t, got)
		head := p.Ask(path, func(r *http.Request) { r.Method = http.MethodHead })
		head.Want(t, 303)
	}
	p.Unchanged(func() {
		for _, path := range []string{apptest.EditDay, "/entries/new?date=2026-11-12", "/presence/close", "/nowhere"} {
			got := stranger.Submit(path, url.Values{"version": {"4"}, "day_type": {"RTT"}})
			got.Want(t, 303)
			got.WantHeader(t, "Location", "/login?unsaved=1")
		}
	})
	stranger.Submit("/logout", nil).WantHeader(t, "Location", "/login") // nobody is signed in
	for path, want := range map[string]int{
		"/healthz": 200, "/login": 200, "/manifest.webmanifest": 200, "/sw.js": 200, "/offline": 200, "/static/nothing.css": 404, "/help/files/home-assistant/blueprints/automation/worklog/zone.yaml": 200, "/help/files/home-assistant/worklog.yaml": 303, apptest.Endpoint: 405, "/api/v2": 404,
	} {
		stranger.Get(path).Want(t, want)
	}
	p.Arrive("2026-11-21T08:00:00+01:00", "api").Want(t, 201)
}

func TestThePasswordLetsInAndNothingElseDoes(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.Visitor("")
	for _, wrong := range []string{"", "wrong password", apptest.Password + " ", strings.ToUpper(apptest.Password), apptest.Password[:8], strings.Repeat("x", 100_000)} {
		got := v.Try(wrong)
		got.Want(t, 422, `name="password"`, `aria-invalid="true"`)
		if len(v.Cookies) > 0 || wrong != "" && strings.Contains(got.Body, wrong) {
			t.Errorf("%.20q: got %v %s", wrong, v.Cookies, got.Body)
		}
	}
	v.Get("/months/2026-11").Want(t, 303)
	got := v.Submit("/login", url.Values{"password": {apptest.Password}, "next": {apptest.EditDay}})
	got.Want(t, 303)
	got.WantHeader(t, "Location", apptest.EditDay)
	v.Get(apptest.EditDay).Want(t, 200, `class="presence`, "Déconnexion")
	v.Get("/nowhere").Want(t, 404)
	v.Get("/login?next=/years/2026").WantHeader(t, "Location", "/years/2026")
	values := v.Get(apptest.EditDay).Fields()
	values.Set("note", "signed in")
	v.Submit(apptest.EditDay, values).Want(t, 303)
	p.WantStored("SELECT note FROM work_entries", "signed in")
}

func TestTheCookiesAreTheServersAlone(t *testing.T) {
	t.Parallel()
	public := func(address string) func(*app.Config) {
		return func(c *app.Config) { c.Access.PublicURL, _ = url.Parse(address) }
	}
	for address, want := range map[string]string{
		"http://nas.local":                 "worklog_session=.; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax",
		"https://heures.example.org":       "__Host-worklog_session=.; Path=/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax",
		"https://home.example.org/worklog": "__Secure-worklog_session=.; Path=/worklog; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax",
	} {
		p := apptest.Start(t, apptest.WithPassword, public(address))
		request := p.FormRequest("/login", url.Values{"password": {apptest.Password}})
		request.Header.Set("Origin", address[:len("https://")+strings.IndexAny(address[len("https://"):]+"/", "/")])
		got := p.Send(request)
		got.Want(t, 303)
		lines := got.Header.Values("Set-Cookie")
		if len(lines) != 2 || !strings.HasSuffix(lines[1], strings.Replace(want[strings.Index(want, ";"):], "15552000", "34560000", 1)) {
			t.Errorf("got %q", lines)
		}
		line := lines[0]
		name, rest, _ := strings.Cut(line, "=")
		value, attributes, _ := strings.Cut(rest, ";")
		if got := name + "=.;" + attributes; got != want || len(value) < 43 {
			t.Errorf("got %s (%d characters), want %s", got, len(value), want)
		}
	}
}

func TestSigningInGivesANewIdAndEndsTheOldOne(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	victim := p.Visitor("")
	victim.Cookies["worklog_session"] = "chosen-by-an-attacker"
	victim.Try(apptest.Password).Want(t, 303)
	first := victim.Cookies["worklog_session"]
	victim.Try(apptest.Password).Want(t, 303)
	second := victim.Cookies["worklog_session"]
	if first == "chosen-by-an-attacker" || first == second {
		t.Errorf("got %q, then %q", first, second)
	}
	for token, want := range map[string]int{"chosen-by-an-attacker": 303, first: 303, second: 200} {
		v := p.Visitor("")
		v.Cookies["worklog_session"] = token
		v.Get(apptest.EditDay).Want(t, want)
	}
	p.WantStored("SELECT count(*) FROM web_sessions", "1")
}

func TestSigningOutRevokesTheSessionOrEverySession(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	phone, desk, other := p.SignIn(), p.SignIn(), p.SignIn()
	kept := phone.Cookies["worklog_session"]
	phone.Get("/logout").Want(t, 200, "Se déconnecter partout", `href="/sessions"`)
	phone.Get(apptest.EditDay).Want(t, 200) // showing the question signs nobody out
	crossSite := apptest.CrossSite(p.FormRequest("/logout", nil))
	phone.Send(crossSite).Want(t, 403)
	phone.Submit("/logout", nil).WantHeader(t, "Location", "/login")
	if _, has := phone.Cookies["worklog_session"]; has {
		t.Error("the cookie is kept")
	}
	phone.Get("/login").Want(t, 200, "Déconnexion faite.")
	phone.Cookies["worklog_session"] = kept
	phone.Get(apptest.EditDay).Want(t, 303)
	desk.Get(apptest.EditDay).Want(t, 200)

	desk.Submit("/logout", url.Values{"everywhere": {"1"}}).Want(t, 303)
	other.Get(apptest.EditDay).Want(t, 303)
	p.WantStored("SELECT count(*) FROM web_sessions", "0")
}

func TestASessionEndsAfterThirtyDaysUnusedAndAHundredAndEightyAtMost(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	p := apptest.RecordedDay(t, apptest.WithPassword)
	unused, used := p.SignIn(), p.SignIn()
	p.Clock.Advance(30*day - time.Second)
	unused.Get(apptest.EditDay).Want(t, 200)
	used.Get(apptest.EditDay).Want(t, 200)
	for range 6 {
		p.Clock.Advance(25*day - 10*time.Second)
		used.Get(apptest.EditDay).Want(t, 200)
	}
	unused.Get(apptest.EditDay).Want(t, 303)
	p.Clock.Advance(2 * time.Minute)
	used.Get(apptest.EditDay).Want(t, 303)
	p.SignIn()
	p.WantStored("SELECT count(*) FROM web_sessions", "1") // ended sessions are deleted
}

func TestAPageWritesTheUseOfASessionOnceAnHour(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	p.Clock.Advance(59 * time.Minute)
	v.Get(apptest.EditDay).Want(t, 200)
	p.WantStored("SELECT created_at = seen_at FROM web_sessions", "1")
	p.Clock.Advance(time.Minute)
	v.Get(apptest.EditDay).Want(t, 200)
	p.WantStored("SELECT seen_at FROM web_sessions", "2026-11-20T08:00:00.000000000Z")
}

func TestARestartKeepsSessionsAndAnotherPasswordEndsThem(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	p.Restart()
	v.Get(apptest.EditDay).Want(t, 200)
	p.Stop()
	first := p.Config.Access.Password
	changed, err := access.HashPassword(apptest.Password) // the same word with a new salt is a new password
	modelstest.Must(t, err)
	p.Config.Access.Password = changed
	p.Run()
	v.Get(apptest.EditDay).Want(t, 303)
	p.WantStored("SELECT count(*) FROM web_sessions", "0")
	p.Stop()
	p.Config.Access.Password = first
	p.Run()
	v.Get(apptest.EditDay).Want(t, 303) // nor does it come back with the password
}

func TestNoSecretOfALoginIsStoredOrLogged(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	p.Visitor("").Try("a wrong password").Want(t, 422)
	v.Get("/months/2026-11").Want(t, 200)
	stored := fmt.Sprint(p.Stored("SELECT * FROM web_sessions"))
	for _, secret := range []string{apptest.Password, "a wrong password", v.Cookies["worklog_session"], v.Cookies["worklog_device"], apptest.Hashed().Text()} {
		if strings.Contains(p.Log.String(), secret) || strings.Contains(stored, secret) {
			t.Errorf("%q stands in the log or in the database", secret)
		}
	}
	for _, wanted := range []string{`"msg":"signed in","client":"127.0.0.1"`, `"msg":"sign-in refused","client":"127.0.0.1"`} {
		if !strings.Contains(p.Log.String(), wanted) {
			t.Errorf("%s is not in the log:\n%s", wanted, p.Log)
		}
	}
	if text := fmt.Sprintf("%v %+v %#v", p.Config, p.Config, p.Config.Access.Password); strings.Contains(text, apptest.Hashed().Text()) {
		t.Errorf("printing the configuration tells the hash: %s", text)
	}
}

func TestAWriterThatHoldsTheDatabaseHoldsUpNoPage(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	p.Clock.Advance(2 * time.Hour) // long enough for the last use of the session to be stored
	p.DB.SetMaxOpenConns(1)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("BEGIN IMMEDIATE")))
	request, err := http.NewRequest(http.MethodGet, p.URL+apptest.EditDay, nil)
	modelstest.Must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second) // a writer waits for 5
	defer cancel()
	v.Send(request.WithContext(ctx)).Want(t, 200)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("ROLLBACK")))
	v.Get(apptest.EditDay).Want(t, 200)
	p.WantStored("SELECT seen_at FROM web_sessions", "2026-11-20T09:00:00.000000000Z")
}
