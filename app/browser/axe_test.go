package browser_test

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// audited are the screens on which pages are audited by turns. In CI the contrast of their texts is
// computed on the screen of the other scheme too.
var audited = []screen{phone.still(), desk.still().inTheDark(), desk.still(), phone.still().inTheDark()}

// everyRule is WCAG 2.2 AA with the best practices of axe-core.
const everyRule = `"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"`

// faint lists the texts whose contrast is below that of WCAG 2.2, 1.4.3: what axe-core says of colours,
// in a fiftieth of its time.
const faint = `(() => {
	const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	const over = (...colours) => { // the last lies on top
		canvas.clearRect(0, 0, 1, 1);
		for (canvas.fillStyle of colours) canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data];
	};
	const luminance = (rgb) => [0.2126, 0.7152, 0.0722].reduce((sum, part, i) => {
		const value = rgb[i] / 255;
		return sum + part * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
	}, 0);
	const known = new Map();
	const contrast = (colours) => {
		const key = colours.join();
		if (!known.has(key)) {
			const [low, high] = [over(...colours), over(...colours.slice(0, -1))].map(luminance).sort((a, b) => a - b);
			known.set(key, (high + 0.05) / (low + 0.05));
		}
		return known.get(key);
	};
	const found = new Set();
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const element = texts.currentNode.parentElement, style = getComputedStyle(element);
		if (!texts.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest(":disabled, [aria-disabled=true], .heard, option")) continue;
		const colours = [style.color];
		let plain = true;
		for (let below = element; below; below = below.parentElement) {
			const of = getComputedStyle(below);
			plain &&= of.backgroundImage === "none" && of.opacity === "1"; // of others, axe-core says nothing either
			colours.unshift(of.backgroundColor);
		}
		const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
		if (plain && contrast(["Canvas", ...colours]) < (large ? 3 : 4.5)) found.add(element.outerHTML.slice(0, 160));
	}
	return [...found];
})()`

// hideAlike hides, of more than three neighbours that have the same elements with the same classes, all
// but three: axe would say the same of each row of a table, and takes its time for each.
const hideAlike = `(() => {
	const kind = (e) => e.localName + "." + e.getAttribute("class") + "(" + [...e.children].map(kind) + ")";
	for (const parent of document.body.querySelectorAll("*")) {
		const alike = new Map();
		for (const child of parent.children) {
			const of = kind(child), before = alike.get(of) ?? 0;
			alike.set(of, before + 1);
			if (before >= 3) child.style.visibility = "hidden";
		}
	}
})()`

// audit asks axe-core (testdata/axe.min.js, MPL 2.0) which of its rules the page breaks,
// and checks that it cannot be scrolled sideways.
func (b *tab) audit(name string) {
	b.t.Helper()
	axe, err := os.ReadFile("testdata/axe.min.js")
	modelstest.Must(b.t, err)
	b.do(chromedp.Evaluate[chromedp.Void](string(axe) + ";0"))
	on := audited[b.seen%len(audited)]
	b.seen++
	defer b.show(b.screen) // what a phone folds away cannot be clicked
	b.wear(on)
	if beyond := run(b, chromedp.Evaluate[int](`document.documentElement.scrollWidth - document.documentElement.clientWidth`)); beyond > 0 {
		b.t.Errorf("%s, %s: %d px wider than the screen", name, on.media(), beyond)
	}
	b.do(chromedp.Evaluate[chromedp.Void](hideAlike))
	// whichever field happens to be half under the button that saves can be scrolled
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("form.day .actions").forEach((bar) => (bar.style.position = "static"))`))
	found := run(b, chromedp.Evaluate[struct {
		Violations []string
		Passes     int
	}](`axe.run({runOnly: [`+everyRule+`], resultTypes: ["violations"], preload: false}).then((found) => ({
		violations: found.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 160)).join(" ")),
		passes: found.passes.length,
	}))`, chromedp.EvalAwaitPromise))
	if len(found.Violations) > 0 {
		b.t.Errorf("%s, %s: %s", name, on.media(), strings.Join(found.Violations, "\n"))
	}
	if found.Passes == 0 {
		b.t.Errorf("%s, %s: axe has looked at nothing", name, on.media())
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("[style*=visibility]").forEach((e) => (e.style.visibility = ""))`))
	if apptest.CI {
		on.dark = !on.dark
		b.wear(on)
		for _, text := range run(b, chromedp.Evaluate[[]string](faint)) {
			b.t.Errorf("%s, %s: too little contrast: %s", name, on.media(), text)
		}
	}
}

// wear shows the page on a screen once it has taken on its size and colours.
func (b *tab) wear(s screen) {
	b.t.Helper()
	b.show(s)
	b.until("matchMedia('" + s.media() + "').matches")
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
