package browser_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
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
	to, err := url.Parse(p.URL)
	modelstest.Must(t, err)
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

// at opens a tab at the end of the line.
func (l *line) at(t *testing.T, s screen) *tab {
	t.Helper()
	b := browse(t, l.Program, s)
	b.url = l.Server.URL
	return b
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
	if got != want {
		b.t.Errorf("the frame says %q, want %q", got, want)
	}
}

// run returns the value of an expression as text.
func (b *tab) run(expression string) string {
	b.t.Helper()
	return run(b, chromedp.Evaluate[string]("String("+expression+")"))
}
