package browser_test

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// audited are the screens on which pages are audited by turns: in CI every page on both widths and in
// both schemes, the next one in the other two; elsewhere each on one screen.
var audited = []onScreen{{"phone", phone.still()}, {"desk, dark", desk.still().inTheDark()}, {"desk", desk.still()}, {"phone, dark", phone.still().inTheDark()}}

type onScreen struct {
	name string
	screen
}

// What axe-core runs: WCAG 2.2 AA with its best practices, or the rules of these that
// depend on colours and on where things are.
const (
	everyRule     = `"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"`
	rulesOfLayout = `"color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"`
)

// rulesToRun are the rules of a screen, but only those of the layout where the same
// elements are shown as on a screen before: nothing else can differ then.
const rulesToRun = `(() => {
	const shown = [...document.body.querySelectorAll("*")].map((e) => {
		const box = e.getBoundingClientRect();
		return Number(e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && box.right > 0 && box.bottom > 0);
	}).join("");
	const seen = (document.screensSeen ??= new Set()).has(shown);
	document.screensSeen.add(shown);
	return seen ? [` + rulesOfLayout + `] : [` + everyRule + `];
})()`

// audit asks axe-core (testdata/axe.min.js, MPL 2.0) which of its rules the page breaks,
// and checks that it cannot be scrolled sideways.
func (b *tab) audit(name string) {
	b.t.Helper()
	axe, err := os.ReadFile("testdata/axe.min.js")
	modelstest.Must(b.t, err)
	b.do(chromedp.Evaluate[chromedp.Void](string(axe) + ";0"))
	screens := audited[b.seen%len(audited):][:1]
	if apptest.CI {
		screens = audited[b.seen*2%len(audited):][:2]
	}
	b.seen++
	defer b.show(b.screen) // what a phone folds away cannot be clicked
	for _, on := range screens {
		b.show(on.screen)
		b.do(chromedp.Evaluate[chromedp.Void](`new Promise((shown) => {
			const look = () => matchMedia("`+on.media()+`").matches ? shown() : setTimeout(look);
			look();
		})`, chromedp.EvalAwaitPromise))
		if beyond := run(b, chromedp.Evaluate[int](`document.documentElement.scrollWidth - document.documentElement.clientWidth`)); beyond > 0 {
			b.t.Errorf("%s, %s: %d px wider than the screen", name, on.name, beyond)
		}
		// whichever field happens to be half under the button that saves can be scrolled
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("form.day .actions").forEach((bar) => (bar.style.position = "static"))`))
		found := run(b, chromedp.Evaluate[struct {
			Violations []string
			Passes     int
		}](`axe.run({runOnly: `+rulesToRun+`, resultTypes: ["violations"]}).then((found) => ({
			violations: found.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 160)).join(" ")),
			passes: found.passes.length,
		}))`, chromedp.EvalAwaitPromise))
		if len(found.Violations) > 0 {
			b.t.Errorf("%s, %s: %s", name, on.name, strings.Join(found.Violations, "\n"))
		}
		if found.Passes == 0 {
			b.t.Errorf("%s, %s: axe has looked at nothing", name, on.name)
		}
	}
}

// dropTyped leaves what was typed unsaved, which the browser would ask about.
func (b *tab) dropTyped() { b.do(chromedp.Evaluate[chromedp.Void]("unsaved = false")) }

func TestInABrowserFlappingIsMerged(t *testing.T) {
	t.Parallel()
	onJourneyScreens(t, func(t *testing.T, s screen) {
		p := apptest.Start(t, apptest.NoLimit)
		p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T10:00:00+01:00", "a")
		p.Day("2026-11-20T10:04:00+01:00", "2026-11-20T12:00:00+01:00", "b")
		b := browse(t, p, s)
		b.want(b.open(apptest.EditDay), 200)
		b.fill(`[name="merge"]`, "5")
		b.want(b.leads(chromedp.KeyEvent("\r")), 200) // Enter shows the merge and saves nothing
		p.WantStored("SELECT count(*) FROM time_slots", "2")
		b.wantValue(`[name="slot_end"]`, "12:00")
		b.want(b.follow(".actions button"), 200)
		p.WantStored("SELECT count(*) FROM time_slots", "1")
	})
}

func TestInABrowserAnyMonthIsReached(t *testing.T) {
	t.Parallel()
	onJourneyScreens(t, func(t *testing.T, s screen) {
		p := apptest.Start(t)
		b := browse(t, p, s)
		b.want(b.open("/"), 200)
		if got := b.text(".welcome code"); !strings.Contains(got, "curl "+p.URL) {
			t.Errorf("got %q on the first visit", got)
		}
		b.do(chromedp.SetValue(chromedp.CSS(`.jump [name="month"]`), "02"), chromedp.SetValue(chromedp.CSS(`.jump [name="year"]`), "2024"))
		b.want(b.follow(".jump button"), 200)
		b.wantAt("/months/2024-02")
		b.click(".more > summary")
		b.want(b.follow(`nav a[href="/years/2024"]`), 200)
		b.want(b.follow(`.year a[href="/months/2024-03"]`), 200)
		b.want(b.follow(`.around a[rel="prev"]`), 200)
		b.wantAt("/months/2024-02")
	})
}

func TestInABrowserArrowKeysLeadFromMonthToMonth(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	b := browse(t, p, desk)
	b.open("/months/2026-11")
	b.leads(chromedp.KeyEvent("\u0303")) // arrow right
	b.wantAt("/months/2026-12")
	b.do(chromedp.Focus(chromedp.CSS(`[name="month"]`)), chromedp.KeyEvent("\u0302"))
	b.wantAt("/months/2026-12")
}

func TestInABrowserNothingShiftsAndNothingIsAskedForElsewhere(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	p.LifelikeMonth()
	p.Leave("2026-11-20T12:10:00+01:00", "left").Want(t, 200) // the browser would count by a clock that is not the program's
	for _, s := range []screen{desk, phone} {
		b := browse(t, p, s)
		for _, path := range []string{"/months/2026-11", "/entries/3/edit", "/years/2026", "/help"} {
			b.open(path)
			painted := run(b, chromedp.Evaluate[[]float64](`new Promise((done) => {
				let shift = 0;
				new PerformanceObserver((list) => { for (const e of list.getEntries()) { shift += e.value; window.shifted = (window.shifted ?? "") + JSON.stringify(e.sources.map((s) => [s.node?.outerHTML?.slice(0, 120), s.previousRect, s.currentRect])); } }).observe({type: "layout-shift", buffered: true});
				new PerformanceObserver((list) => {
					const paint = list.getEntriesByName("first-contentful-paint")[0];
					if (paint) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done([paint.startTime, shift]))));
				}).observe({type: "paint", buffered: true});
			})`, chromedp.EvalAwaitPromise))
			t.Logf("%s at %d px: first contentful paint after %.0f ms", path, s.width, painted[0])
			if painted[1] != 0 {
				t.Errorf("%s: the layout shifts by %v: %s", path, painted[1], run(b, chromedp.Evaluate[string](`window.shifted`)))
			}
			foreign := run(b, chromedp.Evaluate[string](`JSON.stringify(performance.getEntriesByType("resource").map((e) => e.name).filter((n) => !n.startsWith(location.origin)))`))
			if foreign != "[]" {
				t.Errorf("%s: asks for %s", path, foreign)
			}
		}
	}
}
