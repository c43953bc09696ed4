package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

// The order of errors: each row deserves its own error and all that follow, and gets its
// own.
func TestOfSeveralErrorsTheFirstOfTheListIsAnswered(t *testing.T) {
	t.Parallel()
	exhausted := func(p *program) {
		for range p.config.API.RequestsPerMinute {
			p.post("").want(t, 400)
		}
	}
	anonymous := func(r *http.Request) { r.Header.Del("Authorization") }
	plain := func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }
	body := func(text string) func(*http.Request) {
		return func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		}
	}
	large := body(strings.Repeat("x", 5000))
	get := func(r *http.Request) { r.Method = http.MethodGet }
	elsewhere := func(r *http.Request) { r.URL.Path += "/elsewhere" }

	for _, test := range []struct {
		name    string
		config  []func(*app.Config)
		before  func(*program)
		request []func(*http.Request)
		status  int
		message string
	}{
		{"405 before an unknown path", []func(*app.Config){noSection, noToken}, nil,
			[]func(*http.Request){get, elsewhere, anonymous, plain, large}, 405, "Méthode non autorisée"},
		{"405 before all else", []func(*app.Config){noSection, noToken}, nil,
			[]func(*http.Request){get, anonymous, plain, large}, 405, "Méthode non autorisée"},
		{"an unknown path before the section", []func(*app.Config){noSection, noToken}, nil,
			[]func(*http.Request){elsewhere, anonymous, plain, large}, 404, "Ressource introuvable"},
		{"404 without the section before 503", []func(*app.Config){noSection, noToken}, nil,
			[]func(*http.Request){anonymous, plain, large}, 404, "API indisponible"},
		{"503 before 401", []func(*app.Config){noToken}, nil,
			[]func(*http.Request){anonymous, plain, large}, 503, "API indisponible"},
		{"401 before 429", nil, exhausted,
			[]func(*http.Request){anonymous, plain, large}, 401, "Authentification requise"},
		{"429 before 415", nil, exhausted,
			[]func(*http.Request){plain, large}, 429, "Trop de requêtes"},
		{"415 before 413", nil, nil,
			[]func(*http.Request){plain, large}, 415, "Content-Type invalide"},
		{"413 before 400", nil, nil,
			[]func(*http.Request){large}, 413, "Requête trop volumineuse"},
		{"400 before 422", nil, nil,
			[]func(*http.Request){body(`{"unknown":1`)}, 400, "JSON invalide"},
		{"the schema before the event", nil, nil,
			[]func(*http.Request){body(`{"event":"lunch","occurred_at":1}`)}, 422, "Schéma invalide"},
		{"422 of the request before the key", nil, func(p *program) { p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 201) },
			[]func(*http.Request){body(event("departure", "2026-11-20T17:00:00", "k"))}, 422, "Événement invalide"},
		{"422 of an impossible date before the key", nil, func(p *program) { p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 201) },
			[]func(*http.Request){body(event("departure", "1950-11-20T17:00:00Z", "k"))}, 422, "Événement invalide"},
		{"the key before a departure that is not later", nil, func(p *program) { p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 201) },
			[]func(*http.Request){body(event("departure", "2026-11-20T07:00:00+01:00", "k"))}, 409, "Conflit métier"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, test.config...)
			if test.before != nil {
				test.before(p)
			}
			request := p.request("")
			for _, change := range test.request {
				change(request)
			}
			p.unchanged(func() { p.send(request).wantError(t, test.status, test.message) })
		})
	}
}

func TestEveryMethodButPostIs405OnEveryPathBelowV1(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, method := range []string{"GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "BREW"} {
		for _, path := range []string{endpoint, "/api/v1/", "/api/v1/elsewhere", endpoint + "/"} {
			request := p.request("")
			request.Method, request.URL.Path = method, path
			got := p.send(request)
			got.wantHeader(t, "Allow", "POST")
			if method == "HEAD" {
				got.want(t, 405)
				got.wantHeader(t, "Cache-Control", "no-store")
				continue
			}
			got.wantError(t, 405, "Méthode non autorisée")
		}
	}
}

func TestEveryOtherPathBelowApiIsAJSON404(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, path := range []string{"/api/v1/elsewhere", endpoint + "/", "/api/v1/", "/api/v2/workplace-presence", "/api/", "/api"} {
		request := p.request(event("arrival", "2026-11-20T08:00:00+01:00", "k"))
		request.URL.Path = path
		p.send(request).wantError(t, 404, "Ressource introuvable")
	}
	get := p.request("")
	get.Method, get.URL.Path = "GET", "/api/v2/x"
	p.send(get).wantError(t, 404, "Ressource introuvable")
}

func TestOnlyTheOneBearerTokenIsLetIn(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, test := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"the token", []string{"Bearer " + token}, 201},
		{"the scheme in another case", []string{"bEARER " + token}, 200},
		{"several spaces before the token", []string{"Bearer   " + token}, 200},
		{"no header", nil, 401},
		{"an empty header", []string{""}, 401},
		{"another scheme", []string{"Basic " + token}, 401},
		{"only the scheme", []string{"Bearer"}, 401},
		{"an empty token", []string{"Bearer "}, 401},
		{"no scheme", []string{token}, 401},
		{"another token", []string{"Bearer " + token + "x"}, 401},
		{"a part of the token", []string{"Bearer " + token[1:]}, 401},
		{"the token in another case", []string{"Bearer " + strings.ToUpper(token)}, 401},
		{"the token twice", []string{"Bearer " + token, "Bearer " + token}, 401},
		{"a right header behind a wrong one", []string{"Basic x", "Bearer " + token}, 401},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := p.request(event("arrival", "2026-11-20T08:00:00+01:00", "k"))
			request.Header["Authorization"] = test.headers
			got := p.send(request)
			if test.status != 401 {
				got.want(t, test.status)
				return
			}
			got.wantError(t, 401, "Authentification requise")
			got.wantHeader(t, "WWW-Authenticate", "Bearer")
		})
	}
}

func TestNoTokenThatDiffersInAnyPlaceIsLetIn(t *testing.T) {
	t.Parallel()
	p := start(t)
	for i := range len(token) {
		for _, changed := range []string{"~", "A"} {
			request := p.request("")
			request.Header["Authorization"] = []string{"Bearer " + token[:i] + changed + token[i+1:]}
			if got := p.send(request); got.status != 401 {
				t.Errorf("got %d with place %d changed", got.status, i)
			}
		}
	}
}

func TestNoAnswerCarriesACORSHeader(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, method := range []string{"POST", "OPTIONS"} {
		request := p.request(event("arrival", "2026-11-20T08:00:00+01:00", "k"))
		request.Method = method
		request.Header.Set("Origin", "https://elsewhere.example")
		request.Header.Set("Access-Control-Request-Method", "POST")
		for name := range p.send(request).header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: got %s", method, name)
			}
		}
	}
}

func TestTheContentTypeIsJSONOnceAndUnencoded(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	for _, test := range []struct {
		types, encodings []string
		status           int
	}{
		{[]string{"application/json"}, nil, 201},
		{[]string{"Application/JSON"}, nil, 200},
		{[]string{"application/json; charset=utf-8"}, nil, 200},
		{[]string{"application/json;charset=latin1;x"}, nil, 200},
		{[]string{"application/json ; x"}, []string{"identity"}, 200},
		{nil, nil, 415},
		{[]string{""}, nil, 415},
		{[]string{"text/json"}, nil, 415},
		{[]string{"application/json+x"}, nil, 415},
		{[]string{"application/json, text/plain"}, nil, 415},
		{[]string{"application/json", "application/json"}, nil, 415},
		{[]string{"application/json"}, []string{"gzip"}, 415},
		{[]string{"application/json"}, []string{"identity", "gzip"}, 415},
	} {
		t.Run(fmt.Sprint(test.types, test.encodings), func(t *testing.T) {
			request := p.request(event("arrival", "2026-11-20T08:00:00+01:00", "k"))
			request.Header["Content-Type"], request.Header["Content-Encoding"] = test.types, test.encodings
			got := p.send(request)
			if test.status == 415 {
				got.wantError(t, 415, "Content-Type invalide")
				return
			}
			got.want(t, test.status)
		})
	}
}

func TestTheBodyIsAtMost4096BytesHoweverItIsSent(t *testing.T) {
	t.Parallel()
	p := start(t)
	valid := event("arrival", "2026-11-20T08:00:00+01:00", "k")
	exact := valid + strings.Repeat(" ", 4096-len(valid))

	p.post(exact).want(t, 201)
	p.post(exact+" ").wantError(t, 413, "Requête trop volumineuse")

	chunked := func(body string) *http.Request {
		request := p.request("")
		request.Body, request.ContentLength = io.NopCloser(strings.NewReader(body)), -1
		return request
	}
	p.send(chunked(exact)).want(t, 200)
	p.send(chunked(exact+" ")).wantError(t, 413, "Requête trop volumineuse")
	p.send(chunked(valid+strings.Repeat("x", 100_000))).wantError(t, 413, "Requête trop volumineuse")
}

func TestALargerContentLengthIsRefusedBeforeTheBodyIsSent(t *testing.T) {
	t.Parallel()
	p := start(t)
	got := p.raw(rawHead + "Content-Length: 4097\r\n\r\n")
	if !strings.HasPrefix(got, "HTTP/1.1 413 ") {
		t.Errorf("got %q", got)
	}
}

func TestABodyThatIsCutOffIs400(t *testing.T) {
	t.Parallel()
	p := start(t)
	for name, rest := range map[string]string{
		"short of its length":  "Content-Length: 200\r\n\r\n{\"event\":",
		"after a whole text":   "Content-Length: 200\r\n\r\n" + event("arrival", "2026-11-20T08:00:00+01:00", "k"),
		"in the middle of one": "Transfer-Encoding: chunked\r\n\r\n10\r\n{\"event\"",
		"a malformed chunk":    "Transfer-Encoding: chunked\r\n\r\nzz\r\n{\"event\"",
	} {
		got := p.raw(rawHead + rest)
		if !strings.HasPrefix(got, "HTTP/1.1 400 ") || !strings.Contains(got, `{"error":"JSON invalide"}`) {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

const rawHead = "POST " + endpoint + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token +
	"\r\nContent-Type: application/json\r\n"

// raw writes bytes to the server, closes its side for writing, and returns the
// answer.
func (p *program) raw(text string) string {
	p.t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		p.t.Fatal(err)
	}
	defer connection.Close()
	if err := connection.SetDeadline(time.Now().Add(5 * time.Second)); err != nil { // less than a body may take
		p.t.Fatal(err)
	}
	if _, err := io.WriteString(connection, text); err != nil {
		p.t.Fatal(err)
	}
	if strings.Contains(text, "\r\n\r\n{") || strings.Contains(text, "chunked") {
		if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
			p.t.Fatal(err)
		}
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return fmt.Sprintf("HTTP/1.1 %s %s", response.Status, body)
}

func TestThirtyRequestsPassInAnySixtySeconds(t *testing.T) {
	t.Parallel()
	p := start(t)
	for i := range 30 {
		p.clock.advance(time.Second) // one each at 1 s, 2 s … 30 s
		p.post("").want(t, 400)
		if i == 0 {
			p.unauthenticated().want(t, 401) // spends nothing
		}
	}
	refused := p.post("")
	refused.wantError(t, 429, "Trop de requêtes")
	refused.wantHeader(t, "Retry-After", "31") // the first is free at 61 s, it is 30 s

	p.clock.advance(31*time.Second - time.Nanosecond)
	late := p.post("")
	late.wantError(t, 429, "Trop de requêtes")
	late.wantHeader(t, "Retry-After", "1")

	p.clock.advance(time.Nanosecond)
	p.post("").want(t, 400) // one place is free exactly 60 s after it was taken
	p.post("").wantError(t, 429, "Trop de requêtes")
}

func (p *program) unauthenticated() answer {
	request := p.request("")
	request.Header.Del("Authorization")
	return p.send(request)
}

func TestTheRateLimitCountsWhateverWasAnswered(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *app.Config) { c.API.RequestsPerMinute = 3 })
	p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 201)
	p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 200)
	plain := p.request("")
	plain.Header.Del("Content-Type")
	p.send(plain).want(t, 415)
	p.unchanged(func() { p.leave("2026-11-20T17:00:00+01:00", "d").wantError(t, 429, "Trop de requêtes") })
}
