package browser_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// gestures counts clicks or taps, keys (including Enter and Tab), and swipes, each of
// which moves the page by a screenful.
type gestures struct{ clicks, keys, swipes int }

func (g gestures) within(aim gestures) bool {
	return g.clicks <= aim.clicks && g.keys <= aim.keys && g.swipes <= aim.swipes
}

// hand uses a tab as a person does, with a mouse or a finger and a keyboard, and counts
// the gestures.
type hand struct {
	*tab
	touches bool
	gestures
}

// step is one thing that a hand does.
type step func(h *hand)

// middle is the point of an element that is pressed, and whether the element is seen there: it is
// in view, and nothing lies over it.
const middle = `((element) => {
	const box = element.getBoundingClientRect();
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	const over = document.elementFromPoint(x, y);
	return { x, y, seen: over !== null && element.contains(over) };
})`

// target is the [middle] of the first visible element of a selector. The point is within what
// the bars at the top and the bottom leave.
const target = `((css) => {
	const element = [...document.querySelectorAll(css)].find((found) => found.checkVisibility());
	if (!element) return { found: false };
	const at = ` + middle + `(element);
	return { found: true, ...at, below: at.y > innerHeight / 2 };
})`

// reach brings an element in view, by as many swipes as it takes, and returns its
// middle.
func (h *hand) reach(css string) (x, y float64) {
	h.t.Helper()
	for range 20 { // no page of these tests is longer than so many screenfuls
		at := run(h.tab, chromedp.Evaluate[struct {
			Found, Seen, Below bool
			X, Y               float64
		}](target+fmt.Sprintf("(%q)", css)))
		if !at.Found {
			break
		}
		if at.Seen {
			return at.X, at.Y
		}
		h.swipes++
		by := "-innerHeight * 0.8"
		if at.Below {
			by = "innerHeight * 0.8"
		}
		h.do(chromedp.Evaluate[chromedp.Void]("scrollBy({ top: " + by + `, behavior: "instant" })`))
	}
	h.t.Fatalf("%s at %s cannot be reached", css, h.at())
	return 0, 0
}

// visit opens a page without a gesture.
func visit(path string) step {
	return func(h *hand) {
		h.t.Helper()
		h.want(h.open(path), 200)
	}
}

// presses is a click of the mouse or a tap of the finger.
func (h *hand) presses(css string) chromedp.Action[chromedp.Void] {
	h.t.Helper()
	x, y := h.reach(css)
	h.clicks++
	if h.touches {
		return chromedp.TapXY(x, y)
	}
	return chromedp.MouseClickXY(x, y)
}

func look(css string) step { return func(h *hand) { h.t.Helper(); h.reach(css) } }

// press clicks an element, or focuses it if it is a time field.
func press(css string) step {
	return func(h *hand) {
		h.t.Helper()
		h.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
		h.do(h.presses(css))
		h.do(chromedp.Poll[chromedp.Void](`document.activeElement.matches("input[type=text]")`))
	}
}

func follow(css string) step {
	return func(h *hand) {
		h.t.Helper()
		h.want(h.leads(h.presses(css)), 200)
	}
}

func typing(text string) step {
	return func(h *hand) {
		h.t.Helper()
		h.keys += len(text)
		h.do(chromedp.KeyEvent(text))
	}
}

func enter(h *hand) {
	h.t.Helper()
	h.keys++
	h.want(h.leads(chromedp.KeyEvent(kb.Enter)), 200)
}

// oneSlot is a lifelike month; today is one slot, from 08:03 to 17:12.
func oneSlot(p *apptest.Program) {
	p.LifelikeMonth()
	p.Clock.Advance(5 * time.Hour)
	p.Leave("2026-11-20T17:12:11+01:00", "left").Want(p.T, 200)
}

func twoSlots(p *apptest.Program) {
	p.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"WORK"}, "slot_start": {"8", "13"}, "slot_end": {"12", "17"}}).Want(p.T, 303)
}

// onDuty is six nights from 20:02 to 08:07, and an arrival at 20:04 without a
// departure.
func onDuty(p *apptest.Program) {
	for night := range 6 {
		p.Day(fmt.Sprintf("2026-11-%02dT20:02:00+01:00", 3+2*night), fmt.Sprintf("2026-11-%02dT08:07:00+01:00", 4+2*night), fmt.Sprint("night", night))
	}
	p.Arrive("2026-11-18T20:04:00+01:00", "forgotten").Want(p.T, 201)
	p.Clock.Advance(4 * time.Hour)
}

// atWork is an arrival by hand, nine hours ago.
func atWork(p *apptest.Program) {
	p.Press("").Want(p.T, 303)
	p.Clock.Advance(9 * time.Hour)
}

func refusedDeparture(p *apptest.Program) {
	oneSlot(p)
	p.Leave("2026-11-20T17:40:00+01:00", "twice").Want(p.T, 409)
}

func nothing(*apptest.Program) {}

// begins returns a hand on a page of a program, on a screen that is touched if it is narrow.
func (b *tab) begins(p *apptest.Program, on screen, page string) *hand {
	b.t.Helper()
	b.turnTo(p)
	b.show(on)
	b.want(b.open(page), 200)
	h := &hand{tab: b, touches: on.width < 400}
	if h.touches {
		b.do(chromedp.EmulateViewport(on.width, on.height, chromedp.EmulateTouch))
	}
	return h
}

// unfold presses what leads to no other page.
func unfold(css string) step { return func(h *hand) { h.t.Helper(); h.do(h.presses(css)) } }

func TestInABrowserEachTaskTakesFewGestures(t *testing.T) {
	const (
		today    = `.week li[id="2026-11-20"] a`
		tomorrow = `.week li[id="2026-11-21"] a`
		begin    = `[name="slot_start"]`
		end      = `[name="slot_end"]`
		second   = ".row:nth-of-type(2) "
		save     = ".actions button"
		slots    = "SELECT substr(start_at, 12, 5), substr(end_at, 12, 5) FROM time_slots WHERE work_entry_id = (SELECT max(id) FROM work_entries) ORDER BY start_at"
		events   = "SELECT event, by_hand FROM workplace_presence_events ORDER BY id"
	)
	b := browse(t, apptest.Start(t), desk)
	for _, test := range []struct {
		task  string
		given func(*apptest.Program)
		on    screen
		steps []step
		aim   gestures
		query string
		want  []string
	}{
		{"see today", oneSlot, phone, []step{look(today)}, gestures{}, "", nil},

		{"correct the end of a slot", oneSlot, desk, []step{follow(today), typing("1721"), follow(save)},
			gestures{clicks: 2, keys: 4}, slots, []string{"07:03 | 16:21"}},
		{"correct the end of a slot", oneSlot, phone, []step{follow(today), press(end), typing("1721"), follow(save)},
			gestures{clicks: 3, keys: 4, swipes: 1}, slots, []string{"07:03 | 16:21"}},

		{"correct the end of the first of two slots", twoSlots, desk, []step{follow(today + " .slots > span"), typing("1210"), follow(save)},
			gestures{clicks: 2, keys: 4}, slots, []string{"07:00 | 11:10", "12:00 | 16:00"}},

		{"add a lunch break", oneSlot, desk, []step{follow(today), press("[data-pause]"), typing("12\r13"), enter},
			gestures{clicks: 2, keys: 8}, slots, []string{"07:03 | 11:00", "12:00 | 16:12"}},
		{"add a lunch break", oneSlot, phone, []step{follow(today), press("[data-pause]"), typing("12\r13"), enter},
			gestures{clicks: 2, keys: 8, swipes: 1}, slots, []string{"07:03 | 11:00", "12:00 | 16:12"}},

		{"add the usual lunch break", oneSlot, desk, []step{follow(today), press("[data-pause]"), typing("\r"), enter},
			gestures{clicks: 2, keys: 2}, slots, []string{"07:03 | 11:00", "12:02 | 16:12"}}, // as on the 19th
		{"add a lunch break to the minute", oneSlot, phone, []step{follow(today), press("[data-pause]"), typing("1213\r"), enter},
			gestures{clicks: 2, keys: 8, swipes: 1}, slots, []string{"07:03 | 11:13", "12:15 | 16:12"}}, // as long as on the 19th

		{"enter a night", oneSlot, desk, []step{follow(tomorrow), typing("20"), press(end), typing("8"), follow(save)},
			gestures{clicks: 3, keys: 3}, slots, []string{"19:00 | 07:00"}},
		{"enter a night", oneSlot, phone, []step{follow(tomorrow), press(begin), typing("20\r8"), follow(save)}, // one key replaces a tap
			gestures{clicks: 3, keys: 4}, slots, []string{"19:00 | 07:00"}},

		{"give the departure that was forgotten after a night", onDuty, desk, []step{follow("[data-close]")}, gestures{clicks: 1}, slots, []string{"19:04 | 07:07"}},
		{"give the departure that was forgotten after a night", onDuty, phone, []step{follow("[data-close]")}, gestures{clicks: 1}, slots, []string{"19:04 | 07:07"}},

		{"see why a departure was refused", refusedDeparture, small, []step{follow(`nav a[href="/review"]`), look(".review p")}, gestures{clicks: 2}, "", nil},
		{"see why a departure was refused, in the journal", refusedDeparture, small, []step{visit("/journal"), look(".refused summary")}, gestures{}, "", nil},

		{"arrive with a flat phone", nothing, desk, []step{follow(".hand button")}, gestures{clicks: 1}, events, []string{"arrival | 1"}},
		{"arrive with a flat phone, and take it back", nothing, phone, []step{follow(".hand button"), follow(".done button")}, gestures{clicks: 1 + 1}, events, nil},
		{"leave with a flat phone", atWork, phone, []step{follow(".hand button")}, gestures{clicks: 1}, events, []string{"arrival | 1", "departure | 1"}},
		{"leave with a flat phone, and take it back", atWork, desk, []step{follow(".hand button"), follow(".done button")}, gestures{clicks: 1 + 1}, events, []string{"arrival | 1"}},
	} {
		if !apptest.CI && test.on != phone {
			continue
		}
		p := apptest.Start(t, apptest.NoLimit)
		test.given(p)
		h := b.begins(p, test.on, "/")
		for _, step := range test.steps {
			step(h)
		}
		name := fmt.Sprintf("%s at %d px", test.task, test.on.width)
		modelstest.Want(t, h.within(test.aim), true, name, h.gestures, test.aim)
		if test.query == "" {
			continue
		}
		modelstest.Want(t, strings.Join(p.Stored(test.query), "\n"), strings.Join(test.want, "\n"), name)
	}
}

var small = screen{width: 360, height: 740, script: true}

// figuresToFind is leave of two years and the costs of the last one.
func figuresToFind(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithCosts(t, `
[counters.rtt]
label = "RTT"
types = ["RTT"]
allowance = 13
period_start = "01-01"
[counters.conges]
types = ["CONGE"]
allowance = 25
period_start = "06-01"
`))
	p.EnterDay("2025-05-05", "WORK", "bureau", "clio", true)
	p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	p.Leave("2026-11-20T07:45:00+01:00", "of no arrival").Want(t, 409)
	return p
}

func TestInABrowserWhatOneComesForIsATapAway(t *testing.T) {
	const (
		counters = `.bar nav a[href="/counters"]`
		rtt      = `.counter-lines a[href*="#counter-1-"] strong`
	)
	more := unfold(".more > summary")
	p := figuresToFind(t)
	b := browse(t, p, small)
	for _, test := range []struct {
		task  string
		from  []string
		on    screen
		steps []step
		aim   gestures
	}{
		{"how many RTT are left", []string{"/months/2026-11", "/today"}, small, []step{follow(counters), look(rtt)}, gestures{clicks: 1}},
		{"how many RTT are left", []string{"/months/2026-11"}, desk, []step{look(rtt)}, gestures{}},
		{"the tax figure of last year", []string{"/months/2026-11", "/today"}, small, []step{follow(counters), look(`.counter-lines a[href="/years/2025/costs"] strong`)}, gestures{clicks: 1}},
		{"the sheet of last month", []string{"/months/2026-11", "/today"}, small, []step{more, follow(`.more a[href$="/sheet"]`), follow(`a[rel="prev"]`)}, gestures{clicks: 3}},
		{"why the departure was refused", []string{"/months/2026-11", "/today"}, small, []step{more, follow(`.more a[href="/help/connect"]`), follow(`main a[href="/journal"]`), look(".journal li:first-child")}, gestures{clicks: 3}},
		{"the pages of the year", []string{"/months/2026-11"}, small, []step{more, follow(`.more a[href="/years/2026"]`), follow(`.tabs a[href="/years/2026/rests"]`)}, gestures{clicks: 3}},
	} {
		for _, from := range test.from {
			if !apptest.CI && test.on != small {
				continue
			}
			h := b.begins(p, test.on, from)
			for _, step := range test.steps {
				step(h)
			}
			modelstest.Want(t, h.within(test.aim), true, test.task, from, test.on.width, h.gestures, test.aim)
		}
	}
	for _, from := range []string{"/months/2026-12", "/"} {
		h := b.begins(p, small, from)
		follow(".several")(h)
		b.set(`[name="from"]`, "2026-12-21") // the dates are not counted
		b.set(`[name="to"]`, "2027-01-03")
		look(`[value="fill"]`)(h)
		modelstest.Want(t, h.within(gestures{clicks: 1}), true, "two weeks of leave from", from, h.gestures)
		if from == "/" {
			follow(`[value="fill"]`)(h)
		}
		b.dropTyped()
	}
	p.WantStored("SELECT count(*) FROM work_entries WHERE day_type = 'CONGE'", "8")
}

func TestInABrowserACounterIsAdjustedWithoutAnotherPage(t *testing.T) {
	p := demonstration(t)
	h := browse(t, p, small).begins(p, small, "/today")
	inAmount := func(h *hand) { h.until(`document.activeElement.matches(".adjust [type=text]")`) }
	for _, step := range []step{follow(`.bar nav a[href="/counters"]`), unfold(".adjust summary"), inAmount, typing("2"), enter} {
		step(h)
	}
	modelstest.Want(t, h.within(gestures{clicks: 2, keys: 2}), true, h.gestures)
	h.wantAt("/counters")
	h.wantText(".flash", "Enregistré.")
}

func TestInABrowserAPressLeadsBackToItsPlace(t *testing.T) {
	for name, s := range journeyScreens() {
		p := apptest.Start(t, apptest.NoLimit)
		p.LifelikeMonth()
		b := browse(t, p, s)
		for _, page := range []string{"/months/2026-10", "/today", "/help"} {
			b.want(b.open(page), 200)
			if s.width == phone.width { // elsewhere the button is at the top of the page
				b.do(chromedp.Evaluate[chromedp.Void](`scrollTo(0, 300)`))
			}
			before := run(b, chromedp.Evaluate[int]("scrollY"))
			p.Clock.Advance(time.Minute)
			b.want(b.leads(chromedp.Evaluate[chromedp.Void](`document.querySelector(".hand").requestSubmit()`)), 200)
			modelstest.Want(t, b.at(), page, name)
			b.until(`document.activeElement.matches(".hand")`)
			if s.script {
				b.do(chromedp.Poll[chromedp.Void](fmt.Sprintf("scrollY === %d", before)))
			}
			b.want(b.follow(".done button"), 200)
			modelstest.Want(t, b.at(), page, name)
			b.until(`document.activeElement.matches(".flash")`)
		}
	}
}

func TestInABrowserBackIsTheMonthAfterADayWasSaved(t *testing.T) {
	for _, s := range []screen{phone, desk} {
		for _, day := range []string{"2026-11-20", "2026-11-23"} { // one that is stored, and a new one
			b := browseTo(t, apptest.RecordedDay(t), s, "/months/2026-11")
			b.want(b.follow(`.week li[id="`+day+`"] a`), 200)
			b.fill(`[name="note"]`, "x")
			b.want(b.follow(".actions button"), 200)
			b.do(chromedp.Evaluate[chromedp.Void]("history.back()"))
			b.until(`location.pathname === "/months/2026-11"`)
		}
	}
}
