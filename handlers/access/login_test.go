package access_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/handlers/access"
	"worklog/models"
	"worklog/models/modelstest"
)

func TestEveryPathLeadsToTheLoginButThoseForEveryone(t *testing.T) {
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
		"/sessions":                    "/login?next=%2Fsessions",
		"/data/export":                 "/login?next=%2Fdata%2Fexport",
	} {
		got := stranger.Get(path)
		got.WantLocation(t, want)
		got.WantHeader(t, "Cache-Control", "no-store")
		got.WantNone(t, ofThePerson...)
		p.Ask(path, apptest.Method(http.MethodHead)).Want(t, 303)
	}
	p.Unchanged(func() {
		for _, path := range []string{apptest.EditDay, "/entries/new?date=2026-11-12", "/presence/close", "/sessions", "/nowhere"} {
			stranger.Submit(path, url.Values{"version": {"4"}, "day_type": {"RTT"}}).WantLocation(t, "/login?unsaved=1")
		}
	})
	merge := p.FormRequest("/entries/1/merge", url.Values{"version": {"4"}})
	merge.Header.Set("Referer", p.URL+apptest.EditDay)
	back := "/login?next=%2Fentries%2F1%2Fedit&unsaved=1"
	stranger.Send(merge).WantLocation(t, back)
	stranger.Get(back).Want(t, 200, "n’est pas enregistré", `name="next" value="/entries/1/edit"`)
	stranger.Submit("/logout", nil).WantHeader(t, "Location", "/login") // nobody is signed in
	for path, want := range map[string]int{
		"/healthz": 200, "/login": 200, "/manifest.webmanifest": 200, "/sw.js": 200, "/offline": 200, "/static/nothing.css": 404, "/help/files/home-assistant/blueprints/automation/worklog/zone.yaml": 200, "/help/files/home-assistant/worklog.yaml": 303, apptest.Endpoint: 405, "/api/v2": 404,
	} {
		stranger.Get(path).Want(t, want)
	}
	p.Arrive("2026-11-21T08:00:00+01:00", "api").Want(t, 201)
}

func TestThePasswordLetsInAndNothingElseDoes(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.Visitor("")
	for _, wrong := range []string{"", "wrong password", apptest.Password + " ", strings.ToUpper(apptest.Password), apptest.Password[:8], strings.Repeat("x", 100_000)} {
		got := v.Try(wrong)
		got.Want(t, 422, `name="password"`, `aria-invalid="true"`, map[bool]string{true: "Tapez votre mot de passe.", false: "Ce n’est pas le mot de passe."}[wrong == ""])
		modelstest.Want(t, len(v.Cookies) == 0 && (wrong == "" || !strings.Contains(got.Body, wrong)), true, wrong, v.Cookies, got.Body)
	}
	v.Get("/months/2026-11").Want(t, 303)
	v.Submit("/login", url.Values{"password": {apptest.Password}, "next": {apptest.EditDay}}).WantLocation(t, apptest.EditDay)
	v.Get(apptest.EditDay).Want(t, 200, `class="presence`, "Déconnexion")
	v.Get("/nowhere").Want(t, 404)
	v.Get("/login?next=/years/2026").WantHeader(t, "Location", "/years/2026")
	values := v.Get(apptest.EditDay).Fields()
	values.Set("note", "signed in")
	v.Submit(apptest.EditDay, values).Want(t, 303)
	p.WantStored("SELECT note FROM work_entries", "signed in")
}

func TestTheCookiesAreTheServersAlone(t *testing.T) {
	for address, want := range map[string]string{
		"http://nas.local":                 "worklog_session=.; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax",
		"https://heures.example.org":       "__Host-worklog_session=.; Path=/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax",
		"https://home.example.org/worklog": "__Secure-worklog_session=.; Path=/worklog; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax",
	} {
		p := apptest.Start(t, apptest.WithPassword, apptest.At(address))
		request := p.FormRequest("/login", url.Values{"password": {apptest.Password}})
		request.Header.Set("Origin", address[:len("https://")+strings.IndexAny(address[len("https://"):]+"/", "/")])
		got := p.Send(request).Want(t, 303)
		lines := got.Header.Values("Set-Cookie")
		modelstest.Want(t, len(lines) == 2 && strings.HasSuffix(lines[1], strings.Replace(want[strings.Index(want, ";"):], "15552000", "34560000", 1)), true, lines)
		line := lines[0]
		name, rest, _ := strings.Cut(line, "=")
		value, attributes, _ := strings.Cut(rest, ";")
		if got := name + "=.;" + attributes; got != want || len(value) < 43 {
			t.Errorf("got %s (%d characters), want %s", got, len(value), want)
		}
	}
}

func TestSigningInGivesANewIdAndEndsTheOldOne(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	victim := p.Visitor("")
	victim.Cookies["worklog_session"] = "chosen-by-an-attacker"
	victim.Try(apptest.Password).Want(t, 303)
	first := victim.Cookies["worklog_session"]
	victim.Try(apptest.Password).Want(t, 303)
	second := victim.Cookies["worklog_session"]
	modelstest.Want(t, first != "chosen-by-an-attacker" && first != second, true, first, second)
	for token, want := range map[string]int{"chosen-by-an-attacker": 303, first: 303, second: 200} {
		v := p.Visitor("")
		v.Cookies["worklog_session"] = token
		v.Get(apptest.EditDay).Want(t, want)
	}
	p.WantStored("SELECT count(*) FROM web_sessions", "1")
}

func TestSigningOutRevokesTheSessionOrEverySession(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	phone, desk, other := p.SignIn(), p.SignIn(), p.SignIn()
	kept := phone.Cookies["worklog_session"]
	phone.Get("/logout").Want(t, 200, "Se déconnecter partout", `href="/sessions"`)
	phone.Get(apptest.EditDay).Want(t, 200) // showing the question signs nobody out
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

func TestAPageWritesTheUseOfASessionOnceAnHourAndWaitsForNoWriter(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	p.Clock.Advance(59 * time.Minute)
	v.Get(apptest.EditDay).Want(t, 200)
	p.WantStored("SELECT created_at = seen_at FROM web_sessions", "1")
	p.Clock.Advance(time.Minute)
	v.Get(apptest.EditDay).Want(t, 200)
	p.WantStored("SELECT seen_at FROM web_sessions", "2026-11-20T08:00:00.000000000Z")

	p.Clock.Advance(2 * time.Hour) // long enough for the last use of the session to be stored
	release := p.Hold()
	request, err := http.NewRequest(http.MethodGet, p.URL+apptest.EditDay, nil)
	modelstest.Must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second) // a writer waits for 5
	defer cancel()
	v.Send(request.WithContext(ctx)).Want(t, 200)
	release()
	v.Get(apptest.EditDay).Want(t, 200)
	p.WantStored("SELECT seen_at FROM web_sessions", "2026-11-20T10:00:00.000000000Z")
}

func TestARestartKeepsSessionsAndAnotherPasswordEndsThem(t *testing.T) {
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
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	p.Visitor("").Try("a wrong password").Want(t, 422)
	v.Get("/months/2026-11").Want(t, 200)
	stored := fmt.Sprint(p.Stored("SELECT * FROM web_sessions"))
	for _, secret := range []string{apptest.Password, "a wrong password", v.Cookies["worklog_session"], v.Cookies["worklog_device"], apptest.Hashed().Text()} {
		apptest.Answer{Body: p.Log.String()}.WantNone(t, secret)
		apptest.Answer{Body: stored}.WantNone(t, secret)
	}
	modelstest.WantIn(t, p.Log.String(), `"msg":"signed in","client":"127.0.0.1"`, `"msg":"sign-in refused","client":"127.0.0.1"`)
	apptest.Answer{Body: fmt.Sprintf("%v %+v %#v", p.Config, p.Config, p.Config.Access.Password)}.WantNone(t, apptest.Hashed().Text())
}

// keepSession makes the database restore the browser's session whenever it is removed,
// as an attacker with write access might.
func keepSession(v *apptest.Visitor) {
	v.P.T.Helper()
	if _, err := v.P.DB.Exec(`CREATE TABLE kept AS SELECT * FROM web_sessions;
		CREATE TRIGGER keep AFTER DELETE ON web_sessions BEGIN INSERT OR IGNORE INTO web_sessions SELECT * FROM kept; END`); err != nil {
		v.P.T.Fatal(err)
	}
}

func TestASessionThatIsPutBackIsNotValidAfterSigningOutEverywhere(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	attacker := p.SignIn()
	keepSession(attacker)
	p.SignIn().Submit("/logout", url.Values{"everywhere": {"1"}}).Want(t, 303)
	p.WantStored("SELECT count(*) FROM web_sessions", "1")
	attacker.Get(apptest.EditDay).Want(t, 303)
	p.SignIn().Get(apptest.EditDay).Want(t, 200)
	attacker.Get(apptest.EditDay).Want(t, 303)
	p.Restart()
	attacker.Get(apptest.EditDay).Want(t, 303)
}

func TestNoSessionAndNoKnownBrowserFromBeforeARestoreIsOneAfterIt(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	before := p.SignIn()
	backup := filepath.Join(t.TempDir(), "backup.db")
	modelstest.Must(t, modelstest.Only(models.Format.Backup(t.Context(), p.Config.Database, backup)))
	row := p.Stored("SELECT token || '|' || CAST(data AS TEXT) || '|' || created_at || '|' || seen_at FROM web_sessions")[0]
	p.Stop()
	p.DB.Close()
	modelstest.Must(t, modelstest.Only(app.Restore(t.Context(), backup, p.Config.Database)))
	p.DB = modelstest.SQL(t, p.Config.Database)
	p.Run()
	p.SignIn()
	values := strings.Split(row, "|")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("INSERT INTO web_sessions VALUES (?, CAST(? AS BLOB), ?, ?)", values[0], values[1], values[2], values[3])))
	before.Get(apptest.EditDay).Want(t, 303)
	stranger := p.Visitor("")
	for range 11 {
		stranger.Try("a guess")
	}
	before.Try(apptest.Password).Want(t, 429)
}

func TestAttemptsAreThrottledByAddress(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword, apptest.BehindTrusted)
	guesser := p.Visitor("203.0.113.9")
	for range 10 {
		guesser.Try("a guess").Want(t, 422)
		p.Clock.Advance(time.Second)
	}
	p.Clock.Advance(500 * time.Millisecond)
	got := guesser.Try(apptest.Password) // the right password is refused too, or the answer would reveal it
	got.Want(t, 429, "Trop d’essais. Réessayez dans 15\u00a0min")
	got.WantHeader(t, "Retry-After", "890")
	p.Visitor("203.0.113.10").Try(apptest.Password).Want(t, 303)
	p.Clock.Advance(15*time.Minute - 11*time.Second - 500*time.Millisecond)
	guesser.Try(apptest.Password).Want(t, 429)
	p.Clock.Advance(time.Second)
	guesser.Try(apptest.Password).Want(t, 303)
	for range 3 { // signing in forgets the attempts before
		v := p.Visitor("203.0.113.11")
		for range 9 {
			v.Try("a typo").Want(t, 422)
		}
		v.Try(apptest.Password).Want(t, 303)
	}
	stolen := p.SignIn() // a known browser is throttled too
	for range 10 {
		stolen.Try("a guess").Want(t, 422)
	}
	stolen.Try(apptest.Password).Want(t, 429, "Réessayez dans 15\u00a0min.")
}

func TestAttemptsAtOnceAreAllCounted(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword)
	var requests []*http.Request
	for range 30 {
		requests = append(requests, p.FormRequest("/login", url.Values{"password": {"a guess"}}))
	}
	modelstest.Want(t, fmt.Sprint(apptest.Together(t, requests)), "map[422:10 429:20]")
}

func TestStrangersAreThrottledTogetherAndLockNobodyOut(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword, apptest.BehindTrusted)
	known := p.Visitor("198.51.100.1")
	known.Try(apptest.Password).Want(t, 303) // which counts for nobody
	known.Submit("/logout", nil).Want(t, 303)
	for i := range 100 {
		p.Visitor(fmt.Sprintf("203.0.%d.%d", i/10, i%10)).Try("a guess").Want(t, 422)
		if i == 49 {
			p.Clock.Advance(10 * time.Minute)
		}
	}
	stranger := p.Visitor("198.51.100.2")
	for range 10 { // none of which is counted
		stranger.Try(apptest.Password).Want(t, 429, "depuis un navigateur qui s’est déjà connecté")
	}
	// the person on the local network, and the person's browser anywhere
	p.Visitor("192.168.1.20").Try(apptest.Password).Want(t, 303)
	known.Address = "198.51.100.3"
	known.Try(apptest.Password).Want(t, 303)
	forged := p.Visitor("198.51.100.4")
	forged.Cookies["worklog_device"] = "AAAAAAAAAAAAAAAAAAAAAAAAAA." + known.Cookies["worklog_device"][27:]
	forged.Try(apptest.Password).Want(t, 429)
	p.Clock.Advance(5 * time.Minute) // half of the strangers' attempts are forgotten
	stranger.Try(apptest.Password).Want(t, 303)
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }

func TestWhichAddressesAreThrottledTogether(t *testing.T) {
	for name, test := range map[string]struct {
		guesses int
		from    func(guess int) string
		then    map[string]int // what a guess from an address is answered
	}{
		"a network of IPv6 is one client": {10, func(guess int) string { return fmt.Sprintf("2001:db8:1:2::%x", guess) },
			map[string]int{"2001:db8:1:2:ffff::1": 429, "2001:db8:1:3::1": 422}},
		"addresses at home": {100, func(guess int) string { return fmt.Sprintf("127.0.0.%d", 2+guess) },
			map[string]int{"192.168.1.20": 429, "198.51.100.2": 422}},
		"strangers, but not those of carriers, of Tailscale and of a link": {100, func(guess int) string { return fmt.Sprintf("203.0.%d.%d", guess/10, guess%10) },
			map[string]int{
				"100.64.0.0": 422, "100.100.100.100": 422, "100.127.255.255": 422, "::ffff:100.64.0.1": 422, "fd7a:115c:a1e0::1": 422,
				"169.254.0.0": 422, "169.254.255.255": 422, "fe80::1": 422, "febf::1": 422,
				"100.63.255.255": 429, "100.128.0.0": 429, "169.253.255.255": 429, "169.255.0.0": 429, "fec0::1": 429, "2001:db8::1": 429,
			}},
	} {
		p := apptest.Start(t, apptest.WithPassword, apptest.BehindTrusted)
		for guess := range test.guesses {
			p.Visitor(test.from(guess)).Try("a guess").Want(t, 422)
		}
		for address, want := range test.then {
			modelstest.Want(t, p.Visitor(address).Try("a guess").Status, want, name, address)
		}
	}
}
