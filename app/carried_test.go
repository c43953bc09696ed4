package app_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// cameBack signs a browser in from the login page that carries a form, after a wrong
// password, and returns the page that it then sees.
func (v *visitor) cameBack(login answer) answer {
	v.p.t.Helper()
	login.want(v.p.t, 403, `name="password"`, "revient après la connexion")
	sent := login.fields()
	sent.Set("password", "wrong")
	sent = v.submit("/login", sent).fields()
	sent.Set("password", password)
	return v.submit("/login", sent)
}

func TestAPressAfterTheSessionEndedComesBackWithItsTimeAndIsPressedAgain(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword)
	v := p.signIn()
	_, press := v.get("/months/2026-11").button(t)
	v.submit("/presence/hand", press).want(t, 303)
	_, press = v.get("/months/2026-11").button(t)
	p.clock.advance(9*time.Hour + 3*time.Minute)
	delete(v.cookies, "worklog_session")
	var back answer
	p.unchangedDays(t, func() {
		login := v.submit("/presence/hand", press)
		p.clock.advance(20 * time.Minute)
		back = v.cameBack(login)
		back.want(t, 200, "Départ non enregistré", "rien n’est encore enregistré", "Vous avez appuyé à 17:03.", `value="17:03"`, ">Je pars</button>")
		if strings.Contains(back.body, "aria-invalid") {
			t.Error("the time is marked as wrong")
		}
	})
	again := back.fields()
	if again.Get("key") != press.Get("key") {
		t.Errorf("got the key %q, want %q", again.Get("key"), press.Get("key"))
	}
	v.submit("/presence/hand", again).wantLocation(t, "/months/2026-11")
	p.wantStored(daySlots, "2026-11-20 | 2026-11-20T07:00:00.000000000Z | 2026-11-20T16:03:00.000000000Z")
}

func TestADeletionAfterTheSessionEndedIsAskedAgain(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.signIn()
	values := v.get("/entries/1/delete").fields()
	delete(v.cookies, "worklog_session")
	var back answer
	p.unchanged(func() {
		back = v.cameBack(v.submit("/entries/1/delete", values))
		back.want(t, 200, "rien n’est encore supprimé", "Seront supprimés", `action="/entries/1/delete"`)
	})
	v.submit("/entries/1/delete", back.fields()).want(t, 303)
	p.wantStored("SELECT count(*) FROM work_entries", "0")
}

func TestTakingBackAfterTheSessionEndedIsOfferedAgain(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.signIn()
	values := v.get(editDay).fields()
	values.Set("note", "une faute")
	v.submit(editDay, values).want(t, 303)
	undo := v.get(editDay).fields()
	if undo.Get("change") == "" {
		t.Fatal("nothing is offered to take back")
	}
	press := url.Values{"change": {undo.Get("change")}}
	delete(v.cookies, "worklog_session")
	var back answer
	p.unchanged(func() {
		back = v.cameBack(v.submit("/entries/take-back", press))
		back.want(t, 200, "rien n’est encore changé", "modifiée à la main", "novembre 2026", ">Annuler</button>")
	})
	v.submit("/entries/take-back", back.fields()).want(t, 303)
	p.wantStored("SELECT note FROM work_entries", "")
	delete(v.cookies, "worklog_session")
	v.cameBack(v.submit("/entries/take-back", url.Values{"change": {"999"}})).want(t, 404, "Rien à annuler")
}

func TestAFormIsCarriedUpToFiveHundredFieldsAndNeverLargerThanItCame(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
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
	} {
		stranger := p.visitor("")
		send := func() answer {
			request, err := http.NewRequest(http.MethodPost, p.url+"/entries/new?date=2026-11-12", strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			return stranger.send(request)
		}
		plain := len(stranger.get("/login?unsaved=1").body)
		got := send()
		if !test.carried {
			got.wantLocation(t, "/login?unsaved=1")
			stranger.get("/login?unsaved=1").want(t, 200, "n’est pas enregistré")
			p.signIn() // forgets the attempts
			continue
		}
		got.want(t, 403, "revient après la connexion")
		if grown := len(got.body) - plain - len(test.body); grown > 256 { // of the names of the fields
			t.Errorf("%s: the page grew by %d bytes more than it was sent", name, grown)
		}
		back := stranger.cameBack(got)
		back.want(t, 200, "rien n’en est encore enregistré")
		want, _ := url.ParseQuery(test.body)
		if note := back.fields().Get("note"); note != want.Get("note") {
			t.Errorf("%s: got the note %.20q…, want %.20q…", name, note, want.Get("note"))
		}
	}
}

func TestWhatAStrangerPostsCountsAsAnAttemptAndAKnownBrowserIsCountedApart(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword, behindTrusted)
	known := p.visitor("203.0.113.9")
	known.try(password).want(t, 303)
	delete(known.cookies, "worklog_session")
	typed := url.Values{"slot_start": {"8"}, "slot_end": {"12"}, "note": {"écrit"}}
	posts := map[string]url.Values{"/entries/new?date=2026-11-12": typed, "/nowhere": nil, "/login": {"password": {""}}}
	for path, values := range posts {
		stranger := p.visitor("203.0.113.10")
		for range 10 {
			stranger.submit(path, values)
		}
		stranger.submit("/entries/new?date=2026-11-12", typed).wantLocation(t, "/login?unsaved=1")
		stranger.try(password).want(t, 429, "Trop d’essais")
		p.clock.advance(15 * time.Minute)
	}
	neighbour := p.visitor("203.0.113.9")
	for range 11 {
		neighbour.submit("/entries/new?date=2026-11-12", typed)
	}
	neighbour.try(password).want(t, 429)
	known.cameBack(known.submit("/entries/new?date=2026-11-12", typed)).want(t, 200, "écrit")
}

func TestAfterTooManyAttemptsAShortFormIsStillCarried(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	stranger := p.visitor("")
	sent := stranger.submit("/entries/new?date=2026-11-12", url.Values{"slot_start": {"8"}, "note": {"écrit"}}).fields()
	for range 10 {
		sent.Set("password", "a guess")
		sent = stranger.submit("/login", sent).fields()
	}
	p.clock.advance(15 * time.Minute)
	sent.Set("password", password)
	stranger.submit("/login", sent).want(t, 200, "écrit")
}

// halfSentFrom opens a connection on which a form is announced, and read, but not sent.
func (p *program) halfSentFrom(address, path string, size int) net.Conn {
	p.t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { connection.Close() })
	_, err = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\nExpect: 100-continue\r\n"+
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n", path, address, size)
	if err != nil {
		p.t.Fatal(err)
	}
	line, err := bufio.NewReader(connection).ReadString('\n')
	if err != nil || !strings.Contains(line, "100 Continue") {
		p.t.Fatalf("got %q %v", line, err)
	}
	return connection
}

func TestFourMebibytesOfAllStrangersAreCarriedAtOnceAndAKnownBrowsersApart(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword, behindTrusted)
	known := p.signIn()
	delete(known.cookies, "worklog_session")
	typed := url.Values{"slot_start": {"8"}, "slot_end": {"12"}, "note": {"écrit"}}
	var open []net.Conn
	for i := range 32 {
		connection := p.halfSentFrom(fmt.Sprintf("203.0.113.%d", i), "/entries/new", 128<<10)
		open = append(open, connection)
	}
	p.visitor("198.51.100.1").submit("/entries/new?date=2026-11-12", typed).wantLocation(t, "/login?unsaved=1")
	known.cameBack(known.submit("/entries/new?date=2026-11-12", typed)).want(t, 200, "écrit")
	p.visitor("198.51.100.2").try(password).want(t, 303) // a password needs no room
	for _, connection := range open {
		connection.Close()
	}
	for range 10_000 { // until the server has noticed
		p.clock.advance(15 * time.Minute)
		if p.visitor("198.51.100.1").submit("/entries/new?date=2026-11-12", typed).status == 403 {
			return
		}
	}
	t.Error("the room is not free again")
}

func TestAnAddressToComeBackToIsShort(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword)
	long := strings.Repeat("&", 4<<10)
	if got := p.visitor("").get("/login?next=/" + url.QueryEscape(long)); got.status != http.StatusOK || len(got.body) > 3<<10 {
		t.Errorf("got %d, %d bytes", got.status, len(got.body))
	}
	p.visitor("").get("/nowhere?"+long).wantLocation(t, "/login")
}
