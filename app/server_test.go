package app_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/labstack/echo/v4"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAFailingDatabaseIs500AndTheNextRequestWorksOnceItIsMended(t *testing.T) {
	p := apptest.Start(t)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("CREATE TRIGGER broken BEFORE INSERT ON workplace_presence_events BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END")))
	p.Unchanged(func() { p.Arrive("2026-11-20T08:00:00+01:00", "secret-key").WantError(t, 500, "Erreur interne") })
	modelstest.WantIn(t, p.Log.String(), "the disk is on fire")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DROP TRIGGER broken")))
	p.Arrive("2026-11-20T08:00:00+01:00", "secret-key").Want(t, 201)
}

func TestAPanicIsAJSON500ThatTheServerSurvives(t *testing.T) {
	p := apptest.Start(t)
	p.Clock.WhenAsked(func() { panic("out of time") })
	got := p.Arrive("2026-11-20T08:00:00+01:00", "k")
	got.WantError(t, 500, "Erreur interne")
	if log := p.Log.String(); strings.Count(log, `"level":"ERROR"`) != 1 || !strings.Contains(log, "goroutine") || strings.Contains(got.Body, "goroutine") {
		t.Errorf("the panic is not in the log once with its place: %s", log)
	}
	p.Get("/healthz").Want(t, 200)
}

func TestTheLogHoldsNoTokenKeyOrBody(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:03:27+01:00", "the-key").Want(t, 201)
	p.Arrive("2026-11-20T08:03:28+01:00", "the-key").Want(t, 409)
	p.Post(`{"event":"the-body"`).Want(t, 400)
	request := p.Request("")
	request.URL.RawQuery = "secret=the-query"
	request.Header.Set("X-Request-Id", "the-id")
	request.Header.Set("Authorization", "Bearer the-guess")
	p.Send(request).Want(t, 401)
	log := p.Log.String()
	modelstest.WantNone(t, p.Logged(), apptest.Token, "the-key", "08:03:27", "the-body", "the-query", "the-id", "the-guess")
	modelstest.WantIn(t, log, `"request_id":"`, `"status":201`, `"status":401`, `"duration_ms":`, `"path":"/api/v1/workplace-presence"`)
}

func TestTheProgramAnswersBelowThePathOfPublicURLStrippedOrNot(t *testing.T) {
	p := apptest.Start(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
	})
	for i, path := range []string{apptest.Endpoint, "/worklog" + apptest.Endpoint} {
		request := p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"))
		request.URL.Path = path
		p.Send(request).Want(t, []int{201, 200}[i])
	}
	p.Get("/worklog/healthz").Want(t, 200)
	p.Get("/worklogs/healthz").Want(t, 404)
	get := p.Request("")
	get.Method, get.URL.Path = "GET", "/worklog"+apptest.Endpoint
	p.Send(get).WantError(t, 405, "Méthode non autorisée")
}

func TestAPathMeansTheSameHoweverItIsEncoded(t *testing.T) {
	p := apptest.Start(t, func(c *app.Config) { c.Access.PublicURL = &url.URL{Scheme: "https", Host: "h", Path: "/worklog"} })
	for _, path := range []string{"/api/v1/workplace%2Dpresence", "/%61pi/v1/workplace-presence", "/w%6Frklog/api/v1/workplace-presence"} {
		modelstest.WantIn(t, p.Raw(strings.Replace(apptest.RawHead, apptest.Endpoint, path, 1)+"Content-Length: 0\r\n\r\n"), "HTTP/1.1 400 ")
	}
}

func TestAClientIsThePeerUnlessThatIsATrustedProxy(t *testing.T) {
	claim := func(p *apptest.Program) string {
		request := p.Request("")
		request.Header.Set("X-Forwarded-For", "203.0.113.9")
		request.Header.Set("X-Real-IP", "203.0.113.8")
		p.Send(request).Want(t, 400)
		return p.Log.String()
	}
	if log := claim(apptest.Start(t)); !strings.Contains(log, `"client":"127.0.0.1"`) || strings.Contains(log, "203.0.113") {
		t.Errorf("a claim is believed: %s", log)
	}
	trusted := apptest.Start(t, func(c *app.Config) { c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	modelstest.WantIn(t, claim(trusted), `"client":"203.0.113.9"`)
	other := apptest.Start(t, func(c *app.Config) { c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	modelstest.WantIn(t, claim(other), `"client":"127.0.0.1"`)
}

// everyWrite returns a request of each kind that writes.
func everyWrite(p *apptest.Program) []*http.Request {
	p.T.Helper()
	values := p.Form(apptest.EditDay)
	values.Set("note", "à garder")
	return []*http.Request{p.Request(apptest.Event("arrival", "2026-11-21T08:00:00+01:00", "k")), p.FormRequest(apptest.EditDay, values)}
}

func TestAWriterThatHoldsTheDatabaseMakes500AndTheRetryIsTaken(t *testing.T) {
	if testing.Short() {
		t.Skip("waits the five seconds that writers wait for each other")
	}
	p := apptest.RecordedDay(t)
	writes, release := everyWrite(p), p.Hold()
	answers := p.Meanwhile(writes, func() {})
	answers[0].WantError(t, 500, "Erreur interne")
	answers[1].Want(t, 500, "à garder")
	p.Get("/months/2026-11").Want(t, 200)
	release()
	answers = p.Meanwhile(everyWrite(p), func() {})
	answers[0].Want(t, 201)
	answers[1].Want(t, 303)
	p.WantStored("SELECT note FROM work_entries WHERE id = 1", "à garder")
}

// A body has ten seconds, as TestSlowClientsAreCutOff says; here they are over at once.
func TestATooSlowBodyIs400(t *testing.T) {
	p := apptest.New(t, apptest.DemoConfig(t))
	p.Before = []echo.MiddlewareFunc{func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			modelstest.Must(t, http.NewResponseController(c.Response()).SetReadDeadline(time.Now()))
			return next(c)
		}
	}}
	p.Run()
	connection := modelstest.Got(net.Dial("tcp", strings.TrimPrefix(p.URL, "http://")))(t)
	defer connection.Close()
	fmt.Fprint(connection, apptest.RawHead+"Content-Length: 200\r\n\r\n{") // the body ends here
	modelstest.WantIn(t, string(modelstest.Got(io.ReadAll(connection))(t)), "HTTP/1.1 400 ", "JSON invalide")
}

func TestALogLineOfARequestIsEscapedAndCut(t *testing.T) {
	p := apptest.Start(t, func(c *app.Config) { c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	p.Get("/%C2%9B2J%7F%E2%80%AE%1B%5D0;x%07%0Alevel=ERROR%FF")
	p.Get("/" + strings.Repeat("y", 12000))
	request := p.Request("")
	request.Header.Set("X-Forwarded-For", "198.51.100.1\u202e\u009b"+strings.Repeat("9", 5000))
	p.Send(request)
	p.Raw("GET / HTTP/1.1\r\nHost: x\u202e\r\n\r\n")
	for line := range strings.Lines(p.Log.String()) {
		if text := strings.TrimSuffix(line, "\n"); len(line) > 600 || strings.ContainsFunc(text, func(char rune) bool { return !unicode.IsPrint(char) }) {
			t.Errorf("got a line of %d bytes: %q", len(line), line)
		}
	}
	modelstest.WantIn(t, p.Log.String(), `"path":"/\\u009b2J\\x7f\\u202e\\x1b]0;x\\a\\nlevel=ERROR\\xff"`, `"path":"/yyyy`, `yyy…"`)
}

// 0.0.0.0 and [::] are where the program listens, but no browser's address.
func TestTheURLOfAServerOnAllAddressesCanBeOpened(t *testing.T) {
	for _, listen := range []string{"0.0.0.0:0", "[::]:0", ":0"} {
		p := apptest.Start(t, apptest.WithPassword, func(c *app.Config) { c.Listen = listen })
		if address, err := netip.ParseAddrPort(strings.TrimPrefix(p.URL, "http://")); err != nil || address.Addr().IsUnspecified() {
			t.Errorf("%s: got %s", listen, p.URL)
		}
		p.Get("/login").Want(t, 200)
	}
}
