package signin_test

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestOverPlainHTTPALoginThatTheBrowserWouldForgetIsNotTried(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword, func(c *app.Config) {
		c.Access.PublicURL, c.Access.Hosts = &url.URL{Scheme: "https", Host: "heures.example.org"}, []string{"nas.local"}
	})
	request := p.FormRequest("/login", url.Values{"password": {apptest.Password}})
	request.Host = "nas.local"
	request.Header.Set("Origin", "http://nas.local")
	p.Send(request).Want(t, 422, "n’est pas chiffrée", "https://heures.example.org")
	p.WantStored("SELECT count(*) FROM web_sessions", "0")
	p.Visitor("").Try(apptest.Password).Want(t, 303) // on this machine, whose browsers keep the cookies
}

func TestAfterSigningInOnlyOurOwnPathsAreLedTo(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword)
	for next, want := range map[string]string{
		"/months/2026-11":                    "/months/2026-11",
		"/entries/new?date=2026-11-12&x=%2F": "/entries/new?date=2026-11-12&x=%2F",
		"":                                   "/", "months": "/", "/login": "/", "/logout": "/",
		"//evil.example": "/", "///evil.example": "/", "/\\evil.example": "/", "\\\\evil.example": "/", "/%5Cevil.example": "/", "/%2Fevil.example": "/",
		"https://evil.example": "/", "https:evil.example": "/", "javascript:alert(1)": "/", "/\t/evil.example": "/", "/\n/evil.example": "/",
		"/./evil": "/", "/../x": "/", "//127.0.0.1/": "/", "?x": "/", "#x": "/", "/a//b": "/", "user@evil.example": "/",
	} {
		p.Visitor("").Submit("/login", url.Values{"password": {apptest.Password}, "next": {next}}).WantLocation(t, want)
	}

	long := strings.Repeat("&", 4<<10)
	if got := p.Visitor("").Get("/login?next=/" + url.QueryEscape(long)); got.Status != http.StatusOK || len(got.Body) > 3<<10 {
		t.Errorf("got %d, %d bytes", got.Status, len(got.Body))
	}
	p.Visitor("").Get("/nowhere?"+long).WantLocation(t, "/login")
}

const (
	firefoxOnAndroid = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
	safariOnIPhone   = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
	edgeOnWindows    = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0"
)

func signInWith(p *apptest.Program, userAgent string) *apptest.Visitor {
	p.T.Helper()
	v := p.Visitor("")
	request := p.FormRequest("/login", url.Values{"password": {apptest.Password}, "next": {"/"}})
	request.Header.Set("User-Agent", userAgent)
	v.Send(request).Want(p.T, 303)
	return v
}

var browserItem = regexp.MustCompile(`(?s)<li><div><strong>([^<]*)</strong>(.*?)name="browser" value="([^"]*)"`)

// browsers returns the ids of the browsers that the page lists, by name.
func browsers(t *testing.T, v *apptest.Visitor) map[string]string {
	t.Helper()
	page := v.Get("/sessions").Want(t, 200)
	ids := map[string]string{}
	for _, found := range browserItem.FindAllStringSubmatch(page.Body, -1) {
		name := found[1]
		if strings.Contains(found[2], "celui-ci") {
			name += " (this)"
		}
		ids[name] = found[3]
	}
	return ids
}

func TestTheBrowsersThatAreSignedInAreToldApartAndEnded(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	phone, tablet, desk, odd := signInWith(p, firefoxOnAndroid), signInWith(p, safariOnIPhone), signInWith(p, edgeOnWindows), signInWith(p, "<b>x")
	signInWith(p, "another on Linux")
	listed := browsers(t, desk)
	for _, name := range []string{"Firefox sur Android", "Safari sur iPhone", "Edge sur Windows (this)", "Linux", "Navigateur inconnu"} {
		modelstest.Want(t, listed[name] != "", true, listed, name)
	}
	p.WantStored("SELECT count(*) FROM web_sessions WHERE CAST(data AS TEXT) LIKE '%Mozilla%' OR CAST(data AS TEXT) LIKE '%140.0%'", "0")
	modelstest.Want(t, strings.Count(desk.Get("/sessions").Body, "data-leaves"), 1)
	desk.Get("/sessions").Want(t, 200, "Connexion\u00a0: aujourd’hui à 08:00", "dernière visite\u00a0: aujourd’hui à 08:00")
	p.Clock.Advance(2 * time.Hour)
	phone.Get(apptest.EditDay).Want(t, 200)
	desk.Get("/sessions").Want(t, 200, "dernière visite\u00a0: aujourd’hui à 10:00")

	form := url.Values{"browser": {listed["Firefox sur Android"]}}
	desk.Submit("/sessions", form).WantLocation(t, "/sessions")
	desk.Get("/sessions").Want(t, 200, "Session terminée.")
	phone.Get(apptest.EditDay).Want(t, 303)
	tablet.Get(apptest.EditDay).Want(t, 200)
	odd.Get(apptest.EditDay).Want(t, 200)
	desk.Submit("/sessions", form).WantLocation(t, "/sessions") // pressed twice
	desk.Submit("/sessions", nil).WantLocation(t, "/sessions")
	p.WantStored("SELECT count(*) FROM web_sessions", "4")

	desk.Submit("/sessions", url.Values{"browser": {listed["Edge sur Windows (this)"]}}).WantLocation(t, "/login")
	desk.Get("/login").Want(t, 200, "Déconnexion faite.")
	desk.Get(apptest.EditDay).Want(t, 303)
	tablet.Get(apptest.EditDay).Want(t, 200)
	apptest.Start(t).Get("/sessions").Want(t, 404) // without a login there are none
}

// cameBack signs a browser in from the login page that carries a form, after a wrong
// password, and returns the page that it then sees.
func cameBack(v *apptest.Visitor, login apptest.Answer) apptest.Answer {
	v.P.T.Helper()
	login.Want(v.P.T, 403, `name="password"`, "revient après la connexion")
	sent := login.Fields()
	sent.Set("password", "wrong")
	sent = v.Submit("/login", sent).Fields()
	sent.Set("password", apptest.Password)
	return v.Submit("/login", sent)
}

func TestAPressAfterTheSessionEndedComesBackWithItsTimeAndIsPressedAgain(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword)
	v := p.SignIn()
	_, press := v.Get("/months/2026-11").Button(t)
	v.Submit("/presence/hand", press).Want(t, 303)
	_, press = v.Get("/months/2026-11").Button(t)
	p.Clock.Advance(9*time.Hour + 3*time.Minute)
	delete(v.Cookies, "worklog_session")
	var back apptest.Answer
	p.UnchangedDays(func() {
		login := v.Submit("/presence/hand", press)
		p.Clock.Advance(20 * time.Minute)
		back = cameBack(v, login)
		back.Want(t, 200, "Départ non enregistré", "rien n’est encore enregistré", "Vous avez appuyé à 17:03.", `value="17:03"`, ">Je pars</button>")
		back.WantNone(t, "aria-invalid")
	})
	again := back.Fields()
	modelstest.Want(t, again.Get("key"), press.Get("key"))
	v.Submit("/presence/hand", again).WantLocation(t, "/months/2026-11")
	p.WantStored(apptest.DaySlots, "2026-11-20 | 2026-11-20T07:00:00.000000000Z | 2026-11-20T16:03:00.000000000Z")
}

func TestTakingBackAndADeletionAfterTheSessionEndedAreOfferedAgain(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	values := v.Get(apptest.EditDay).Fields()
	values.Set("note", "une faute")
	v.Submit(apptest.EditDay, values).Want(t, 303)
	undo := v.Get(apptest.EditDay).Fields()
	if undo.Get("change") == "" {
		t.Fatal("nothing is offered to take back")
	}
	press := url.Values{"change": {undo.Get("change")}}
	delete(v.Cookies, "worklog_session")
	var back apptest.Answer
	p.Unchanged(func() {
		back = cameBack(v, v.Submit("/entries/take-back", press))
		back.Want(t, 200, "rien n’est encore changé", "modifiée à la main", "novembre 2026", ">Annuler</button>")
	})
	v.Submit("/entries/take-back", back.Fields()).Want(t, 303)
	p.WantStored("SELECT note FROM work_entries", "")
	delete(v.Cookies, "worklog_session")
	cameBack(v, v.Submit("/entries/take-back", url.Values{"change": {"999"}})).Want(t, 404, "Rien à annuler")

	values = v.Get("/entries/1/delete").Fields()
	delete(v.Cookies, "worklog_session")
	p.Unchanged(func() {
		back = cameBack(v, v.Submit("/entries/1/delete", values))
		back.Want(t, 200, "rien n’est encore supprimé", "Seront supprimés", `action="/entries/1/delete"`)
	})
	v.Submit("/entries/1/delete", back.Fields()).Want(t, 303)
	p.WantStored("SELECT count(*) FROM work_entries", "0")
}

func TestThePlanTypedAfterTheSessionEndedComesBack(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword)
	v := p.SignIn()
	for _, of := range []struct {
		typed url.Values
		want  []string
	}{
		{url.Values{"date": {"2026-11-20"}, "shift_start": {"19:45", ""}, "shift_end": {"7:1", ""}, "shift_type": {"GARDE", "WORK"}}, []string{"Vendredi 20 novembre 2026", `value="19:45"`, `value="7:1"`}},
		{url.Values{"cycle": {""}, "from": {"2026-11-16"}, "weeks": {"1"}, "cycle_start": {"20:45"}, "cycle_end": {"6:15"}, "cycle_type": {"GARDE"}, "on": {"0-3"}}, []string{`value="20:45"`, `value="0-3" checked`}},
	} {
		delete(v.Cookies, "worklog_session")
		p.Unchanged(func() {
			cameBack(v, v.Submit("/plan", of.typed)).WantHTML(t, 200, append(of.want, "rien n’est encore enregistré")...)
		})
	}
	delete(v.Cookies, "worklog_session")
	login := p.SendParts("/plan", new("Jour\n2026-11-20\n"), url.Values{"columns": {"date=Jour"}}).Want(t, 403, "sauf le fichier")
	cameBack(v, login).WantHTML(t, 200, `value="date=Jour"`, "rien n’est encore enregistré. Choisissez de nouveau votre fichier, au bas de cette page.")
}

func TestWhatWasTypedOutlivesTheSession(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	edited := v.Get(apptest.EditDay).Fields()
	edited.Set("note", "écrit <longtemps>\r\nsur deux lignes")
	edited.Set("half_day", "RTT")
	edited["slot_start"][2], edited["slot_end"][2] = "20", "8"
	v.Cookies = nil
	p.Unchanged(func() {
		for path, typed := range map[string]url.Values{apptest.EditDay: edited, "/entries/range": apptest.TwoWeeks(),
			"/entries/new?date=2026-11-12": {"day_type": {"GARDE"}, "slot_start": {"20"}, "slot_end": {"8"}, "slot_end_day": {""}, "note": {"a"}}} {
			login := p.Visitor("").Submit(path, typed)
			login.WantNone(t, "Clio", "/months")
			back := cameBack(p.Visitor(""), login).Want(t, 200, "rien n’est enregistré", `action="`+path+`"`)
			back.WantNone(t, apptest.Password)
			got := back.Fields()
			for _, name := range []string{"note", "version", "day_type", "half_day", "from", "slot_start", "slot_end", "slot_end_day"} {
				of := func(values url.Values) string { // without blank rows
					return strings.TrimRight(strings.ReplaceAll(strings.Join(values[name], "|"), "\r\n", "\n"), "|")
				}
				modelstest.Want(t, of(got), of(typed), path, name)
			}
		}
		v.Submit(apptest.EditDay, url.Values{"slot_start": {strings.Repeat("8", 300_000)}}).Want(t, 303)
		for _, path := range []string{"https://example.org/entries/1/edit", "//example.org/entries/new", "/entries/1/delete", "/logout"} {
			edited.Set("typed", path)
			edited.Set("password", apptest.Password)
			p.Visitor("").Submit("/login", edited).WantLocation(t, "/")
		}
	})
}

func TestAFormIsCarriedUpToFiveHundredFieldsAndNeverLargerThanItCame(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	rows := func(fields int) string { return strings.Repeat("slot_start=&", fields-1) + "note=" }
	for name, test := range map[string]struct {
		body    string
		carried bool
	}{
		"five hundred fields":      {rows(500), true},
		"one more":                 {rows(501), false},
		"tiny fields":              {strings.Repeat("slot_start&", 20_000), false},
		"a long note":              {"slot_start=&note=" + strings.Repeat("%C3%A9", 21_000), true},
		"128 KiB and a byte":       {"slot_start=&note=" + strings.Repeat("x", 128<<10-16), false},
		"marks that HTML escapes":  {"slot_start=&note=" + strings.Repeat(`"`, 1000), false}, // no browser sends them so
		"what a browser escapes":   {"slot_start=&note=" + strings.Repeat("%22%3C%26%3B*~", 1000), true},
		"marks in the fields name": {"slot_start=&" + strings.Repeat(`'`, 1000) + "=", false},
		"an unknown length":        {"slot_start=&note=x", false}, // no browser's
	} {
		stranger := p.Visitor("")
		request := p.FormRequest("/entries/new?date=2026-11-12", nil)
		request.Body, request.ContentLength = io.NopCloser(strings.NewReader(test.body)), int64(len(test.body))
		if name == "an unknown length" {
			request.ContentLength = -1
		}
		plain := len(stranger.Get("/login?unsaved=1").Body)
		got := stranger.Send(request)
		if !test.carried {
			got.WantLocation(t, "/login?unsaved=1")
			stranger.Get("/login?unsaved=1").Want(t, 200, "n’est pas enregistré")
			p.SignIn() // forgets the attempts
			continue
		}
		got.Want(t, 403, "revient après la connexion")
		if grown := len(got.Body) - plain - len(test.body); grown > 256 { // of the names of the fields
			t.Errorf("%s: the page grew by %d bytes more than it was sent", name, grown)
		}
		back := cameBack(stranger, got).Want(t, 200, "rien n’est enregistré")
		want, _ := url.ParseQuery(test.body)
		modelstest.Want(t, back.Fields().Get("note") == want.Get("note"), true, name)
	}
}

func TestWhatAStrangerPostsCountsAsAnAttemptAndAKnownBrowserIsCountedApart(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword, apptest.BehindTrusted)
	known := p.Visitor("203.0.113.9")
	known.Try(apptest.Password).Want(t, 303)
	delete(known.Cookies, "worklog_session")
	typed := url.Values{"slot_start": {"8"}, "slot_end": {"12"}, "note": {"écrit"}}
	posts := map[string]url.Values{"/entries/new?date=2026-11-12": typed, "/nowhere": nil, "/login": {"password": {""}}}
	for path, values := range posts {
		stranger := p.Visitor("203.0.113.10")
		for range 10 {
			stranger.Submit(path, values)
		}
		stranger.Submit("/entries/new?date=2026-11-12", typed).WantLocation(t, "/login?unsaved=1")
		stranger.Try(apptest.Password).Want(t, 429, "Trop d’essais")
		p.Clock.Advance(15 * time.Minute)
	}
	neighbour := p.Visitor("203.0.113.9")
	for range 11 {
		neighbour.Submit("/entries/new?date=2026-11-12", typed)
	}
	neighbour.Try(apptest.Password).Want(t, 429)
	cameBack(known, known.Submit("/entries/new?date=2026-11-12", typed)).Want(t, 200, "écrit")
}

func TestAfterTooManyAttemptsAShortFormIsStillCarried(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	stranger := p.Visitor("")
	sent := stranger.Submit("/entries/new?date=2026-11-12", url.Values{"slot_start": {"8"}, "note": {"écrit"}}).Fields()
	for range 10 {
		sent.Set("password", "a guess")
		sent = stranger.Submit("/login", sent).Fields()
	}
	p.Clock.Advance(15 * time.Minute)
	sent.Set("password", apptest.Password)
	stranger.Submit("/login", sent).Want(t, 200, "écrit")
	for name, junk := range map[string]string{"sent_at": "hier", "fields": "slot_start=" + strings.Repeat(";note=", 500)} {
		wrong := maps.Clone(sent)
		wrong.Set(name, junk)
		p.Visitor("").Submit("/login", wrong).WantLocation(t, "/")
	}
}

// halfSentFrom opens a connection on which a form is announced, and read, but not sent.
func halfSentFrom(p *apptest.Program, address, path string, size int) net.Conn {
	p.T.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(p.URL, "http://"))
	modelstest.Must(p.T, err)
	p.T.Cleanup(func() { connection.Close() })
	_, err = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\nExpect: 100-continue\r\n"+
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n", path, address, size)
	modelstest.Must(p.T, err)
	line, err := bufio.NewReader(connection).ReadString('\n')
	if err != nil || !strings.Contains(line, "100 Continue") {
		p.T.Fatalf("got %q %v", line, err)
	}
	return connection
}

func TestFourMebibytesOfAllStrangersAreCarriedAtOnceAndAKnownBrowsersApart(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword, apptest.BehindTrusted)
	known := p.SignIn()
	delete(known.Cookies, "worklog_session")
	typed := url.Values{"slot_start": {"8"}, "slot_end": {"12"}, "note": {"écrit"}}
	var open []net.Conn
	for i := range 32 {
		connection := halfSentFrom(p, fmt.Sprintf("203.0.113.%d", i), "/entries/new", 128<<10)
		open = append(open, connection)
	}
	p.Visitor("198.51.100.1").Submit("/entries/new?date=2026-11-12", typed).WantLocation(t, "/login?unsaved=1")
	cameBack(known, known.Submit("/entries/new?date=2026-11-12", typed)).Want(t, 200, "écrit")
	p.Visitor("198.51.100.2").Try(apptest.Password).Want(t, 303) // a password needs no room
	p.Visitor("198.51.100.3").Submit("/login", url.Values{"fields": {strings.Repeat("x", 9<<10)}}).Want(t, 413, "n’est pas enregistré")
	for _, connection := range open {
		connection.Close()
	}
	for range 10_000 { // until the server has noticed
		p.Clock.Advance(15 * time.Minute)
		if p.Visitor("198.51.100.1").Submit("/entries/new?date=2026-11-12", typed).Status == 403 {
			break
		}
	}
	typed.Set("note", strings.Repeat("x", 127<<10))
	for i := range 33 { // one after another, each makes room for the next
		p.Visitor(fmt.Sprintf("192.0.2.%d", i)).Submit("/entries/new?date=2026-11-12", typed).Want(t, 403)
	}
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
