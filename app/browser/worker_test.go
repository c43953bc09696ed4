package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// worked waits until the service worker answers.
func (b *tab) worked() {
	b.t.Helper()
	b.until(`navigator.serviceWorker.controller?.state === "activated"`)
}

func TestInABrowserAnOlderCacheOfThesePagesGoesAndThoseOfOthersStay(t *testing.T) {
	t.Parallel()
	l := connect(t)
	b := l.at(t, desk)
	b.want(b.open("/healthz"), 200)
	b.do(chromedp.Evaluate[chromedp.Void](`Promise.all(["worklog / 0123456789ab", "worklog /other/ 0123456789ab", "another program"].map((name) => caches.open(name)))`, chromedp.EvalAwaitPromise))
	b.want(b.open("/offline"), 200)
	b.worked()
	left := run(b, chromedp.Evaluate[string](`caches.keys().then((names) => names.map((name) => name.replace(/^worklog \/ (?!0123)[0-9a-f]{12}$/, "this build")).sort().join(", "))`, chromedp.EvalAwaitPromise))
	if want := "another program, this build, worklog /other/ 0123456789ab"; left != want {
		t.Errorf("got %s, want %s", left, want)
	}
}

func TestInABrowserTheWorkerLeavesTheLoginOfAProxyToTheBrowser(t *testing.T) {
	t.Parallel()
	l := connect(t)
	b := l.at(t, desk)
	b.want(b.open("/months/2026-11"), 200)
	b.worked()
	l.state.Store(locked)
	b.want(b.open("/review"), 401)
	if got := run(b, chromedp.Evaluate[int](`navigator.serviceWorker.getRegistrations().then(({ length }) => length)`, chromedp.EvalAwaitPromise)); got != 0 {
		t.Error("the worker still stands between the browser and the proxy")
	}
	l.state.Store(up)
	b.want(b.open("/review"), 200)
	b.worked()
}

func TestInABrowserOverPlainHTTPItIsSaidOnceWhatIsMissing(t *testing.T) {
	t.Parallel()
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
