package browser_test

import (
	"net/netip"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// scene is a program with the pages, and states of pages, to look at.
type scene struct {
	name   string
	seldom bool // looked at only in CI
	start  func(*testing.T) *apptest.Program
	sights []sight
}

// sight is a page, or a state of one. Each follows the one before.
type sight struct {
	name string
	lead func(b *tab, p *apptest.Program)
}

// pages are the sights of some paths.
func pages(paths ...string) (sights []sight) {
	for _, path := range paths {
		sights = append(sights, sight{path, func(b *tab, _ *apptest.Program) { b.open(path) }})
	}
	return sights
}

// answered is what answers a click.
func answered(name, css string, status int) sight {
	return sight{name, func(b *tab, _ *apptest.Program) { b.t.Helper(); b.want(b.follow(css), status) }}
}

// typed is what answers a click after something was typed into a field.
func typed(name, field, text, css string, status int) sight {
	return sight{name, func(b *tab, _ *apptest.Program) {
		b.t.Helper()
		b.fill(field, text)
		b.want(b.follow(css), status)
	}}
}

// unfolded is a page after a click that leads nowhere.
func unfolded(name, path, css string) sight {
	return sight{name, func(b *tab, _ *apptest.Program) { b.open(path); b.click(css) }}
}

// scenes are all that is looked at on every size of screen.
var scenes = []scene{
	{"days and months", false, demonstration, append(pages(
		"/today", "/counters", "/months/2026-11", "/months/2026-10", "/months/2027-02", "/months/2026-11/hours", "/months/2026-11/sheet?annex=1", "/months/2026-11/pay",
		"/entries/1/edit", "/entries/1/history", "/entries/1/delete", "/entries/new?date=2026-11-28", "/nowhere"),
		unfolded("what unfolds behind « Plus »", "/today", ".more > summary"),
		unfolded("an adjustment", "/counters", ".adjust summary"),
		typed("a refused adjustment", ".adjust[open] [type=text]", "x", ".adjust[open] .settings-actions button", 422),
		sight{"the preview of a range", func(b *tab, _ *apptest.Program) {
			b.open("/entries/range")
			b.want(b.follow(`[value="preview"]`), 200)
		}})},
	{"years", false, demonstration, pages("/years/2026", "/years/2026/leave", "/years/2026/leave?type=CONGE&from=2026-12-21&to=2026-12-31", "/years/2026/hours", "/years/2026/planned", "/years/2026/counters", "/years/2026/rests", "/years/2026/costs", "/years/2025/costs", "/years/2026/sheets")},
	{"help and records", false, demonstration, pages("/entries/range", "/review", "/journal", "/feeds", "/data",
		"/help", "/help/connect", "/help/guide", "/help/commencer", "/help/brancher", "/help/home-assistant", "/help/confidentialite", "/help/nuits")},
	{"settings", false, demonstration, append(pages("/settings?open=costs"), sight{"every setting, unfolded", func(b *tab, _ *apptest.Program) {
		b.open("/settings")
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("main details").forEach((part) => { part.removeAttribute("name"); part.open = true; })`))
	}})},
	{"the first visit", false, func(t *testing.T) *apptest.Program {
		return apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\""))
	}, append(pages("/", "/today", "/years/2026/counters", "/years/2026/rests", "/months/2026-11/pay", "/settings/start?step=1", "/settings/start?step=2", "/settings/start?step=3", "/settings/start?step=4"),
		typed("a question that was refused", `[name="start"]`, "x", ".start .settings-actions button", 422))},
	{"the week of a hospital", false, func(t *testing.T) *apptest.Program {
		p := apptest.Start(t, apptest.WithConfig(t, ""))
		answer := p.Form("/settings/start?step=1")
		answer.Set("place", "fph")
		answer.Del("do")
		p.Submit("/settings/start?step=1", answer).Want(t, 303)
		return p
	}, pages("/settings/start?step=2")},
	{"a forgotten departure", false, func(t *testing.T) *apptest.Program { return apptest.Thursday(t) },
		append(pages("/today", apptest.ThursdayForm, "/presence/close", "/months/2026-11"),
			typed("a refused departure", `.forgotten [name="end"]`, "x", `.forgotten form:first-of-type button`, 422))},
	{"days in doubt", false, apptest.DoubtfulDays, pages("/review", "/journal")},
	{"very short presences", false, bounces, append(pages("/review", "/months/2026-11", "/months/2026-11/sheet"),
		unfolded("presences in their lines", "/review", ".doubts-of summary"),
		answered("what was ignored", `[action$="/review/ignore"] button`, 200),
		pages("/months/2026-11/sheet?annex=1")[0])},
	{"a day of four slots", false, fourSlots, pages(apptest.EditDay)},
	{"costs that lack something", false, costsOfMay, []sight{
		{"refused costs", func(b *tab, _ *apptest.Program) {
			b.open("/years/2026/costs")
			b.fill("#salary", "x")
			b.want(b.follow(".comparison button"), 422)
			b.click(".costs section details summary")
		}}}},
	{"a year of hours", false, func(t *testing.T) *apptest.Program { return apptest.YearOfHours(t, apptest.HoursConfig) }, append(pages("/months/2026-11/hours"),
		sight{"the hours of a year", func(b *tab, _ *apptest.Program) {
			b.open("/years/2026/hours")
			b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("main details").forEach((details) => (details.open = true))`))
		}})},
	{"a sheet", false, func(t *testing.T) *apptest.Program { return apptest.October(t, "[web]\nhide_illness = false\n") },
		append(pages(apptest.SheetOctober), unfolded("the counters", "/years/2026/counters", ".counters section:last-of-type details summary"))},
	{"a login", false, func(t *testing.T) *apptest.Program { return apptest.RecordedDay(t, apptest.WithPassword) },
		append(append(pages("/login?unsaved=1"),
			typed("a refused password", "#password", "a typing mistake", ".login button", 422),
			typed("signed in", "#password", apptest.Password, ".login button", 200)), pages("/sessions", "/logout")...)},
	{"the open port of an app", false, openPort, append(append(pages("/login"),
		typed("signed in", "#password", apptest.Password, ".login button", 200)), append(pages("/settings/password"),
		typed("a password that is too short", "#password", "short", ".login button", 422))...)},
	{"answers to forms", true, lifelike, []sight{
		{"a day that is cut up", func(b *tab, p *apptest.Program) {
			cutUp := "/entries/new?date=2026-10-30"
			p.Submit(cutUp, url.Values{"day_type": {"WORK"}, "slot_start": {"8", "10:04"}, "slot_end": {"10", "12"}}).Want(p.T, 303)
			b.open(cutUp)
		}},
		answered("merged slots", ".merge button", 200),
		{"no addresses of the feeds", func(b *tab, _ *apptest.Program) { b.dropTyped(); b.open("/feeds") }},
		answered("the addresses of the feeds", `[value="renew"]`, 200),
		{"a trial", func(b *tab, _ *apptest.Program) { b.open("/help/connect"); b.want(b.follow("#trial button"), 200) }},
		typed("a refused trial", `#trial [name="at"]`, "25h", "#trial button", 422),
		{"a refused form", func(b *tab, _ *apptest.Program) {
			b.open("/entries/3/edit")
			b.fill(`[name="slot_end"]`, "25h")
			b.want(b.follow(".actions button"), 422)
		}},
		{"a conflict", func(b *tab, _ *apptest.Program) {
			b.dropTyped()
			b.open("/entries/3/edit")
			b.fill(`[name="note"]`, "plus tard")
			b.do(chromedp.SetJavascriptAttribute(chromedp.CSS(`[name="version"]`), "value", "1"))
			b.want(b.follow(".actions button"), 409)
		}},
	}},
	{"a departure forgotten for a day", true, func(t *testing.T) *apptest.Program {
		p := lifelike(t)
		p.Clock.Advance(20 * time.Hour)
		return p
	}, pages("/months/2026-11")},
	{"a silent automation", true, func(t *testing.T) *apptest.Program {
		p := apptest.Listening(t)
		p.Clock.Advance(4 * time.Hour)
		return p
	}, pages("/months/2026-11")},
	{"a day that was changed", true, func(t *testing.T) *apptest.Program { return apptest.RecordedDay(t) }, []sight{
		{"what can be taken back", func(b *tab, _ *apptest.Program) {
			b.open(apptest.EditDay)
			b.fill(`[name="note"]`, "changée")
			b.want(b.follow(".actions button"), 200)
		}},
		pages("/entries/1/history")[0],
		{"a year with a deleted day", func(b *tab, p *apptest.Program) {
			p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(p.T, 303)
			b.open("/years/2026")
		}},
	}},
	{"presses after the session has ended", true, func(t *testing.T) *apptest.Program { return apptest.RecordedDay(t, apptest.WithPassword) }, []sight{
		{"a press that came back", func(b *tab, p *apptest.Program) {
			b.signIn()
			b.show(desk.withoutScript()) // with it, the press is kept and sent by itself
			b.open("/months/2026-11")
			b.pressedTooLate(p, ".hand button")
			b.show(desk)
		}},
		{"a login that carries a press", func(b *tab, p *apptest.Program) {
			b.want(b.leads(chromedp.Evaluate[chromedp.Void](`document.querySelector(".hand-again").submit()`)), 200)
			b.signedOut(p)
			b.want(b.follow(".done button"), 403)
		}},
		typed("a change to take back that came back", "#password", apptest.Password, ".login button", 200),
	}},
	{"overtime", true, func(t *testing.T) *apptest.Program {
		return apptest.AutumnOfOvertime(t, "profile = \"prive\"\nday_max = \"10h30\"\n")
	}, []sight{
		unfolded("what stands out", "/years/2026/rests", ".rests details summary"),
		unfolded("the pay of a month", "/months/2026-11/pay", ".pay details summary"),
	}},
	{"backups that fail", true, apptest.Unsaved, pages("/months/2026-11")},
}

func bounces(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.NoLimit)
	for _, at := range []string{"01T03:00", "04T03:00", "08T03:00", "08T23:00"} {
		p.Day("2026-11-"+at+":10+01:00", "2026-11-"+at+":50+01:00", at)
	}
	return p
}

func lifelike(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.NoLimit)
	p.LifelikeMonth()
	return p
}

func demonstration(t *testing.T) *apptest.Program { return apptest.Demonstration(t) }

// fourSlots is a day with as many slots, the last of which ends on the next one.
func fourSlots(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.NoLimit)
	p.ByHand("2026-11-20", "WORK", "06:00-07:30", "08:00-12:00", "13:00-17:15", "20:00-02:00")
	return p
}

func TestInABrowserEveryPageIsAccessibleFitsEveryScreenAndIsInReach(t *testing.T) {
	t.Parallel()
	for _, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) {
			t.Parallel()
			if scene.seldom {
				onlyInCI(t)
			}
			p := scene.start(t)
			b := framelessBrowser.browse(t, p, desk)
			for _, sight := range scene.sights {
				sight.lead(b, p)
				name := scene.name + ": " + sight.name
				b.audit(name)
				b.wantNarrow(name)
				if scene.name != "a sheet" { // all of whose columns are wider than a phone on its side
					b.wantReach(name)
				}
				b.pictures(name)
				b.show(desk) // what a phone folds away cannot be clicked
			}
			b.dropTyped()
		})
	}
}

// pictures takes pictures of a page where WORKLOG_PICTURES names a folder.
func (b *tab) pictures(name string) {
	if os.Getenv("WORKLOG_PICTURES") == "" {
		return
	}
	for kind, s := range map[string]screen{"desk-light": desk, "desk-dark": desk.inTheDark(), "phone-light": phone, "phone-dark": phone.inTheDark()} {
		b.show(s)
		b.picture(strings.NewReplacer("/", "-", " ", "-", ":", "", "?", "-").Replace(name) + "-" + kind)
	}
}

// phones are the smallest, and one that is too wide for the rules that make it fit, at which every other
// page is looked at in CI.
var phones = []screen{{width: 320, height: 568, script: true}, phone}

// wantNarrow checks that a page is not wider than a phone, whatever it unfolds.
func (b *tab) wantNarrow(page string) {
	b.t.Helper()
	for _, s := range phones {
		if s.width > phones[0].width && (!apptest.CI || b.seen%2 == 0) {
			continue
		}
		b.turn(s)
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details:not(.bar *)").forEach((folded) => (folded.open = true))`))
		modelstest.WantAtMost(b.t, run(b, chromedp.Evaluate[int]("document.scrollingElement.scrollWidth - innerWidth")), 0, page, s.width)
	}
}

// openPort is an app of Home Assistant whose open port this browser uses.
func openPort(t *testing.T) *apptest.Program {
	return apptest.RecordedDay(t, apptest.WithPassword, apptest.AsApp, func(c *app.Config) {
		c.Access.Ingress.Peer = netip.MustParseAddr("172.30.32.2")
		c.Access.Ingress.Port = 8100
		c.Access.Ingress.KeepPassword = func(string) error { return nil }
	})
}

// costsOfMay are days of a year with costs, and some that lack something.
func costsOfMay(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.WithCosts(t, "[meals]\nper_day = 4.20\n"))
	p.Work("2026-05-04", "bureau", "clio")
	p.Work("2026-05-05", "annexe", "clio")
	p.Work("2026-05-06", "late", "mob")
	p.EnterDay("2026-05-07", "TT", "", "", false)
	p.EnterDay("2026-05-08", "RTT", "bureau", "zoe", true)
	p.EnterDay("2026-12-01", "TT", "", "", false) // planned
	return p
}

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
	axe := modelstest.Got(os.ReadFile("testdata/axe.min.js"))(b.t)
	b.do(chromedp.Evaluate[chromedp.Void](string(axe) + ";0"))
	on := audited[b.seen%len(audited)]
	b.seen++
	defer b.show(b.screen) // what a phone folds away cannot be clicked
	b.wear(on)
	modelstest.WantAtMost(b.t, run(b, chromedp.Evaluate[int](`document.documentElement.scrollWidth - document.documentElement.clientWidth`)), 0, name, on.media())
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
	modelstest.Want(b.t, len(found.Violations) == 0, true, name, on.media(), strings.Join(found.Violations, "\n"))
	modelstest.Want(b.t, found.Passes != 0, true, name, on.media())
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

func TestInABrowserEnterInTheMergeShowsItAndSavesNothing(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T10:00:00+01:00", "a")
	p.Day("2026-11-20T10:04:00+01:00", "2026-11-20T12:00:00+01:00", "b")
	b := browseTo(t, p, phone, apptest.EditDay)
	b.fill(`[name="merge"]`, "5")
	b.want(b.leads(chromedp.KeyEvent("\r")), 200)
	b.wantValue(`[name="slot_end"]`, "12:00")
	p.WantStored("SELECT count(*) FROM time_slots", "2")
	b.dropTyped()
}

func TestInABrowserNothingShiftsAndNothingIsAskedForElsewhere(t *testing.T) {
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
			modelstest.Want(t, foreign, "[]", path)
		}
	}
}
