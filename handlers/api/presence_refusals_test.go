package api_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
)

// The order of errors: each row deserves its own error and all that follow, and gets its
// own.
func TestOfSeveralErrorsTheFirstOfTheListIsAnswered(t *testing.T) {
	t.Parallel()
	exhausted := func(p *apptest.Program) {
		for range p.Config.API.RequestsPerMinute {
			p.Post("").Want(t, 400)
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
		before  func(*apptest.Program)
		request []func(*http.Request)
		status  int
		message string
	}{
		{"405 before an unknown path", []func(*app.Config){apptest.NoSection, apptest.NoToken}, nil,
			[]func(*http.Request){get, elsewhere, anonymous, plain, large}, 405, "Méthode non autorisée"},
		{"405 before all else", []func(*app.Config){apptest.NoSection, apptest.NoToken}, nil,
			[]func(*http.Request){get, anonymous, plain, large}, 405, "Méthode non autorisée"},
		{"an unknown path before the section", []func(*app.Config){apptest.NoSection, apptest.NoToken}, nil,
			[]func(*http.Request){elsewhere, anonymous, plain, large}, 404, "Ressource introuvable"},
		{"404 without the section before 503", []func(*app.Config){apptest.NoSection, apptest.NoToken}, nil,
			[]func(*http.Request){anonymous, plain, large}, 404, "API indisponible"},
		{"503 before 401", []func(*app.Config){apptest.NoToken}, nil,
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
		{"422 of the request before the key", nil, func(p *apptest.Program) { p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201) },
			[]func(*http.Request){body(apptest.Event("departure", "2026-11-20T17:00:00", "k"))}, 422, "Événement invalide"},
		{"422 of an impossible date before the key", nil, func(p *apptest.Program) { p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201) },
			[]func(*http.Request){body(apptest.Event("departure", "1950-11-20T17:00:00Z", "k"))}, 422, "Événement invalide"},
		{"the key before a departure that is not later", nil, func(p *apptest.Program) { p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201) },
			[]func(*http.Request){body(apptest.Event("departure", "2026-11-20T07:00:00+01:00", "k"))}, 409, "Conflit métier"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := apptest.Start(t, test.config...)
			if test.before != nil {
				test.before(p)
			}
			request := p.Request("")
			for _, change := range test.request {
				change(request)
			}
			p.Unchanged(func() { p.Send(request).WantError(t, test.status, test.message) })
		})
	}
}

func TestEveryMethodButPostIs405OnEveryPathBelowV1(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	for _, method := range []string{"GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "BREW"} {
		for _, path := range []string{apptest.Endpoint, "/api/v1/", "/api/v1/elsewhere", apptest.Endpoint + "/"} {
			request := p.Request("")
			request.Method, request.URL.Path = method, path
			got := p.Send(request)
			got.WantHeader(t, "Allow", "POST")
			if method == "HEAD" {
				got.Want(t, 405)
				got.WantHeader(t, "Cache-Control", "no-store")
				continue
			}
			got.WantError(t, 405, "Méthode non autorisée")
		}
	}
}

func TestEveryOtherPathBelowApiIsAJSON404(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	for _, path := range []string{"/api/v1/elsewhere", apptest.Endpoint + "/", "/api/v1/", "/api/v2/workplace-presence", "/api/", "/api"} {
		request := p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"))
		request.URL.Path = path
		p.Send(request).WantError(t, 404, "Ressource introuvable")
	}
	get := p.Request("")
	get.Method, get.URL.Path = "GET", "/api/v2/x"
	p.Send(get).WantError(t, 404, "Ressource introuvable")
}

func TestOnlyTheOneBearerTokenIsLetIn(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	for _, test := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"the token", []string{"Bearer " + apptest.Token}, 201},
		{"the scheme in another case", []string{"bEARER " + apptest.Token}, 200},
		{"several spaces before the token", []string{"Bearer   " + apptest.Token}, 200},
		{"no header", nil, 401},
		{"an empty header", []string{""}, 401},
		{"another scheme", []string{"Basic " + apptest.Token}, 401},
		{"only the scheme", []string{"Bearer"}, 401},
		{"no scheme", []string{apptest.Token}, 401},
		{"another token", []string{"Bearer " + apptest.Token + "x"}, 401},
		{"its beginning", []string{"Bearer " + apptest.Token[:len(apptest.Token)-1]}, 401},
		{"the token in another case", []string{"Bearer " + strings.ToUpper(apptest.Token)}, 401},
		{"the token twice", []string{"Bearer " + apptest.Token, "Bearer " + apptest.Token}, 401},
		{"a right header behind a wrong one", []string{"Basic x", "Bearer " + apptest.Token}, 401},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"))
			request.Header["Authorization"] = test.headers
			got := p.Send(request)
			if test.status != 401 {
				got.Want(t, test.status)
				return
			}
			got.WantError(t, 401, "Authentification requise")
			got.WantHeader(t, "WWW-Authenticate", "Bearer")
		})
	}
}

func TestNoAnswerCarriesACORSHeader(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	for _, method := range []string{"POST", "OPTIONS"} {
		request := p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"))
		request.Method = method
		request.Header.Set("Origin", "https://elsewhere.example")
		request.Header.Set("Access-Control-Request-Method", "POST")
		for name := range p.Send(request).Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: got %s", method, name)
			}
		}
	}
}

func TestTheContentTypeIsJSONOnceAndUnencoded(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	for _, test := range []struct {
		types, encodings []string
		status           int
		journal          string
	}{
		{[]string{"application/json"}, nil, 201, ""},
		{[]string{"Application/JSON"}, nil, 200, ""},
		{[]string{"application/json; charset=utf-8"}, nil, 200, ""},
		{[]string{"application/json;charset=latin1;x"}, nil, 200, ""},
		{[]string{"application/json ; x"}, []string{"identity"}, 200, ""},
		{nil, nil, 415, "content_type"},
		{[]string{""}, nil, 415, "content_type"},
		{[]string{"text/json"}, nil, 415, "content_type text/json"},
		{[]string{"application/json+x"}, nil, 415, "content_type application/json+x"},
		{[]string{"application/json, text/plain"}, nil, 415, "content_type application/json, text/plain"},
		{[]string{"application/json", "application/json"}, nil, 415, "content_type application/json, application/json"},
		{[]string{"application/json"}, []string{"gzip"}, 415, "content_encoding gzip"},
		{[]string{"application/json"}, []string{"identity", "gzip"}, 415, "content_encoding gzip"},
	} {
		t.Run(fmt.Sprint(test.types, test.encodings), func(t *testing.T) {
			request := p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"))
			request.Header["Content-Type"], request.Header["Content-Encoding"] = test.types, test.encodings
			got := p.Send(request)
			if test.status == 415 {
				got.WantError(t, 415, "Content-Type invalide")
				wantInJournal(p, test.journal)
				return
			}
			got.Want(t, test.status)
		})
	}
}

func TestTheBodyIsAtMost4096BytesHoweverItIsSent(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	valid := apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k")
	exact := valid + strings.Repeat(" ", 4096-len(valid))

	p.Post(exact).Want(t, 201)
	p.Post(exact+" ").WantError(t, 413, "Requête trop volumineuse")
	wantInJournal(p, "too_large")
	chunked := func(body string) *http.Request {
		request := p.Request("")
		request.Body, request.ContentLength = io.NopCloser(strings.NewReader(body)), -1
		return request
	}
	p.Send(chunked(exact)).Want(t, 200)
	p.Send(chunked(exact+" ")).WantError(t, 413, "Requête trop volumineuse")
	p.Send(chunked(valid+strings.Repeat("x", 100_000))).WantError(t, 413, "Requête trop volumineuse")
}

func TestALargerContentLengthIsRefusedBeforeTheBodyIsSent(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	got := p.Raw(apptest.RawHead + "Content-Length: 4097\r\n\r\n")
	if !strings.HasPrefix(got, "HTTP/1.1 413 ") {
		t.Errorf("got %q", got)
	}
}

func TestABodyThatIsCutOffIs400(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	for name, rest := range map[string]string{
		"short of its length":  "Content-Length: 200\r\n\r\n{\"event\":",
		"after a whole text":   "Content-Length: 200\r\n\r\n" + apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"),
		"in the middle of one": "Transfer-Encoding: chunked\r\n\r\n10\r\n{\"event\"",
		"a malformed chunk":    "Transfer-Encoding: chunked\r\n\r\nzz\r\n{\"event\"",
	} {
		got := p.Raw(apptest.RawHead + rest)
		if !strings.HasPrefix(got, "HTTP/1.1 400 ") || !strings.Contains(got, `{"error":"JSON invalide"}`) {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestThirtyRequestsPassInSixtySecondsWhateverIsAnsweredAndTheClockSays(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 201)
	p.Unauthenticated().Want(t, 401) // spends nothing
	p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 200)
	plain := p.Request("")
	plain.Header.Del("Content-Type")
	p.Send(plain).Want(t, 415)
	for range 27 {
		p.Clock.Advance(time.Second)
		p.Post("").Want(t, 400)
	}
	p.Clock.SetBack(time.Hour)
	p.Unchanged(func() {
		refused := p.Leave("2026-11-20T07:45:00+01:00", "out")
		refused.WantError(t, 429, "Trop de requêtes")
		refused.WantHeader(t, "Retry-After", "32") // the first is free at 60 s, it is 28 s
	})
	p.Clock.Advance(32 * time.Second)
	p.Leave("2026-11-20T07:45:00+01:00", "out").Want(t, 200)
}
