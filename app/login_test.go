package app_test

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/handlers/access"
)

const password = "correct horse battery staple"

// passwordHash is a hash of the password with parameters that take hardly any time to
// check.
const passwordHash = "$argon2id$v=19$m=8,t=1,p=1$Zm9yIHRoZSB0ZXN0cy4uLg$4EM5yelaZWT0KeBnBsOcsDEdharEszneBGasFg31Rmw"

// hashed returns the hash of the password.
func hashed() access.PasswordHash {
	hash, err := access.ParsePasswordHash(passwordHash)
	if err != nil {
		panic(err)
	}
	return hash
}

func withPassword(c *app.Config) { c.Access.Auth, c.Access.Password = access.PasswordLogin, hashed() }

// behindTrusted lets a test choose the address from which it comes.
func behindTrusted(c *app.Config) {
	c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
}

// visitor is a browser: it keeps its cookies.
type visitor struct {
	p       *program
	address string // as the trusted proxy tells it; empty for none
	cookies map[string]string
}

func (p *program) visitor(address string) *visitor {
	return &visitor{p, address, map[string]string{}}
}

func (v *visitor) send(request *http.Request) answer {
	v.p.t.Helper()
	if v.address != "" {
		request.Header.Set("X-Forwarded-For", v.address)
	}
	for name, value := range v.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	got := v.p.send(request)
	for _, line := range got.header.Values("Set-Cookie") {
		cookie, err := http.ParseSetCookie(line)
		if err != nil {
			v.p.t.Fatal(err)
		}
		v.cookies[cookie.Name] = cookie.Value
		if cookie.MaxAge < 0 {
			delete(v.cookies, cookie.Name)
		}
	}
	return got
}

func (v *visitor) get(path string) answer {
	v.p.t.Helper()
	request, err := http.NewRequest(http.MethodGet, v.p.url+path, nil)
	if err != nil {
		v.p.t.Fatal(err)
	}
	return v.send(request)
}

func (v *visitor) submit(path string, values url.Values) answer {
	v.p.t.Helper()
	return v.send(v.p.formRequest(path, values))
}

func (v *visitor) try(password string) answer {
	v.p.t.Helper()
	return v.submit("/login", url.Values{"password": {password}})
}

// signIn returns a browser that is signed in.
func (p *program) signIn() *visitor {
	p.t.Helper()
	v := p.visitor("")
	v.try(password).want(p.t, 303)
	return v
}

func TestEveryPathLeadsToTheLoginButThoseForEveryone(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	stranger := p.visitor("")
	for path, want := range map[string]string{
		"/":                            "/login",
		"/months/2026-11":              "/login?next=%2Fmonths%2F2026-11",
		"/entries/new?date=2026-11-12": "/login?next=%2Fentries%2Fnew%3Fdate%3D2026-11-12",
		editDay:                        "/login?next=%2Fentries%2F1%2Fedit",
		"/nowhere":                     "/login?next=%2Fnowhere",
		"/logout":                      "/login",
		"/metrics":                     "/login?next=%2Fmetrics",
	} {
		got := stranger.get(path)
		got.want(t, 303)
		got.wantHeader(t, "Location", want)
		got.wantHeader(t, "Cache-Control", "no-store")
		got.wantNothingOfThePerson(t)
		head := p.ask(path, func(r *http.Request) { r.Method = http.MethodHead })
		head.want(t, 303)
	}
	p.unchanged(func() {
		for _, path := range []string{editDay, "/entries/new?date=2026-11-12", "/presence/close", "/nowhere"} {
			got := stranger.submit(path, url.Values{"version": {"4"}, "day_type": {"RTT"}})
			got.want(t, 303)
			got.wantHeader(t, "Location", "/login?unsaved=1")
		}
	})
	stranger.submit("/logout", nil).wantHeader(t, "Location", "/login") // nobody is signed in
	for path, want := range map[string]int{
		"/healthz": 200, "/login": 200, "/manifest.webmanifest": 200, "/static/nothing.css": 404, endpoint: 405, "/api/v2": 404,
	} {
		stranger.get(path).want(t, want)
	}
	p.arrive("2026-11-21T08:00:00+01:00", "api").want(t, 201)
}

func TestAFormSentWithoutASessionLeadsBackToItsPageAndSaysThatNothingIsSaved(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	request := p.formRequest("/entries/1/merge", url.Values{"version": {"4"}})
	request.Header.Set("Referer", p.url+editDay)
	got := p.send(request)
	got.wantHeader(t, "Location", "/login?next=%2Fentries%2F1%2Fedit&unsaved=1")
	p.visitor("").get(got.header.Get("Location")).want(t, 200, "n’est pas enregistré", `name="next" value="/entries/1/edit"`)
}

func TestThePasswordLetsInAndNothingElseDoes(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.visitor("")
	for _, wrong := range []string{"", "wrong password", password + " ", strings.ToUpper(password), password[:8], strings.Repeat("x", 100_000)} {
		got := v.try(wrong)
		got.want(t, 422, `name="password"`, `aria-invalid="true"`)
		if len(v.cookies) > 0 || wrong != "" && strings.Contains(got.body, wrong) {
			t.Errorf("%.20q: got %v %s", wrong, v.cookies, got.body)
		}
	}
	v.get("/months/2026-11").want(t, 303)
	got := v.submit("/login", url.Values{"password": {password}, "next": {editDay}})
	got.want(t, 303)
	got.wantHeader(t, "Location", editDay)
	v.get(editDay).want(t, 200, `class="presence`, "Déconnexion")
	v.get("/nowhere").want(t, 404)
	v.get("/login?next=/years/2026").wantHeader(t, "Location", "/years/2026")
	values := v.get(editDay).fields()
	values.Set("note", "signed in")
	v.submit(editDay, values).want(t, 303)
	p.wantStored("SELECT note FROM work_entries", "signed in")
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
		p := start(t, withPassword, public(address))
		request := p.formRequest("/login", url.Values{"password": {password}})
		request.Header.Set("Origin", address[:len("https://")+strings.IndexAny(address[len("https://"):]+"/", "/")])
		got := p.send(request)
		got.want(t, 303)
		lines := got.header.Values("Set-Cookie")
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

func TestOverPlainHTTPALoginThatTheBrowserWouldForgetIsNotTried(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword, func(c *app.Config) {
		c.Access.PublicURL, c.Access.Hosts = &url.URL{Scheme: "https", Host: "heures.example.org"}, []string{"nas.local"}
	})
	request := p.formRequest("/login", url.Values{"password": {password}})
	request.Host = "nas.local"
	request.Header.Set("Origin", "http://nas.local")
	got := p.send(request)
	got.want(t, 422, "n’est pas chiffrée", "https://heures.example.org")
	p.wantStored("SELECT count(*) FROM web_sessions", "0")
}

func TestSigningInGivesANewIdAndEndsTheOldOne(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	victim := p.visitor("")
	victim.cookies["worklog_session"] = "chosen-by-an-attacker"
	victim.try(password).want(t, 303)
	first := victim.cookies["worklog_session"]
	victim.try(password).want(t, 303)
	second := victim.cookies["worklog_session"]
	if first == "chosen-by-an-attacker" || first == second {
		t.Errorf("got %q, then %q", first, second)
	}
	for token, want := range map[string]int{"chosen-by-an-attacker": 303, first: 303, second: 200} {
		v := p.visitor("")
		v.cookies["worklog_session"] = token
		v.get(editDay).want(t, want)
	}
	p.wantStored("SELECT count(*) FROM web_sessions", "1")
}

func TestSigningOutRevokesTheSessionOrEverySession(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	phone, desk, other := p.signIn(), p.signIn(), p.signIn()
	kept := phone.cookies["worklog_session"]
	phone.get("/logout").want(t, 200, "Se déconnecter partout", `href="/sessions"`)
	phone.get(editDay).want(t, 200) // showing the question signs nobody out
	crossSite := crossSite(p.formRequest("/logout", nil))
	phone.send(crossSite).want(t, 403)
	phone.submit("/logout", nil).wantHeader(t, "Location", "/login")
	if _, has := phone.cookies["worklog_session"]; has {
		t.Error("the cookie is kept")
	}
	phone.get("/login").want(t, 200, "Déconnexion faite.")
	phone.cookies["worklog_session"] = kept
	phone.get(editDay).want(t, 303)
	desk.get(editDay).want(t, 200)

	desk.submit("/logout", url.Values{"everywhere": {"1"}}).want(t, 303)
	other.get(editDay).want(t, 303)
	p.wantStored("SELECT count(*) FROM web_sessions", "0")
}

func TestASessionEndsAfterThirtyDaysUnusedAndAHundredAndEightyAtMost(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	p := recordedDay(t, withPassword)
	unused, used := p.signIn(), p.signIn()
	p.clock.advance(30*day - time.Second)
	unused.get(editDay).want(t, 200)
	used.get(editDay).want(t, 200)
	for range 6 {
		p.clock.advance(25*day - 10*time.Second)
		used.get(editDay).want(t, 200)
	}
	unused.get(editDay).want(t, 303)
	p.clock.advance(2 * time.Minute)
	used.get(editDay).want(t, 303)
	p.signIn()
	p.wantStored("SELECT count(*) FROM web_sessions", "1") // ended sessions are deleted
}

func TestAPageWritesTheUseOfASessionOnceAnHour(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.signIn()
	p.clock.advance(59 * time.Minute)
	v.get(editDay).want(t, 200)
	p.wantStored("SELECT created_at = seen_at FROM web_sessions", "1")
	p.clock.advance(time.Minute)
	v.get(editDay).want(t, 200)
	p.wantStored("SELECT seen_at FROM web_sessions", "2026-11-20T08:00:00.000000000Z")
}

func TestARestartKeepsSessionsAndAnotherPasswordEndsThem(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.signIn()
	p.restart()
	v.get(editDay).want(t, 200)
	p.stop()
	first := p.config.Access.Password
	changed, err := access.HashPassword(password) // the same word with a new salt is a new password
	if err != nil {
		t.Fatal(err)
	}
	p.config.Access.Password = changed
	p.run()
	v.get(editDay).want(t, 303)
	p.wantStored("SELECT count(*) FROM web_sessions", "0")
	p.stop()
	p.config.Access.Password = first
	p.run()
	v.get(editDay).want(t, 303) // nor does it come back with the password
}

func TestNoSecretOfALoginIsStoredOrLogged(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.signIn()
	p.visitor("").try("a wrong password").want(t, 422)
	v.get("/months/2026-11").want(t, 200)
	stored := fmt.Sprint(p.stored("SELECT * FROM web_sessions"))
	for _, secret := range []string{password, "a wrong password", v.cookies["worklog_session"], v.cookies["worklog_device"], hashed().Text()} {
		if strings.Contains(p.log.String(), secret) || strings.Contains(stored, secret) {
			t.Errorf("%q stands in the log or in the database", secret)
		}
	}
	for _, wanted := range []string{`"msg":"signed in","client":"127.0.0.1"`, `"msg":"sign-in refused","client":"127.0.0.1"`} {
		if !strings.Contains(p.log.String(), wanted) {
			t.Errorf("%s is not in the log:\n%s", wanted, p.log)
		}
	}
	if text := fmt.Sprintf("%v %+v %#v", p.config, p.config, p.config.Access.Password); strings.Contains(text, hashed().Text()) {
		t.Errorf("printing the configuration tells the hash: %s", text)
	}
}

func TestAfterSigningInOnlyOurOwnPathsAreLedTo(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword)
	for next, want := range map[string]string{
		"/months/2026-11":                    "/months/2026-11",
		"/entries/new?date=2026-11-12&x=%2F": "/entries/new?date=2026-11-12&x=%2F",
		"":                                   "/", "months": "/", "/login": "/", "/logout": "/",
		"//evil.example": "/", "///evil.example": "/", "/\\evil.example": "/", "\\\\evil.example": "/", "/%5Cevil.example": "/", "/%2Fevil.example": "/",
		"https://evil.example": "/", "https:evil.example": "/", "javascript:alert(1)": "/", "/\t/evil.example": "/", "/\n/evil.example": "/",
		"/./evil": "/", "/../x": "/", "//127.0.0.1/": "/", "?x": "/", "#x": "/", "/a//b": "/", "user@evil.example": "/",
	} {
		got := p.visitor("").submit("/login", url.Values{"password": {password}, "next": {next}})
		got.want(t, 303)
		got.wantHeader(t, "Location", want)
	}
}

func TestAWriterThatHoldsTheDatabaseHoldsUpNoPage(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.signIn()
	p.clock.advance(2 * time.Hour) // long enough for the last use of the session to be stored
	p.db.SetMaxOpenConns(1)
	if _, err := p.db.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodGet, p.url+editDay, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second) // a writer waits for 5
	defer cancel()
	v.send(request.WithContext(ctx)).want(t, 200)
	if _, err := p.db.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	v.get(editDay).want(t, 200)
	p.wantStored("SELECT seen_at FROM web_sessions", "2026-11-20T09:00:00.000000000Z")
}
