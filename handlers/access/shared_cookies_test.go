package access_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/handlers/access"
	"worklog/models/modelstest"
)

// browser follows redirects and keeps cookies as browsers do: all ports of a host share
// them.
type browser struct {
	p      *apptest.Program
	client *http.Client
}

func newBrowser(p *apptest.Program) browser {
	jar, err := cookiejar.New(nil)
	modelstest.Must(p.T, err)
	return browser{p, &http.Client{Jar: jar}} // which gives up after 10 redirects
}

// do sends a request and follows redirects; the body begins with the final path.
func (b browser) do(request *http.Request) apptest.Answer {
	b.p.T.Helper()
	response, err := b.client.Do(request)
	if err != nil {
		return apptest.Answer{Body: err.Error()}
	}
	got, err := apptest.ReadAnswer(response)
	modelstest.Must(b.p.T, err)
	got.Body = response.Request.URL.Path + "\n" + got.Body
	return got
}

func (b browser) get(path string) apptest.Answer {
	b.p.T.Helper()
	request, err := http.NewRequest(http.MethodGet, b.p.URL+path, nil)
	modelstest.Must(b.p.T, err)
	return b.do(request)
}

func (b browser) signIn() {
	b.p.T.Helper()
	b.do(b.p.FormRequest("/login", url.Values{"password": {apptest.Password}})).Want(b.p.T, 200, "/months/2026-11\n", "Déconnexion")
}

// plants visits a server on another port of the same host, which sets cookies.
func (b browser) plants(cookies ...http.Cookie) {
	b.p.T.Helper()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for _, cookie := range cookies {
			http.SetCookie(w, &cookie)
		}
	}))
	defer other.Close()
	response, err := b.client.Get(other.URL)
	modelstest.Must(b.p.T, err)
	response.Body.Close()
}

// holds returns the values of the cookies that are sent to a path.
func (b browser) holds(path, name string) (values []string) {
	b.p.T.Helper()
	address, err := url.Parse(b.p.URL + path)
	modelstest.Must(b.p.T, err)
	for _, cookie := range b.client.Jar.Cookies(address) {
		if cookie.Name == name {
			values = append(values, cookie.Value)
		}
	}
	return values
}

func junk(name, value string, paths ...string) (cookies []http.Cookie) {
	for _, path := range paths {
		cookies = append(cookies, http.Cookie{Name: name, Value: value, Path: path, MaxAge: 1 << 30})
	}
	return cookies
}

func TestAJunkSessionFromAnotherPortNeverLoopsAndIsDropped(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	for _, paths := range [][]string{
		{"/"}, // replaces ours
		{"/months"},
		{"/login"},
		{"/login", "/"},
		{"/entries/1/edit"},
		{"/entries", "/entries/", "/entries/1", "/entries/1/", "/entries/1/edit"},
		{"/", "/months", "/months/", "/months/2026-11", "/entries", "/entries/", "/entries/1", "/entries/1/", "/entries/1/edit", "/login", "/logout"},
	} {
		b := newBrowser(p)
		b.signIn()
		b.plants(junk("worklog_session", "junk", paths...)...)
		for _, path := range []string{"/months/2026-11", apptest.EditDay} {
			if got := b.get(path); slices.Contains(paths, "/") && strings.HasPrefix(got.Body, "/login\n") {
				b.do(p.FormRequest("/login", url.Values{"password": {apptest.Password}, "next": {path}})).Want(t, 200, path+"\n", "Déconnexion")
			}
			b.get(path).Want(t, 200, path+"\n")
			if got := b.holds(path, "worklog_session"); len(got) != 1 || got[0] == "junk" {
				t.Errorf("junk at %v: %s: got %q, want our session only", paths, path, got)
			}
		}
	}
	// What is served on another port can read the session over plain http, and set
	// it where only the login sees it.
	b := newBrowser(p)
	b.signIn()
	read := b.holds("/", "worklog_session")[0]
	b.plants(append(junk("worklog_session", read, "/login"), junk("worklog_session", "junk", "/")...)...)
	b.get(apptest.EditDay).Want(t, 200, apptest.EditDay+"\n", "Déconnexion")
}

func TestBelowAPrefixJunkBesideTheSessionIsDroppedToo(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword, apptest.At("http://nas.local/worklog"))
	b := newBrowser(p)
	b.do(p.FormRequest("/worklog/login", url.Values{"password": {apptest.Password}})).Want(t, 200, "/worklog/months/2026-11\n", "Déconnexion")
	b.plants(junk("worklog_session", "junk", "/", "/worklog/", "/worklog/entries/1")...)
	b.get("/worklog"+apptest.EditDay).Want(t, 200, "/worklog"+apptest.EditDay+"\n", "Déconnexion")
	if got := b.holds("/worklog"+apptest.EditDay, "worklog_session"); len(got) != 1 || got[0] == "junk" {
		t.Errorf("got %q, want our session only", got)
	}
}

func TestOfManySessionsTheLastEightAreTried(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	ours := p.SignIn().Cookies["worklog_session"]
	ask := func(values ...string) apptest.Answer {
		return p.Ask(apptest.EditDay, func(r *http.Request) {
			for _, value := range values {
				r.AddCookie(&http.Cookie{Name: "worklog_session", Value: value})
			}
		})
	}
	seven := strings.Split(strings.Repeat("junk ", 7), " ")[:7]
	ask(append([]string{ours}, seven...)...).Want(t, 200)
	ask(append([]string{ours, "junk"}, seven...)...).Want(t, 303)
	ask(append(append(append(seven, seven...), seven...), ours)...).Want(t, 200) // a browser sends the shortest path last
}

func TestSigningOutEndsEverySessionThatTheBrowserSends(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	first, second, other := p.SignIn(), p.SignIn(), p.SignIn()
	request := p.FormRequest("/logout", nil)
	for _, token := range []string{first.Cookies["worklog_session"], "junk", second.Cookies["worklog_session"]} {
		request.AddCookie(&http.Cookie{Name: "worklog_session", Value: token})
	}
	p.Send(request).WantHeader(t, "Location", "/login")
	first.Get(apptest.EditDay).Want(t, 303)
	second.Get(apptest.EditDay).Want(t, 303)
	other.Get(apptest.EditDay).Want(t, 200)
}

func TestAJunkDeviceDoesNotMakeAStrangerOfAKnownBrowser(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword)
	device := p.SignIn().Cookies["worklog_device"]
	stranger := p.Visitor("")
	for range 11 {
		stranger.Try("a guess")
	}
	stranger.Try(apptest.Password).Want(t, 429)
	for _, cookies := range [][]string{{"junk", device}, {device, "junk"}} {
		request := p.FormRequest("/login", url.Values{"password": {apptest.Password}})
		for _, cookie := range cookies {
			request.AddCookie(&http.Cookie{Name: "worklog_device", Value: cookie})
		}
		p.Send(request).Want(t, 303)
	}
}

func TestAFlashFromAnotherPortIsDroppedAndHidesNotOurs(t *testing.T) {
	p := apptest.RecordedDay(t, func(c *app.Config) { c.Access.PublicURL = nil })
	b := newBrowser(p)
	const forged = "eyJUZXh0IjoiQXBwZWxleiJ9" // {"Text":"Appelez"}
	for _, value := range []string{forged, forged + ".", forged + "." + forged, access.Seal{Key: []byte("another program's")}.Close(forged)} {
		b.plants(junk("worklog_flash", value, "/", "/months", "/months/")...)
		b.get("/months/2026-11").Want(t, 200).WantNone(t, "Appelez")
	}
	if left := b.holds("/months/2026-11", "worklog_flash"); len(left) > 0 {
		t.Errorf("kept %q", left)
	}
	values := p.Form(apptest.EditDay)
	values.Set("note", "x")
	b.plants(junk("worklog_flash", forged, "/entries")...)
	b.do(p.FormRequest(apptest.EditDay, values)).Want(t, 200, `role="status">Enregistré. 8`+"\u00a0h\u00a028.<")
	modelstest.Want(t, len(b.holds("/", "worklog_flash")), 0, "or it would be said again")
}

func TestACookieThatWasSetForTheNameAsADomainIsDroppedToo(t *testing.T) {
	p := apptest.RecordedDay(t, func(c *app.Config) { c.Access.PublicURL, c.Access.Hosts = nil, []string{"nas.example"} })
	got := p.Ask("/months/2026-11", func(r *http.Request) {
		r.Host = "nas.example:8080"
		r.Header.Set("Cookie", "worklog_flash=discarded")
	})
	dropped := map[string]bool{}
	for _, line := range got.Header.Values("Set-Cookie") {
		cookie, err := http.ParseSetCookie(line)
		modelstest.Must(t, err)
		dropped[cookie.Domain+cookie.Path] = cookie.MaxAge < 0
	}
	for _, at := range []string{"/", "nas.example/", "nas.example/months", "nas.example/months/2026-11"} {
		modelstest.Want(t, dropped[at], true, "not dropped at:", at, dropped)
	}
}
