package browser_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// States of a line.
const (
	up          = int32(iota)
	down        // nothing gets through
	deaf        // what is posted gets through, and its answer does not
	behindLogin // what is posted is answered with the page of a login that is not ours
	broken      // what is posted is answered that the server does not answer
	locked      // a proxy asks for its password
	asked       // what the script posts gets through, and nothing else that is posted
)

// line is the network between a browser and the program.
type line struct {
	*apptest.Program
	*httptest.Server
	state  atomic.Int32
	posted atomic.Int32 // what got through
	user   atomic.Value // whom the proxy names
}

// connect starts a program with the clock of the browser, at the end of a line.
func connect(t *testing.T, changes ...func(*app.Config)) *line {
	t.Helper()
	p := apptest.Start(t, append(changes, apptest.NoLimit)...)
	p.Clock.Advance(time.Since(p.Clock.Now()))
	to := modelstest.Got(url.Parse(p.URL))(t)
	l := &line{Program: p}
	through := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host // a line says nothing of itself
			if user, named := l.user.Load().(string); named {
				r.Out.Header.Set("Remote-User", user)
			}
		},
		ModifyResponse: func(r *http.Response) error {
			if r.Request.Method == http.MethodPost {
				l.posted.Add(1)
			}
			return nil
		},
	}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case l.state.Load() == down,
			l.state.Load() == asked && r.Method == http.MethodPost && r.Header.Get("Accept") != "application/json":
			panic(http.ErrAbortHandler)
		case l.state.Load() == deaf && r.Method == http.MethodPost:
			through.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		case l.state.Load() == behindLogin && r.Method == http.MethodPost:
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<!DOCTYPE html><h1>Another login</h1>"))
			return
		case l.state.Load() == locked:
			w.Header().Set("WWW-Authenticate", `Basic realm="proxy"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		case l.state.Load() == broken && r.Method == http.MethodPost:
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		through.ServeHTTP(w, r)
	}))
	l.Server.Config.ErrorLog = nil
	t.Cleanup(l.Server.Close)
	return l
}

func (l *line) at(t *testing.T, s screen) *tab {
	t.Helper()
	b := browse(t, l.Program, s)
	b.url, b.line = l.Server.URL, l
	return b
}

func online(t *testing.T, s screen, path string) (*line, *tab) {
	t.Helper()
	l := connect(t)
	b := l.at(t, s)
	b.want(b.open(path), 200)
	return l, b
}

// kept returns the names of what the browser keeps, without their instants and keys.
func (b *tab) kept() string {
	b.t.Helper()
	return run(b, chromedp.Evaluate[string](`Object.keys(localStorage).sort().map((name) => name.replace(/:press:.*/, ":press")).join(" ")`))
}

func (b *tab) wantKept(want string) {
	b.t.Helper()
	modelstest.Want(b.t, b.kept(), want)
}

// wantWaiting compares what the frame says that waits; empty if it must say nothing.
func (b *tab) wantWaiting(want string) {
	b.t.Helper()
	got := run(b, chromedp.Evaluate[string](`(() => {
		const waiting = document.querySelector("[data-waiting]");
		return waiting.checkVisibility() ? waiting.querySelector("[data-count]").textContent : "";
	})()`))
	modelstest.Want(b.t, got, want, "the frame says:")
}

// run returns the value of an expression as text.
func (b *tab) run(expression string) string {
	b.t.Helper()
	return run(b, chromedp.Evaluate[string]("String("+expression+")"))
}

// worked waits until the service worker answers.
func (b *tab) worked() {
	b.t.Helper()
	b.until(`navigator.serviceWorker.controller?.state === "activated"`)
}

func TestInABrowserTheWorkerKeepsNoOlderCacheAndLeavesTheLoginOfAProxyToTheBrowser(t *testing.T) {
	l, b := online(t, desk, "/healthz")
	b.do(chromedp.Evaluate[chromedp.Void](`Promise.all(["worklog / 0123456789ab", "worklog /other/ 0123456789ab", "another program"].map((name) => caches.open(name)))`, chromedp.EvalAwaitPromise))
	b.want(b.open("/offline"), 200)
	b.worked()
	left := run(b, chromedp.Evaluate[string](`caches.keys().then((names) => names.map((name) => name.replace(/^worklog \/ (?!0123)[0-9a-f]{12}$/, "this build")).sort().join(", "))`, chromedp.EvalAwaitPromise))
	modelstest.Want(t, left, "another program, this build, worklog /other/ 0123456789ab")

	b.want(b.open("/months/2026-11"), 200)
	b.worked()
	l.state.Store(locked)
	b.want(b.open("/review"), 401)
	modelstest.Want(t, run(b, chromedp.Evaluate[int](`navigator.serviceWorker.getRegistrations().then(({ length }) => length)`, chromedp.EvalAwaitPromise)), 0, "the worker still stands between the browser and the proxy")
	l.state.Store(up)
	b.want(b.open("/review"), 200)
	b.worked()
}

func TestInABrowserOverPlainHTTPItIsSaidOnceWhatIsMissing(t *testing.T) {
	b := browse(t, demonstration(t), phone)
	b.open("/today")
	const shown = `document.querySelector("[data-plain]")?.checkVisibility() ?? false`
	b.wantRun(shown, "false") // on this machine it is as with https
	// what the browser would say elsewhere
	b.do(chromedp.Evaluate[chromedp.Void](`{
		Object.defineProperty(window, "isSecureContext", { value: false });
		sayPlain();
	}`))
	b.wantRun(shown, "true")
	b.click("[data-plain] button")
	b.do(chromedp.Evaluate[chromedp.Void](`sayPlain()`))
	b.wantRun(shown, "false")
	b.wantRun(`Object.keys(localStorage).join()`, "/plain-http-read")
}

// Another program of the same address can write into what the browser keeps.
func TestInABrowserNothingThatIsKeptLeadsToAnotherSiteOrProgram(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s leads to another site", r.URL)
	}))
	defer elsewhere.Close()
	host := strings.TrimPrefix(elsewhere.URL, "http://")
	for _, prefix := range []string{"", "/worklog"} {
		l := connect(t, func(c *app.Config) {
			c.Access.PublicURL = &url.URL{Scheme: "https", Host: "heures.example.org", Path: prefix}
		})
		b := l.at(t, desk)
		b.url += prefix
		b.want(b.open("/today"), 200)
		foreign := []any{
			"//" + host + "/link", elsewhere.URL + "/link", "http:" + host + "/link", `/\` + host + "/link", "/\t/" + host + "/link", "\n//" + host + "/link",
			"javascript:location='" + elsewhere.URL + "/link'", "data:text/html,x", "", 7, []string{"/"}, prefix + `/\..\..\other`,
		}
		if prefix != "" {
			foreign = append(foreign, "/", "/other/", prefix, prefix+"-other/", prefix+"/../other", prefix+"/%2e%2e/other", "//"+host+prefix+"/")
		}
		plant := func(name string, draft map[string]any) {
			text := modelstest.Got(json.Marshal(draft))(t)
			b.run("localStorage.setItem(" + strconv.Quote(prefix+"/kept:draft:"+name) + ", " + strconv.Quote(string(text)) + ")")
		}
		for i, path := range foreign {
			plant("page-"+strconv.Itoa(i), map[string]any{"heading": "page", "page": path, "at": "2026-11-12T10:00:00Z"})
			plant("path-"+strconv.Itoa(i), map[string]any{"heading": "path", "path": path, "at": "2026-11-12T10:00:00Z"})
		}
		plant("own", map[string]any{"heading": "own", "page": prefix + "/entries/new?date=2026-11-12", "at": "2026-11-12T10:00:00Z"})
		b.want(b.open("/review"), 200)
		b.wantWaiting(strconv.Itoa(2*len(foreign)+1) + " en attente")
		modelstest.Want(t, run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".waiting li a")].map((link) => link.href).join("\n")`)), b.url+"/entries/new?date=2026-11-12", "below:", prefix)
		b.run("localStorage.clear()")

		for _, to := range []any{foreign[0], foreign[1], foreign[len(foreign)-1]} {
			b.want(b.open("/today"), 200)
			answer := modelstest.Got(json.Marshal(map[string]any{"to": to}))(t)
			b.run(`(fetch = async () => new Response(` + strconv.Quote(string(answer)) + `, { headers: { "Content-Type": "application/json" } }), 0)`)
			b.want(b.follow("form.hand button[type=submit]"), 200)
			modelstest.Want(t, run(b, chromedp.Location()), b.url+"/today", "below:", prefix, to)
			b.run("localStorage.clear()")
		}
	}
}
