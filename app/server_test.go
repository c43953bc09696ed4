package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"worklog/app"
)

func (p *program) get(path string) answer {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodGet, p.url+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.send(request)
}

func TestHealthIsOkWhileTheDatabaseAnswers(t *testing.T) {
	t.Parallel()
	p := start(t)
	got := p.get("/healthz")
	got.want(t, 200, `{"status":"ok"}`)
	got.wantHeader(t, "Cache-Control", "no-store")

	if _, err := p.db.Exec("ALTER TABLE work_entries RENAME TO gone"); err != nil {
		t.Fatal(err)
	}
	p.get("/healthz").want(t, 503)
	if _, err := p.db.Exec("ALTER TABLE gone RENAME TO work_entries"); err != nil {
		t.Fatal(err)
	}
	p.get("/healthz").want(t, 200)
}

func TestAFailingDatabaseIs500AndTheNextRequestWorksOnceItIsMended(t *testing.T) {
	t.Parallel()
	p := start(t)
	if _, err := p.db.Exec("CREATE TRIGGER broken BEFORE INSERT ON workplace_presence_events BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END"); err != nil {
		t.Fatal(err)
	}
	p.unchanged(func() { p.arrive("2026-11-20T08:00:00+01:00", "secret-key").wantError(t, 500, "Erreur interne") })
	if !strings.Contains(p.log.String(), "the disk is on fire") {
		t.Errorf("the cause is not in the log: %s", p.log)
	}
	if _, err := p.db.Exec("DROP TRIGGER broken"); err != nil {
		t.Fatal(err)
	}
	p.arrive("2026-11-20T08:00:00+01:00", "secret-key").want(t, 201)
}

func TestAPanicIsAJSON500ThatTheServerSurvives(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.clock.mu.Lock()
	p.clock.asked = func() {
		if strings.Contains(string(debug.Stack()), "ServeHTTP") { // not what is written once a minute
			p.clock.asked = nil
			panic("out of time")
		}
	}
	p.clock.mu.Unlock()
	got := p.arrive("2026-11-20T08:00:00+01:00", "k")
	got.wantError(t, 500, "Erreur interne")
	if log := p.log.String(); strings.Count(log, `"level":"ERROR"`) != 1 || !strings.Contains(log, "goroutine") || strings.Contains(got.body, "goroutine") {
		t.Errorf("the panic is not in the log once with its place: %s", log)
	}
	p.get("/healthz").want(t, 200)
}

func TestTheLogHoldsNoTokenKeyOrBody(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-20T08:03:27+01:00", "the-key").want(t, 201)
	p.arrive("2026-11-20T08:03:28+01:00", "the-key").want(t, 409)
	p.post(`{"event":"the-body"`).want(t, 400)
	request := p.request("")
	request.URL.RawQuery = "secret=the-query"
	request.Header.Set("X-Request-Id", "the-id")
	request.Header.Set("Authorization", "Bearer the-guess")
	p.send(request).want(t, 401)
	log := p.log.String()
	kept := p.logged()
	for _, secret := range []string{token, "the-key", "08:03:27", "the-body", "the-query", "the-id", "the-guess"} {
		if strings.Contains(kept, secret) {
			t.Errorf("%q stands in the log:\n%s", secret, kept)
		}
	}
	for _, wanted := range []string{`"request_id":"`, `"status":201`, `"status":401`, `"duration_ms":`, `"path":"/api/v1/workplace-presence"`} {
		if !strings.Contains(log, wanted) {
			t.Errorf("%s is not in the log:\n%s", wanted, log)
		}
	}
}

func TestTheProgramAnswersBelowThePathOfPublicURLStrippedOrNot(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
	})
	for i, path := range []string{endpoint, "/worklog" + endpoint} {
		request := p.request(event("arrival", "2026-11-20T08:00:00+01:00", "k"))
		request.URL.Path = path
		p.send(request).want(t, []int{201, 200}[i])
	}
	p.get("/worklog/healthz").want(t, 200)
	p.get("/worklogs/healthz").want(t, 404)
	get := p.request("")
	get.Method, get.URL.Path = "GET", "/worklog"+endpoint
	p.send(get).wantError(t, 405, "Méthode non autorisée")
}

func TestAPathMeansTheSameHoweverItIsEncoded(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *app.Config) { c.Access.PublicURL = &url.URL{Scheme: "https", Host: "h", Path: "/worklog"} })
	for _, path := range []string{"/api/v1/workplace%2Dpresence", "/%61pi/v1/workplace-presence", "/w%6Frklog/api/v1/workplace-presence"} {
		if got := p.raw(strings.Replace(rawHead, endpoint, path, 1) + "Content-Length: 0\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.1 400 ") {
			t.Errorf("%s: got %q", path, got)
		}
	}
}

func TestAClientIsThePeerUnlessThatIsATrustedProxy(t *testing.T) {
	t.Parallel()
	claim := func(p *program) string {
		request := p.request("")
		request.Header.Set("X-Forwarded-For", "203.0.113.9")
		request.Header.Set("X-Real-IP", "203.0.113.8")
		p.send(request).want(t, 400)
		return p.log.String()
	}
	if log := claim(start(t)); !strings.Contains(log, `"client":"127.0.0.1"`) || strings.Contains(log, "203.0.113") {
		t.Errorf("a claim is believed: %s", log)
	}
	trusted := start(t, func(c *app.Config) { c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	if log := claim(trusted); !strings.Contains(log, `"client":"203.0.113.9"`) {
		t.Errorf("a trusted proxy is not believed: %s", log)
	}
	other := start(t, func(c *app.Config) { c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	if log := claim(other); !strings.Contains(log, `"client":"127.0.0.1"`) {
		t.Errorf("another peer is believed: %s", log)
	}
}

func TestARequestUnderWayIsFinishedWhenTheProgramStops(t *testing.T) {
	t.Parallel()
	p := start(t)
	connection, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	body := event("arrival", "2026-11-20T08:00:00+01:00", "k")
	fmt.Fprintf(connection, "%sExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", rawHead, len(body))
	const interim = "HTTP/1.1 100 Continue\r\n\r\n"
	if _, err := io.ReadFull(connection, make([]byte, len(interim))); err != nil {
		t.Fatal(err) // the handler reads the body: the request is under way
	}
	stopped := make(chan struct{})
	go func() { p.stop(); close(stopped) }()
	for { // the listener closes first
		probe, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
		if err != nil {
			break
		}
		probe.Close()
	}
	fmt.Fprint(connection, body)
	answered, err := io.ReadAll(connection)
	if err != nil || !strings.HasPrefix(string(answered), "HTTP/1.1 201 ") {
		t.Errorf("got %q, %v", answered, err)
	}
	<-stopped
	p.wantStored("SELECT count(*) FROM workplace_presence_events", "1")
}

func TestStoppingFoldsTheWriteAheadLog(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 201)
	p.db.Close()
	p.stop()
	for _, suffix := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(p.config.Database + suffix); !os.IsNotExist(err) {
			t.Errorf("%s is still there", suffix)
		}
	}
	alone, err := sql.Open("sqlite3", "file:"+p.config.Database+"?immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Close()
	var events int
	if err := alone.QueryRow("SELECT count(*) FROM workplace_presence_events").Scan(&events); err != nil || events != 1 {
		t.Errorf("got %d events, %v", events, err)
	}
}

// hold locks the database for writing, as another program may, and returns a function
// that unlocks it.
func (p *program) hold() (release func()) {
	p.t.Helper()
	p.db.SetMaxOpenConns(1)
	if _, err := p.db.Exec("BEGIN IMMEDIATE"); err != nil {
		p.t.Fatal(err)
	}
	return func() {
		p.t.Helper()
		if _, err := p.db.Exec("ROLLBACK"); err != nil {
			p.t.Fatal(err)
		}
	}
}

// meanwhile sends the requests at once, with twice as long as writers wait for
// each other (SQLite counts its naps, which a busy machine draws out), reads
// pages while they wait, and then does the rest.
func (p *program) meanwhile(requests []*http.Request, then func()) (answers []answer) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), 10*time.Second)
	defer cancel()
	answers = make([]answer, len(requests))
	var group sync.WaitGroup
	for i, request := range requests {
		group.Go(func() {
			var err error
			if answers[i], err = exchange(request.WithContext(ctx)); err != nil {
				p.t.Error(err)
			}
		})
	}
	for range 5 {
		for _, path := range []string{"/months/2026-11", editDay, "/healthz"} {
			p.get(path).want(p.t, 200)
		}
	}
	then()
	group.Wait()
	return answers
}

// writes are a request of each kind that writes.
func (p *program) writes() []*http.Request {
	p.t.Helper()
	values := p.form(editDay)
	values.Set("note", "à garder")
	return []*http.Request{p.request(event("arrival", "2026-11-21T08:00:00+01:00", "k")), p.formRequest(editDay, values)}
}

func TestAWriterWaitsForAnotherAndHoldsUpNoReader(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	writes, release := p.writes(), p.hold()
	answers := p.meanwhile(writes, release)
	answers[0].want(t, 201)
	answers[1].want(t, 303)
}

func TestAWriterThatHoldsTheDatabaseMakes500AndTheRetryIsTaken(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits the five seconds that writers wait for each other")
	}
	p := recordedDay(t)
	writes, release := p.writes(), p.hold()
	answers := p.meanwhile(writes, func() {})
	answers[0].wantError(t, 500, "Erreur interne")
	answers[1].want(t, 500, "à garder")
	p.get("/months/2026-11").want(t, 200)
	release()
	answers = p.meanwhile(p.writes(), func() {})
	answers[0].want(t, 201)
	answers[1].want(t, 303)
	p.wantStored("SELECT note FROM work_entries WHERE id = 1", "à garder")
}

func TestATooSlowBodyIs400(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits the ten seconds that a body may take")
	}
	p := start(t)
	connection, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprint(connection, rawHead+"Content-Length: 200\r\n\r\n{") // the body ends here
	answered, err := io.ReadAll(connection)
	if err != nil || !strings.HasPrefix(string(answered), "HTTP/1.1 400 ") || !strings.Contains(string(answered), "JSON invalide") {
		t.Errorf("got %q, %v", answered, err)
	}
}

func TestALogLineOfARequestIsEscapedAndCut(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *app.Config) { c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	p.get("/%C2%9B2J%7F%E2%80%AE%1B%5D0;x%07%0Alevel=ERROR%FF")
	p.get("/" + strings.Repeat("y", 12000))
	request := p.request("")
	request.Header.Set("X-Forwarded-For", "198.51.100.1\u202e\u009b"+strings.Repeat("9", 5000))
	p.send(request)
	p.raw("GET / HTTP/1.1\r\nHost: x\u202e\r\n\r\n")
	for line := range strings.Lines(p.log.String()) {
		if text := strings.TrimSuffix(line, "\n"); len(line) > 600 || strings.ContainsFunc(text, func(char rune) bool { return !unicode.IsPrint(char) }) {
			t.Errorf("got a line of %d bytes: %q", len(line), line)
		}
	}
	for _, wanted := range []string{`"path":"/\\u009b2J\\x7f\\u202e\\x1b]0;x\\a\\nlevel=ERROR\\xff"`, `"path":"/yyyy`, `yyy…"`} {
		if !strings.Contains(p.log.String(), wanted) {
			t.Errorf("%s is not in the log:\n%s", wanted, p.log)
		}
	}
}
