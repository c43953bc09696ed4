package browser_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app"
	"worklog/app/apptest"
)

func TestInABrowserTheHelpIsCopiedAndFitsTheSmallestPhone(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword, func(config *app.Config) {
		config.Access.PublicURL = &url.URL{Scheme: "http", Host: "127.0.0.1", Path: "/" + strings.Repeat("a-long-path", 12)}
	})
	small := phone
	small.width = 320
	b := browse(t, p, small)
	b.open("/login")
	b.fill("#password", apptest.Password)
	b.want(b.follow(".login button"), 200)
	b.want(b.open("/help/connect"), 200)
	b.audit("the help at 320 px")
	b.do(chromedp.Evaluate[chromedp.Void](`
		window.copied = new Promise((done) => new MutationObserver(() => done(document.querySelector("[data-copy]").textContent + getSelection()))
			.observe(document.querySelector("[data-copy]"), {childList: true}));
		Object.defineProperty(navigator, "clipboard", {value: undefined}); 0`))
	b.click("[data-copy]")
	got := run(b, chromedp.Evaluate[string](`window.copied`, chromedp.EvalAwaitPromise))
	if !strings.HasPrefix(got, "Copié") || !strings.Contains(got, apptest.Endpoint) {
		t.Errorf("got %q", got)
	}
}
