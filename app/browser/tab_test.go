package browser_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// The browser is the most expensive part of these tests. What a request can show belongs in
// a test over HTTP; what needs a browser does it cheaply as follows:
//
//   - browse(t, p, desk), or browseTo with a page, returns a tab: one that an earlier test has ended
//     with, emptied, or else a new one. b.another is always new and costs about a second.
//   - b.turnTo(p) leads the same tab to another program, b.show(screen) to another
//     screen: prefer them to a second tab.
//   - b.open, b.follow and b.leads return the status of the page that they lead to.
//   - b.audit runs axe-core on the page: one call for each page or state that looks
//     different.

// tab is a page in a real Chromium.
type tab struct {
	t      testing.TB
	ctx    context.Context
	close  context.CancelFunc
	idle   chan<- *tab // where it waits for another test
	url    string      // of the program
	line   *line       // at whose end it is; nil for none
	screen screen      // which show gave it
	seen   int         // how many pages axe-core has looked at
}

// screen is how a tab looks.
type screen struct {
	width  int64
	height int64
	dark   bool
	script bool
	// motionless is for looking at a page right after it has changed.
	motionless bool
}

var (
	desk  = screen{width: 1280, height: 900, script: true}
	phone = screen{width: 390, height: 844, script: true}
)

// With [apptest.CI], every page, state, journey and task is looked at on a phone and on a desk.
// Elsewhere axe-core looks at each page on one screen by turns, and not at answers to forms and
// unusual states; journeys are made on a phone without script, and of the tasks those that are
// for a phone with it.

// onlyInCI skips a test that takes long and seldom finds what the others do not.
func onlyInCI(t testing.TB) {
	t.Helper()
	if !apptest.CI {
		t.Skip("runs only with CI=1")
	}
}

// journeyScreens returns how a journey is made: on a phone without script, and on a desk with it.
// The tasks of [TestInABrowserEachTaskTakesFewGestures] are made on the other two.
func journeyScreens() map[string]screen {
	screens := map[string]screen{"phone without script": phone.withoutScript()}
	if apptest.CI {
		screens["desk"] = desk
	}
	return screens
}

// onJourneyScreens makes a journey on each of them.
func onJourneyScreens(t *testing.T, journey func(t *testing.T, s screen)) {
	for name, s := range journeyScreens() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			journey(t, s)
		})
	}
}

func (s screen) inTheDark() screen     { s.dark = true; return s }
func (s screen) withoutScript() screen { s.script = false; return s }
func (s screen) still() screen         { s.motionless = true; return s }

// chromium returns the browser's path, or skips the test where there is none; in CI
// that is a failure. The shell is Chromium without windows, and takes half the time.
func chromium(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if apptest.CI {
		t.Fatal("Chromium is not installed")
	}
	t.Skip("Chromium is not installed: the pages are not tested in a browser")
	return ""
}

// browser is one Chromium for many tests, started by the first that needs it. TestMain closes it.
type browser struct {
	once  sync.Once
	ctx   context.Context
	close context.CancelFunc
	idle  chan *tab
	// frameless draws no frame that nothing asks for, which takes a third off the processor's time. Pages
	// are laid out and run as ever, but wait forever for a frame: for looking at them, not for using them.
	frameless bool
}

var sharedBrowser, framelessBrowser browser

func (r *browser) start(t testing.TB, path string) {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "fr-FR"),
		// tabs need neither a spare process nor a new frame for the next page
		chromedp.Flag("disable-features", "SpareRendererForSitePerProcess,RenderDocument"),
		chromedp.Flag("disable-threaded-compositing", r.frameless),
	}
	r.idle = make(chan *tab, 16)
	r.ctx, r.close = chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(options...))
	if err := chromedp.Do(r.ctx); err != nil { // without the limit of a step
		t.Error("Chromium does not start:", err)
	}
}

func TestMain(m *testing.M) {
	framelessBrowser.frameless = true
	status := apptest.Main(m)
	for _, r := range []*browser{&sharedBrowser, &framelessBrowser} {
		if r.close != nil {
			r.close()
		}
	}
	os.Exit(status)
}

// browse returns a page with its own cookies and cache, for as long as the test
// runs. The test is the caller's own: a subtest that skips its parent ends both in a
// panic.
func browse(t testing.TB, p *apptest.Program, s screen) *tab {
	t.Helper()
	return sharedBrowser.browse(t, p, s)
}

// browseTo returns a tab with a page of a program, which must be there.
func browseTo(t testing.TB, p *apptest.Program, s screen, path string) *tab {
	t.Helper()
	b := browse(t, p, s)
	b.want(b.open(path), 200)
	return b
}

func (r *browser) browse(t testing.TB, p *apptest.Program, s screen) *tab {
	t.Helper()
	path := chromium(t)
	r.once.Do(func() { r.start(t, path) })
	b := &tab{t: t, url: p.URL, idle: r.idle}
	select {
	case idle := <-r.idle:
		b.ctx, b.close = idle.ctx, idle.close
	default:
		b.ctx, b.close = chromedp.NewContext(r.ctx, chromedp.WithNewBrowserContext())
		b.do()
	}
	t.Cleanup(b.release)
	b.show(s)
	return b
}

// release keeps the tab for the next test, as if it had never seen a page: opening one
// costs more than most tests do in it.
func (b *tab) release() {
	if b.t.Failed() { // whatever failed may still be under way in it
		b.close()
		return
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.open(); document.close()`), // no form asks before it is left
		command(storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: b.url, StorageTypes: "all"}),
		command(network.ClearBrowserCookies, cdp.Empty{}), command(network.ClearBrowserCache, cdp.Empty{}), command(page.ResetNavigationHistory, cdp.Empty{}))
	select {
	case b.idle <- b:
	default:
		b.close()
	}
}

// command is one of the browser's, whose result is of no interest.
func command[P, R any](of cdp.Command[P, R], with P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, of, with)
		return err
	})
}

// turnTo points the tab at another program, which costs less than a new tab: only for
// pages on which cookies and the cache do not matter.
func (b *tab) turnTo(p *apptest.Program) { b.url = p.URL }

func (b *tab) another(s screen) *tab {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.t.Cleanup(cancel)
	other := &tab{t: b.t, ctx: ctx, url: b.url}
	other.do()
	other.show(s)
	return other
}

// scheme and motion return the values of the media features of these names.
func (s screen) scheme() string {
	if s.dark {
		return "dark"
	}
	return "light"
}

func (s screen) motion() string {
	if s.motionless {
		return "reduce"
	}
	return "no-preference"
}

// media is the query that holds once a page is shown on the screen.
func (s screen) media() string {
	return fmt.Sprintf("(width: %dpx) and (prefers-color-scheme: %s) and (prefers-reduced-motion: %s)", s.width, s.scheme(), s.motion())
}

func (b *tab) show(s screen) {
	b.t.Helper()
	b.screen = s
	b.do(chromedp.EmulateViewport(s.width, s.height),
		command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !s.script}))
	b.emulate("", &emulation.MediaFeature{Name: "prefers-color-scheme", Value: s.scheme()}, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: s.motion()})
}

// stepLimit is how long a step may take before the test fails.
const stepLimit = time.Minute

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if len(steps) == 0 {
		modelstest.Must(b.t, chromedp.Do(b.ctx))
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, stepLimit)
	defer cancel()
	modelstest.Must(b.t, chromedp.Do(ctx, steps...))
}

// open goes to a path and returns the answer's status.
func (b *tab) open(path string) int { return b.leads(chromedp.Navigate(b.url + path)) }

// follow clicks on an element that leads to another page and returns its status.
func (b *tab) follow(css string) int { return b.leads(chromedp.Click(chromedp.CSS(css))) }

func (b *tab) leads(steps ...chromedp.Action[chromedp.Void]) int {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, stepLimit)
	defer cancel()
	return int(modelstest.Got(chromedp.RunResponse(ctx, steps...))(b.t).Status)
}

func (b *tab) want(got, want int) {
	b.t.Helper()
	if got != want {
		b.t.Fatalf("got status %d at %s, want %d", got, b.at(), want)
	}
}

// fill replaces what a field holds, as a person does.
func (b *tab) fill(css, text string) {
	b.t.Helper()
	if b.value(css) != "" {
		b.do(chromedp.Clear(chromedp.CSS(css)))
	}
	b.do(chromedp.SendKeys(chromedp.CSS(css), text))
}

// until waits until an expression is true on the page, which may be another by then, and without its script.
func (b *tab) until(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, stepLimit)
	defer cancel()
	for tick := time.NewTicker(20 * time.Millisecond); ; <-tick.C {
		is, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		if is && err == nil {
			return
		}
		if ctx.Err() != nil {
			b.t.Fatalf("%s at %s: %v", expression, b.at(), err)
		}
	}
}

func (b *tab) click(css string) { b.t.Helper(); b.do(chromedp.Click(chromedp.CSS(css))) }

func (b *tab) text(css string) string {
	b.t.Helper()
	return run(b, chromedp.TextContent(chromedp.CSS(css)))
}

func (b *tab) value(css string) string {
	b.t.Helper()
	return run(b, chromedp.Value(chromedp.CSS(css)))
}

func (b *tab) at() string {
	b.t.Helper()
	return run(b, chromedp.Location())[len(b.url):]
}

func (b *tab) wantAt(want string) { b.t.Helper(); modelstest.Want(b.t, b.at(), want) }

func (b *tab) wantText(css, want string) { b.t.Helper(); modelstest.Want(b.t, b.text(css), want) }

func (b *tab) wantValue(css, want string) { b.t.Helper(); modelstest.Want(b.t, b.value(css), want) }

func (b *tab) wantRun(expression, want string) {
	b.t.Helper()
	modelstest.Want(b.t, b.run(expression), want)
}

func run[T any](b *tab, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, stepLimit)
	defer cancel()
	return modelstest.Got(chromedp.Run(ctx, action))(b.t)
}
