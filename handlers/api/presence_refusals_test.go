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
	"worklog/models/modelstest"
)

// The order of errors: each row deserves its own error and all that follow, and gets its
// own.
func TestOfSeveralErrorsTheFirstOfTheListIsAnswered(t *testing.T) {
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
	hook := func(r *http.Request) { r.URL.Path = apptest.Hook } // with a token that is no password
	by := func(changes ...func(*http.Request)) []func(*http.Request) { return changes }
	arrived := func(p *apptest.Program) { p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201) }
	noToken := []func(*app.Config){apptest.NoToken}
	off := []func(*app.Config){apptest.NoSection, apptest.NoToken}

	for _, test := range []struct {
		name    string
		config  []func(*app.Config)
		before  func(*apptest.Program)
		request []func(*http.Request)
		status  int
		message string
	}{
		{"405 before an unknown path", off, nil, by(get, elsewhere, anonymous, plain, large), 405, "Méthode non autorisée"},
		{"405 before all else", off, nil, by(get, anonymous, plain, large), 405, "Méthode non autorisée"},
		{"an unknown path before the section", off, nil, by(elsewhere, anonymous, plain, large), 404, "Ressource introuvable"},
		{"404 without the section before 503", off, nil, by(anonymous, plain, large), 404, "API indisponible"},
		{"503 before 401", noToken, nil, by(anonymous, plain, large), 503, "API indisponible"},
		{"401 before 429", nil, exhausted, by(anonymous, plain, large), 401, "Authentification requise"},
		{"429 before 415", nil, exhausted, by(plain, large), 429, "Trop de requêtes"},
		{"415 before 413", nil, nil, by(plain, large), 415, "Content-Type invalide"},
		{"413 before 400", nil, nil, by(large), 413, "Requête trop volumineuse"},
		{"400 before 422", nil, nil, by(body(`{"unknown":1`)), 400, "JSON invalide"},
		{"the schema before the event", nil, nil, by(body(`{"event":"lunch","occurred_at":1}`)), 422, "Schéma invalide"},
		{"422 of the request before the key", nil, arrived, by(body(apptest.Event("departure", "2026-11-20T17:00:00", "k"))), 422, "Événement invalide"},
		{"422 of an impossible date before the key", nil, arrived, by(body(apptest.Event("departure", "1950-11-20T17:00:00Z", "k"))), 422, "Événement invalide"},
		{"the key before a departure that is not later", nil, arrived, by(body(apptest.Event("departure", "2026-11-20T07:00:00+01:00", "k"))), 409, "Conflit métier"},
		{"of OwnTracks: 405 before all else", off, nil, by(hook, get), 405, "Méthode non autorisée"},
		{"of OwnTracks: 404 without its section before 503", noToken, nil, by(hook), 404, "API indisponible"},
		{"of OwnTracks: 404 without the integration before 503", []func(*app.Config){apptest.WithOwnTracks, apptest.NoSection, apptest.NoToken}, nil, by(hook), 404, "API indisponible"},
		{"of OwnTracks: 503 before 401", []func(*app.Config){apptest.WithOwnTracks, apptest.NoToken}, nil, by(hook), 503, "API indisponible"},
		{"of OwnTracks: 401 before the body", []func(*app.Config){apptest.WithOwnTracks}, nil, by(hook), 401, "Authentification requise"},
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

func TestEveryOtherMethodAndEveryOtherPathBelowApiIsRefusedInJSON(t *testing.T) {
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
			if got.Want(t, test.status); test.status == 401 {
				got.WantError(t, 401, "Authentification requise")
				got.WantHeader(t, "WWW-Authenticate", "Bearer")
			}
		})
	}
}

func TestTheContentTypeIsJSONOnceAndUnencoded(t *testing.T) {
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

func TestTheBodyIsWholeAndAtMost4096BytesHoweverItIsSent(t *testing.T) {
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

	modelstest.WantIn(t, p.Raw(apptest.RawHead+"Content-Length: 4097\r\n\r\n"), "HTTP/1.1 413 ") // before it is sent

	for _, rest := range map[string]string{
		"short of its length":  "Content-Length: 200\r\n\r\n{\"event\":",
		"after a whole text":   "Content-Length: 200\r\n\r\n" + apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"),
		"in the middle of one": "Transfer-Encoding: chunked\r\n\r\n10\r\n{\"event\"",
		"a malformed chunk":    "Transfer-Encoding: chunked\r\n\r\nzz\r\n{\"event\"",
	} {
		modelstest.WantIn(t, p.Raw(apptest.RawHead+rest), "HTTP/1.1 400 ", `{"error":"JSON invalide"}`)
	}
}

func TestThirtyRequestsPassInSixtySecondsWhateverIsAnsweredAndTheClockSays(t *testing.T) {
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

const validTail = `"occurred_at":"2026-11-20T08:00:00+01:00","idempotency_key":"k"}`

// wantInJournal checks what the journal says of the last request.
func wantInJournal(p *apptest.Program, want string) {
	p.T.Helper()
	p.WantStored("SELECT trim(outcome || ' ' || detail) FROM journal_lines ORDER BY id DESC LIMIT 1", want)
}

// Each body is beside what the journal says of it.
func TestABodyThatIsNoEventIsRefusedAndTheJournalSaysWhy(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	for message, bodies := range map[string]map[string]struct{ body, journal string }{
		"JSON invalide": {
			"empty":                    {"", "empty_body"},
			"white space":              {" \n", "empty_body"},
			"truncated":                {`{"event":"arrival"`, "not_json"},
			"trailing bytes":           {`{"event":"arrival",` + validTail + `x`, "not_json"},
			"a byte order mark":        {"\ufeff" + `{"event":"arrival",` + validTail, "not_json"},
			"invalid UTF-8 in a text":  {`{"event":"arriv` + "\xff" + `al",` + validTail, "not_utf8"},
			"invalid UTF-8 in the key": {`{"event":"arrival","occurred_at":"2026-11-20T08:00:00+01:00","idempotency_key":"` + "\xc3\x28" + `"}`, "not_utf8"},
			"a surrogate in UTF-8":     {`{"event":"` + "\xed\xa0\x80" + `"}`, "not_utf8"},
			"a raw control character":  {`{"event":"arr` + "\n" + `ival",` + validTail, "not_json"},
		},
		"Schéma invalide": {
			"an array":                      {`[]`, "not_object"},
			"null":                          {`null`, "not_object"},
			"an empty object":               {`{}`, "missing_name event"},
			"an unknown name":               {`{"event":"arrival","note":"x",` + validTail, "unknown_name note"},
			"an unknown nested name":        {`{"event":"arrival","x":{"a":1,"a":2},` + validTail, "unknown_name x"},
			"a name in another case":        {`{"Event":"arrival",` + validTail, "unknown_name Event"},
			"a name twice, alike":           {`{"event":"arrival","event":"arrival",` + validTail, "repeated_name event"},
			"a name twice by an escape":     {`{"event":"arrival","\u0065vent":"arrival",` + validTail, "repeated_name event"},
			"the event missing":             {`{` + validTail, "missing_name event"},
			"the time missing":              {`{"event":"arrival","idempotency_key":"k"}`, "missing_name occurred_at"},
			"an event that is null":         {`{"event":null,` + validTail, "value_not_text event"},
			"an event that is a number":     {`{"event":1,` + validTail, "value_not_text event"},
			"a time that is a number":       {`{"event":"arrival","occurred_at":1700000000,"idempotency_key":"k"}`, "value_not_text occurred_at"},
			"a key that is null":            {`{"event":"arrival","occurred_at":"2026-11-20T08:00:00+01:00","idempotency_key":null}`, "value_not_text idempotency_key"},
			"a name of half a surrogate":    {`{"\ud800":1,"event":"arrival",` + validTail, "unknown_name \ufffd"},
			"a name beside a wrong instant": {`{"event":"arrival","x":1,"occurred_at":"nonsense","idempotency_key":""}`, "unknown_name x"},
		},
		"Événement invalide": {
			"an unknown event":            {`{"event":"lunch",` + validTail, "unknown_event"},
			"an event in another case":    {`{"event":"Arrival",` + validTail, "unknown_event"},
			"an empty event":              {`{"event":"",` + validTail, "unknown_event"},
			"half a surrogate as event":   {`{"event":"\ud800",` + validTail, "half_character"},
			"half a surrogate as instant": {`{"event":"arrival","occurred_at":"\udc00","idempotency_key":"k"}`, "half_character"},
			"half a surrogate in the key": {apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "KEY"), "half_character"},
			"no key":                      {`{"event":"arrival","occurred_at":"2026-11-20T08:00:00+01:00"}`, "without_key"},
			"an empty key":                {apptest.Event("arrival", "2026-11-20T08:00:00+01:00", ""), "blank_key"},
			"a blank key":                 {apptest.Event("arrival", "2026-11-20T08:00:00+01:00", " \t\u00a0\u2003"), "blank_key"},
			"a key of 256 characters":     {apptest.Event("arrival", "2026-11-20T08:00:00+01:00", strings.Repeat("é", 256)), "long_key"},
		},
	} {
		status := map[string]int{"JSON invalide": 400, "Schéma invalide": 422, "Événement invalide": 422}[message]
		for name, sent := range bodies {
			t.Run(name, func(t *testing.T) {
				p.Unchanged(func() { p.Post(strings.Replace(sent.body, "KEY", `a\ud800`, 1)).WantError(t, status, message) })
				wantInJournal(p, sent.journal)
			})
		}
	}
}

// forget removes what is recorded, for the next row of a table.
func forget(p *apptest.Program) {
	modelstest.Must(p.T, modelstest.Only(p.DB.Exec("DELETE FROM workplace_presence_events; DELETE FROM time_slots; DELETE FROM work_entries")))
}

func TestEveryFormOfOccurredAtIsReadToTheNanosecond(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	for text, want := range map[string]string{
		"2026-11-20T08:03:27.5+01:00":           "2026-11-20T07:03:27.500000000Z",
		"2026-11-20T08:03:27,123456789+01:00":   "2026-11-20T07:03:27.123456789Z",
		"2026-11-20T08:03:27+01:00":             "2026-11-20T07:03:27.000000000Z",
		"2026-11-20T08:03+01:00":                "2026-11-20T07:03:00.000000000Z",
		"2026-11-20T08:03:27+0100":              "2026-11-20T07:03:27.000000000Z",
		"2026-11-20T08:03:27+01":                "2026-11-20T07:03:27.000000000Z",
		"2026-11-20T08:03:27Z":                  "2026-11-20T08:03:27.000000000Z",
		"2026-11-20 08:03:27.123456+01:00":      "2026-11-20T07:03:27.123456000Z",
		"2026-11-20T08:03:27+14:00":             "2026-11-19T18:03:27.000000000Z",
		"2026-11-20T08:03:27-14:00":             "2026-11-20T22:03:27.000000000Z",
		"20261120T080327+0100":                  "2026-11-20T07:03:27.000000000Z",
		"20261120T080327.000000001+01:00":       "2026-11-20T07:03:27.000000001Z",
		"20261120T0803Z":                        "2026-11-20T08:03:00.000000000Z",
		`2026-11-20T08:03:27\u002b01:00`:        "2026-11-20T07:03:27.000000000Z", // an escape of JSON
		"2026-11-20T08:03:27.100000000000+0100": "",
	} {
		t.Run(text, func(t *testing.T) {
			got := p.Post(fmt.Sprintf(`{"event":"arrival","occurred_at":"%s","idempotency_key":"k"}`, text))
			if want == "" {
				got.WantError(t, 422, "Événement invalide")
				return
			}
			got.Want(t, 201)
			p.WantStored("SELECT occurred_at FROM workplace_presence_events", want)
			forget(p)
		})
	}
}

// Each text is below what the journal says of it.
func TestAnOccurredAtThatIsMalformedIsRefused(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	for journal, texts := range map[string][]string{
		"impossible_offset": {
			"2026-11-20T08:00:00+01:60", "2026-11-20T08:00:00+14:01", "2026-11-20T08:00:00-15", "2026-11-20T08:00:00+99:99",
		},
		"impossible_time": {
			"2026-11-20T24:00:00+01:00", "2026-11-20T23:59:60Z", "2026-11-20T25:00:00Z", "2026-11-20T08:60:00Z", "2026-11-31T08:00:00Z",
			"2026-02-29T08:00:00Z", "2026-13-01T08:00:00Z", "2026-00-01T08:00:00Z", "2026-11-00T08:00:00Z",
		},
		"time_form": {
			"", " ", "now", "1700000000", "2026-11-20", "2026-11-20T08+01:00", "08:03:27+01:00", "2026-W47-5T08:00:00Z", "2026-324T08:00:00Z",
			"2026-1-5T08:00:00Z", "26-11-20T08:00:00Z", "+2026-11-20T08:00:00Z", "2026-11-20T8:00:00Z", "2026-11-20T08:0:00Z",
			"2026-11-20T08:00:0Z", "2026-11-20T08:00:00.Z", "2026-11-20T08:00:00.1234567890Z", "2026-11-20T08.5Z", "2026-11-20T08:00.5Z",
			"2026-11-20t08:00:00Z", "2026-11-20T08:00:00z", "2026-11-20_08:00:00Z", "2026-11-20  08:00:00Z", "2026-11-20T08:00:00 Z",
			" 2026-11-20T08:00:00Z", "2026-11-20T08:00:00Z ", "2026-11-20T08:00:00Z\n", "2026-11-20T08:00:00+1", "2026-11-20T08:00:00+1:00",
			"2026-11-20T08:00:00+010", "2026-11-20T08:00:00+01:0", "2026-11-20T08:00:00+01:00:00", "2026-11-20T08:00:00\u221201:00",
			"2026-11-20T08:00:00+01:00[Europe/Paris]", "2026-11-20T08:00:00 Europe/Paris", "20261120 080327+0100", "20261120T08:03:27+0100",
			"2026-11-20T080327+0100", "２０２６-11-20T08:00:00Z",
		},
		"without_offset": {"2026-11-20T08:03:27", "20261120T080327", "20261120T0803"},
	} {
		for _, text := range texts {
			t.Run(text, func(t *testing.T) {
				p.Unchanged(func() { p.Arrive(text, "k").WantError(t, 422, "Événement invalide") })
				wantInJournal(p, journal)
			})
		}
	}
}

func TestTheKeyIsTakenByteForByteFromBodyOrHeader(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	const at = "2026-11-20T08:00:00+01:00"
	withoutKey := `{"event":"arrival","occurred_at":"` + at + `"}`
	for _, test := range []struct {
		name, body string
		headers    []string
		stored     string // empty when it is refused
		journal    string // which says why
	}{
		{"in the body", apptest.Event("arrival", at, "k"), nil, "k", ""},
		{"in the header", withoutKey, []string{"k"}, "k", ""},
		{"the same in both", apptest.Event("arrival", at, "k"), []string{"k"}, "k", ""},
		{"255 code points, not bytes", apptest.Event("arrival", at, strings.Repeat("é", 255)), nil, strings.Repeat("é", 255), ""},
		{"255 code points beyond the basic plane", apptest.Event("arrival", at, strings.Repeat("😀", 255)), nil, strings.Repeat("😀", 255), ""},
		{"spaces around it stay", apptest.Event("arrival", at, " k "), nil, " k ", ""},
		{"an accent stays decomposed", apptest.Event("arrival", at, "e\u0301"), nil, "e\u0301", ""},
		{"a NUL is a character", apptest.Event("arrival", at, "\x00"), nil, "\x00", ""},
		{"UTF-8 in the header", withoutKey, []string{"clé"}, "clé", ""},
		{"a whole surrogate pair", `{"event":"arrival","occurred_at":"` + at + `","idempotency_key":"\ud83d\ude00"}`, nil, "😀", ""},
		{"the replacement character is one", apptest.Event("arrival", at, "\ufffd"), nil, "\ufffd", ""},
		{"different in both", apptest.Event("arrival", at, "k"), []string{"K"}, "", "keys_differ"},
		{"composed in one and decomposed in the other", apptest.Event("arrival", at, "é"), []string{"e\u0301"}, "", "keys_differ"},
		{"an empty header beside the body", apptest.Event("arrival", at, "k"), []string{""}, "", "keys_differ"},
		{"only an empty header", withoutKey, []string{""}, "", "blank_key"},
		{"the header twice", withoutKey, []string{"k", "k"}, "", "several_key_headers"},
		{"the header twice beside the body", apptest.Event("arrival", at, "k"), []string{"k", "k"}, "", "several_key_headers"},
		{"a header that is not UTF-8", withoutKey, []string{"\xff"}, "", "key_not_utf8"},
		{"256 characters in the header", withoutKey, []string{strings.Repeat("k", 256)}, "", "long_key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := p.Request(test.body)
			request.Header["X-Idempotency-Key"] = test.headers
			got := p.Send(request)
			if test.stored == "" {
				got.WantError(t, 422, "Événement invalide")
				wantInJournal(p, test.journal)
				p.WantStored("SELECT count(*) FROM workplace_presence_events", "0")
				return
			}
			got.Want(t, 201)
			p.WantStored("SELECT idempotency_key FROM workplace_presence_events", test.stored)
			p.Send(p.Request(apptest.Event("arrival", at, test.stored))).Want(t, 200, `"replayed"`)
			forget(p)
		})
	}
}
