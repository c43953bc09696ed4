package browser_test

import (
	"bytes"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// inView is how far the first element of a selector lies within what is seen of the
// page, above the navigation at the bottom, below the bar and the week's heading.
const inView = `(css) => {
	const box = document.querySelector(css).getBoundingClientRect();
	const bottom = document.querySelector(".bar nav").getBoundingClientRect().top;
	const heading = box.x + 8, over = document.elementFromPoint(heading, box.top + 3), under = document.elementFromPoint(heading, box.bottom - 3);
	const whole = (seen) => seen !== null && document.querySelector(css).contains(seen);
	return box.top > 0 && box.bottom <= bottom && whole(over) && whole(under);
}`

// sees reports whether an element is in view, whole.
func (b *tab) sees(css string) bool {
	b.t.Helper()
	return run(b, chromedp.Evaluate[int](seen(css))) == 1
}

func TestInABrowserOnAPhoneTheMonthShowsTodayAfterTheFirstPress(t *testing.T) {
	b := browseTo(t, apptest.Start(t), phone, "/months/2026-11")
	b.want(b.follow(".welcome .hand > button"), 200)
	b.wantAt("/months/2026-11")
	modelstest.Want(t, b.sees(`[aria-current="date"]`), true, "today is out of view")
	b.click(".hand summary")
	b.until(`document.activeElement.name === "at"`) // once the summary has unfolded
}

func TestInABrowserOnAPhoneTodayIsInViewAtOnce(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.LifelikeMonth()
	b := browse(t, p, phone)
	phones := []screen{{width: 320, height: 568, script: true}}
	if apptest.CI {
		phones = append(phones, phone)
	}
	for _, height := range phones {
		for _, s := range []screen{height, height.withoutScript()} {
			b.show(s)
			b.want(b.open("/years/2026"), 200)
			b.want(b.follow(`nav a[href*="#"]:not(.name)`), 200)
			modelstest.Want(t, b.sees(`[aria-current="date"]`) && b.sees(".presence"), true, s.width, s.script)
			modelstest.WantAtMost(t, run(b, chromedp.Evaluate[float64](`document.querySelector(".presence").offsetHeight`)), 30, s.width) // one line
		}
		b.show(height)
		b.want(b.open("/years/2026"), 200)
		b.want(b.open("/"), 200)
		modelstest.Want(t, b.sees(`[aria-current="date"]`), true, height.width)
	}
	// an empty day leads to a new one
	b.show(phone)
	b.open("/")
	b.want(b.follow(`[id="2026-11-21"] a`), 200)
	b.wantAt("/entries/new?date=2026-11-21")
	// what has been saved is in view, with its flash
	b.open("/entries/range")
	b.do(chromedp.SetValue(chromedp.CSS(`[name="from"]`), "2026-11-26"), chromedp.SetValue(chromedp.CSS(`[name="to"]`), "2026-11-27"))
	b.want(b.follow(`[value="preview"]`), 200)
	b.want(b.follow(`[value="save"]`), 200)
	modelstest.Want(t, b.sees(".flash") && b.sees(`li:target .cell`) && b.at() == "/months/2026-11#2026-11-26", true, b.at())
	// the question about a forgotten departure comes first
	p.Clock.Advance(20 * time.Hour)
	b.want(b.open("/"), 200)
	modelstest.Want(t, b.sees(".forgotten"), true, "the forgotten departure is out of view")
}

func TestInABrowserTheWayToAnotherMonthStaysWhereItIs(t *testing.T) {
	b := browse(t, apptest.Start(t), desk)
	b.open("/months/2026-05")
	place := func() string {
		return run(b, chromedp.Evaluate[string](`JSON.stringify([...document.querySelectorAll(".step")].map((a) => { const b = a.getBoundingClientRect(); return [b.x, b.y]; }))`))
	}
	want := place()
	for range 4 { // mai, juin, juillet, août, septembre
		b.want(b.follow(`a[rel="next"]`), 200)
		modelstest.Want(t, place(), want)
	}
	b.open("/months/9999-12")
	modelstest.Want(t, place(), want)
}

func (b *tab) emulate(medium string, features ...*emulation.MediaFeature) {
	b.t.Helper()
	b.do(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium, Features: features}))
}

func TestInABrowserPaperAndTheColoursOfTheSystemKeepWhatMatters(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.LifelikeMonth()
	p.Submit("/entries/new?date=2026-10-30", url.Values{"day_type": {"CONGE"}}).Want(t, 303)
	b := browse(t, p, desk)
	b.open("/months/2026-11")
	b.do(chromedp.Evaluate[chromedp.Void](`window.print = () => (document.title = "printed"); 0`))
	b.click("[data-print]")
	modelstest.Want(t, run(b, chromedp.Title()), "printed")
	var papers [][]byte
	for _, scheme := range []string{"light", "dark"} {
		b.emulate("print", &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme})
		papers = append(papers, run(b, chromedp.CaptureScreenshot()))
		b.wantRun(beyondPaper, "")
	}
	modelstest.Want(t, bytes.Equal(papers[0], papers[1]), true, "the paper of the dark scheme differs")
	b.emulate("", &emulation.MediaFeature{Name: "forced-colors", Value: "active"})
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`getComputedStyle(document.querySelector('[aria-current="date"]')).borderTopStyle`)), "double")
	b.open("/entries/3/edit")
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`getComputedStyle(document.querySelector(".types label:has(:checked)")).outlineStyle`)), "solid")
}

// focused is the path that the link in focus leads to; "" for another element.
func (b *tab) focused() string {
	b.t.Helper()
	return run(b, chromedp.Evaluate[string](`document.activeElement.matches(".cell, .small-month a") ? document.activeElement.getAttribute("href").replace(/#.*/, "") : ""`))
}

func (b *tab) press(keys ...string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(strings.Join(keys, "")))
}

func TestInABrowserArrowKeysMoveFromDayToDay(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.ByHand("2026-11-13", "WORK", "08:00-17:00")
	b := browseTo(t, p, desk, "/months/2026-11")
	b.audit("the month with one stop")
	b.show(desk)
	b.want(b.open("/months/2026-11"), 200)
	modelstest.Want(t, run(b, chromedp.Evaluate[int](`document.querySelectorAll('.week a:not([tabindex="-1"])').length`)), 1)
	b.do(chromedp.Focus(chromedp.CSS(`[aria-current="date"]`)))
	at := func(name, want string, keys ...string) {
		t.Helper()
		b.press(keys...)
		modelstest.Want(t, b.focused(), want, name)
	}
	at("today", "/entries/new?date=2026-11-20")
	at("the day before", "/entries/new?date=2026-11-19", kb.ArrowLeft)
	at("the day after", "/entries/new?date=2026-11-20", kb.ArrowRight)
	at("the week before", "/entries/1/edit", kb.ArrowUp)
	at("the week after that", "/entries/new?date=2026-11-27", kb.ArrowDown, kb.ArrowDown)
	at("over the end of a week", "/entries/new?date=2026-11-23", kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft)
	at("and back", "/entries/new?date=2026-11-22", kb.ArrowLeft)

	b.press(kb.ArrowUp, kb.ArrowLeft, kb.ArrowLeft)
	b.want(b.leads(chromedp.KeyEvent(kb.Enter)), 200)
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`location.pathname`)), "/entries/1/edit")
	b.want(b.open("/months/2026-11"), 200)
	b.want(b.leads(chromedp.KeyEvent(kb.ArrowLeft)), 200) // from no day, to another month
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`location.pathname`)), "/months/2026-10")
	b.do(chromedp.Focus(chromedp.CSS(`[name="month"]`)))
	b.press(kb.ArrowLeft) // of the field
	modelstest.Want(t, b.at(), "/months/2026-10")
	b.want(b.open("/years/2026"), 200)
	b.do(chromedp.Focus(chromedp.CSS(`.small-month a[tabindex="0"]`)))
	at("today in the year", "/entries/new?date=2026-11-20")
	at("across months", "/entries/new?date=2026-10-30", kb.ArrowUp, kb.ArrowUp, kb.ArrowUp)
	at("across months, and on", "/entries/new?date=2026-11-02", kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	b.show(phone)
	p.ByHand("2026-11-27", "WORK", "08:00-17:00")
	b.want(b.open("/months/2026-11"), 200)
	b.do(chromedp.Focus(chromedp.CSS(`[aria-current="date"]`)))
	at("up a list, over what is folded", "/entries/new?date=2026-11-19", kb.ArrowUp)
}
