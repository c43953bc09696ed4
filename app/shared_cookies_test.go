package app_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/app"
)

// browser follows redirects and keeps cookies as browsers do: all ports of a host share
// them.
type browser struct {
	p      *program
	client *http.Client
}

func (p *program) browser() browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	return browser{p, &http.Client{Jar: jar}} // which gives up after 10 redirects
}

// do sends a request and follows redirects; the body begins with the final path.
func (b browser) do(request *http.Request) answer {
	b.p.t.Helper()
	response, err := b.client.Do(request)
	if err != nil {
		return answer{body: err.Error()}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		b.p.t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, response.Request.URL.Path + "\n" + string(body)}
}

func (b browser) get(path string) answer {
	b.p.t.Helper()
	request, err := http.NewRequest(http.MethodGet, b.p.url+path, nil)
	if err != nil {
		b.p.t.Fatal(err)
	}
	return b.do(request)
}

func (b browser) signIn() {
	b.p.t.Helper()
	b.do(b.p.formRequest("/login", url.Values{"password": {password}})).want(b.p.t, 200, "/months/2026-11\n", "Déconnexion")
}

// plants visits a server on another port of the same host, which sets cookies.
func (b browser) plants(cookies ...http.Cookie) {
	b.p.t.Helper()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for _, cookie := range cookies {
			http.SetCookie(w, &cookie)
		}
	}))
	defer other.Close()
	response, err := b.client.Get(other.URL)
	if err != nil {
		b.p.t.Fatal(err)
	}
	response.Body.Close()
}

// holds returns the values of the cookies that are sent to a path.
func (b browser) holds(path, name string) (values []string) {
	b.p.t.Helper()
	address, err := url.Parse(b.p.url + path)
	if err != nil {
		b.p.t.Fatal(err)
	}
	for _, cookie := range b.client.Jar.Cookies(address) {
		if cookie.Name == name {
			values = append(values, cookie.Value)
		}
	}
	return values
}

// junk are cookies of one name at several paths.
func junk(name, value string, paths ...string) (cookies []http.Cookie) {
	for _, path := range paths {
		cookies = append(cookies, http.Cookie{Name: name, Value: value, Path: path, MaxAge: 1 << 30})
	}
	return cookies
}

func TestAJunkSessionFromAnotherPortNeverLoopsAndIsDropped(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	for _, paths := range [][]string{
		{"/"}, // replaces ours
		{"/months"},
		{"/login"},
		{"/login", "/"},
		{"/entries/1/edit"},
		{"/entries", "/entries/", "/entries/1", "/entries/1/", "/entries/1/edit"},
		{"/", "/months", "/months/", "/months/2026-11", "/entries", "/entries/", "/entries/1", "/entries/1/", "/entries/1/edit", "/login", "/logout"},
	} {
		b := p.browser()
		b.signIn()
		b.plants(junk("worklog_session", "junk", paths...)...)
		for _, path := range []string{"/months/2026-11", editDay} {
			if got := b.get(path); slices.Contains(paths, "/") && strings.HasPrefix(got.body, "/login\n") {
				b.do(p.formRequest("/login", url.Values{"password": {password}, "next": {path}})).want(t, 200, path+"\n", "Déconnexion")
			}
			if got := b.get(path); got.status != 200 || !strings.HasPrefix(got.body, path+"\n") {
				t.Errorf("junk at %v: %s: got %d %.100s", paths, path, got.status, got.body)
			}
			if got := b.holds(path, "worklog_session"); len(got) != 1 || got[0] == "junk" {
				t.Errorf("junk at %v: %s: got %q, want our session only", paths, path, got)
			}
		}
	}
}

func TestBelowAPrefixJunkBesideTheSessionIsDroppedToo(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "http", Host: "nas.local", Path: "/worklog"}
	})
	b := p.browser()
	b.do(p.formRequest("/worklog/login", url.Values{"password": {password}})).want(t, 200, "/worklog/months/2026-11\n", "Déconnexion")
	b.plants(junk("worklog_session", "junk", "/", "/worklog/", "/worklog/entries/1")...)
	b.get("/worklog"+editDay).want(t, 200, "/worklog"+editDay+"\n", "Déconnexion")
	if got := b.holds("/worklog"+editDay, "worklog_session"); len(got) != 1 || got[0] == "junk" {
		t.Errorf("got %q, want our session only", got)
	}
}

// What is served on another port can read the session over plain http, and set
// it where only the login sees it.
func TestASessionThatOnlyTheLoginIsSentDoesNotLoop(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	b := p.browser()
	b.signIn()
	read := b.holds("/", "worklog_session")[0]
	b.plants(append(junk("worklog_session", read, "/login"), junk("worklog_session", "junk", "/")...)...)
	b.get(editDay).want(t, 200, editDay+"\n", "Déconnexion")
}

func TestOfManySessionsTheLastEightAreTried(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	ours := p.signIn().cookies["worklog_session"]
	ask := func(values ...string) answer {
		return p.ask(editDay, func(r *http.Request) {
			for _, value := range values {
				r.AddCookie(&http.Cookie{Name: "worklog_session", Value: value})
			}
		})
	}
	seven := strings.Split(strings.Repeat("junk ", 7), " ")[:7]
	ask(append([]string{ours}, seven...)...).want(t, 200)
	ask(append([]string{ours, "junk"}, seven...)...).want(t, 303)
	ask(append(append(append(seven, seven...), seven...), ours)...).want(t, 200) // a browser sends the shortest path last
}

func TestSigningOutEndsEverySessionThatTheBrowserSends(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	first, second, other := p.signIn(), p.signIn(), p.signIn()
	request := p.formRequest("/logout", nil)
	for _, token := range []string{first.cookies["worklog_session"], "junk", second.cookies["worklog_session"]} {
		request.AddCookie(&http.Cookie{Name: "worklog_session", Value: token})
	}
	p.send(request).wantHeader(t, "Location", "/login")
	first.get(editDay).want(t, 303)
	second.get(editDay).want(t, 303)
	other.get(editDay).want(t, 200)
}

func TestAJunkDeviceDoesNotMakeAStrangerOfAKnownBrowser(t *testing.T) {
	t.Parallel()
	p := start(t, withPassword)
	device := p.signIn().cookies["worklog_device"]
	stranger := p.visitor("")
	for range 11 {
		stranger.try("a guess")
	}
	stranger.try(password).want(t, 429)
	for _, cookies := range [][]string{{"junk", device}, {device, "junk"}} {
		request := p.formRequest("/login", url.Values{"password": {password}})
		for _, cookie := range cookies {
			request.AddCookie(&http.Cookie{Name: "worklog_device", Value: cookie})
		}
		p.send(request).want(t, 303)
	}
}

var flashed = regexp.MustCompile(`class="flash"[^>]*>([^<]*)<`)

func TestAnotherPortCannotPutItsWordsIntoAFlash(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	for _, planted := range []string{
		"Vm90cmUgc2Vzc2lvbiBhIGV4cGlyw6ksIMOpY3JpdmV6IHZvdHJlIG1vdCBkZSBwYXNzZSDDoCBldmlsLmV4YW1wbGUu", // a sentence in Base64
		"saved.Appelez", "saved-slots.Appelez", "saved-slots.-1", "saved-slots.1e9", "saved-slots.99999999999999999999", "saved-slots", "saved.1",
		"filled.8.Appelez", "filled.367.WORK", "filled.-1.WORK", "filled.WORK", "deleted.demain", "deleted.2026-02-30", "deleted.2026-11-20.x", "Saved", "%s", "",
	} {
		b := p.browser()
		b.plants(junk("worklog_flash", planted, "/", "/months")...)
		if found := flashed.FindStringSubmatch(b.get("/months/2026-11").body); found != nil {
			t.Errorf("%q: the page says %q", planted, found[1])
		}
		if left := b.holds("/months/2026-11", "worklog_flash"); len(left) > 0 {
			t.Errorf("%q: kept %q", planted, left)
		}
	}
}

func TestAFlashFromAnotherPortIsSaidOnceAtMost(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, func(c *app.Config) { c.Access.PublicURL = nil })
	b := p.browser()
	b.plants(junk("worklog_flash", "discarded", "/months", "/months/")...)
	b.get("/months/2026-11")
	if found := flashed.FindStringSubmatch(b.get("/months/2026-11").body); found != nil {
		t.Errorf("the page says again %q", found[1])
	}
	// ours comes first
	values := p.form(editDay)
	values.Set("note", "x")
	b.plants(junk("worklog_flash", "discarded", "/entries")...)
	b.do(p.formRequest(editDay, values)).want(t, 200, `role="status">Enregistré. 8`+"\u00a0h\u00a028.<")
}

func TestACookieThatWasSetForTheNameAsADomainIsDroppedToo(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, func(c *app.Config) { c.Access.PublicURL, c.Access.Hosts = nil, []string{"nas.example"} })
	request, err := http.NewRequest(http.MethodGet, p.url+"/months/2026-11", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = "nas.example:8080"
	request.Header.Set("Cookie", "worklog_flash=discarded")
	dropped := map[string]bool{}
	for _, line := range p.send(request).header.Values("Set-Cookie") {
		cookie, err := http.ParseSetCookie(line)
		if err != nil {
			t.Fatal(err)
		}
		dropped[cookie.Domain+cookie.Path] = cookie.MaxAge < 0
	}
	for _, at := range []string{"/", "nas.example/", "nas.example/months", "nas.example/months/2026-11"} {
		if !dropped[at] {
			t.Errorf("not dropped at %s: %v", at, dropped)
		}
	}
}
