package browser_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
)

func TestInABrowserThePagesKeepTheirSizes(t *testing.T) {
	demo, doubts, year := demonstration(t), doubtsOfEachKind(t), apptest.YearOfHours(t, apptest.HoursConfig)
	slots := apptest.Start(t, apptest.NoLimit)
	slots.Submit(apptest.NewDay, url.Values{"day_type": {"GARDE"}, "slot_start": {"8", "10", "20:30"}, "slot_end": {"9", "12:30", "8"}}).Want(t, 303)
	smallest, side := []screen{small}, []screen{{width: 740, height: 360, script: true}}
	everywhere := []screen{desk, phone, {width: 320, height: 640, script: true}}
	wide := []screen{{width: 1280, height: 900, script: true}, {width: 1920, height: 900, script: true}}
	low := []screen{{width: 320, height: 568, script: true}, {width: 390, height: 568, script: true}}
	usual, hours := lifelike(t), apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	hours.LifelikeMonth()
	long, four, locked := apptest.Start(t, apptest.NoLimit), fourSlots(t), apptest.Start(t, apptest.WithPassword)
	long.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"WORK"}}).Want(t, 303)
	nights := nightsBeyond(t)
	const (
		month = "/months/2026-11 /months/2026-10 /months/2026-09"
		full  = "/today /months/2026-11 /years/2026 /years/2026/hours /years/2026/costs /counters /settings?open=rules /entries/1/edit"
		focus = `document.activeElement === document.body || ` + middle + `(document.activeElement).seen ? 1 : 0`
	)
	b := browse(t, demo, desk)
	for _, row := range []struct {
		on          []screen
		of          *apptest.Program
		paths       string
		what        string
		measure     string // in pixels, of the width, or a number of things
		least, most float64
	}{
		{smallest, demo, "/today", "the bar is as high as a thumb", `document.querySelector(".bar nav").offsetHeight`, 56, 56},
		{smallest, demo, "/today", "its five columns differ in width by", columns, 0, 1},
		{smallest, demo, "/today", "words that are cut off or run into the next", `[...document.querySelectorAll(".bar nav > a:not(.name), .more > summary")].filter((e) => e.scrollWidth > e.clientWidth).length`, 0, 0},
		{smallest, demo, "/years/2026", "a year is at most four screens", height, 0, 4 * 740},
		{smallest, demo, "/years/2026", "the months stand in two columns", `document.querySelectorAll(".year > li")[1].offsetTop - document.querySelector(".year > li").offsetTop`, 0, 0},
		{smallest, demo, "/years/2026", "a square of a day is as wide as a finger needs", `document.querySelector(".small-month a").offsetWidth`, 24, 24},
		{smallest, doubts, "/review", "groups that are unfolded", `document.querySelectorAll("main details[open]").length`, 0, 0},
		{smallest, doubts, "/review", "a day in doubt is as high as", opened + `Math.max(...lines.map((line) => line.offsetHeight))`, 0, 130},
		{smallest, doubts, "/review", "its remedies stand on as many rows", opened + `Math.max(...lines.map((line) => new Set([...line.querySelectorAll("button, input[type=text], select")].map((e) => e.offsetTop)).size))`, 1, 1},
		{smallest, demo, "/years/2026", "the tabs stand on as many lines", `new Set([...document.querySelectorAll(".tabs a")].map((e) => e.offsetTop)).size`, 1, 1},
		{smallest, demo, "/settings?open=rules", "fields of the rules at once", shownFields("rules"), 1, 5},
		{smallest, demo, "/settings?open=targets", "fields of a week at once", shownFields("targets"), 1, 4},
		{[]screen{desk}, demo, "/today", "icons where there are words", `[...document.querySelectorAll(".bar nav .icon")].filter((e) => e.checkVisibility()).length`, 0, 0},
		{side, demo, "/entries/1/edit", "on its side, the first slot ends above", `document.querySelector(".row input:not([type=hidden])").getBoundingClientRect().bottom`, 0, 300},
		{phones, demo, month, "texts of a month that are cut off", `[...document.querySelectorAll(".week h2, .week .week-total, .cell time, .cell .slots > span:not(.heard)")].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).display !== "inline").length`, 0, 0},
		{phones, demo, month, "days that touch their mark", `[...document.querySelectorAll(".cell")].filter((cell) => cell.querySelector(".type") && cell.querySelector("time .narrow").getBoundingClientRect().right + 2 > cell.querySelector(".type").getBoundingClientRect().left).length`, 0, 0},
		{everywhere, demo, "/settings?open=targets", "days of a week, day by day, side by side", `(() => { document.querySelector("[open] .settings-form [value=days]").click(); return new Set([...document.querySelectorAll("[open] .settings-form [data-way=days] input")].filter((e) => e.checkVisibility()).map((e) => e.offsetLeft)).size })()`, 3, 7},
		{[]screen{phone}, year, "/years/2026/hours", "the smallest text in a picture", `Math.min(...[...document.querySelectorAll(".picture text")].filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getCTM().a))`, 12, 99},
		{everywhere, slots, apptest.EditDay, "buttons that save in reach", `(({ x, y, bottom }) => scrollY === 0 && bottom <= innerHeight && document.elementFromPoint(x + 9, y + 9)?.type === "submit" ? 1 : 0)(document.querySelector(".actions button").getBoundingClientRect())`, 1, 1},
		{everywhere, slots, apptest.EditDay, "the highest slot, without its origin", `Math.max(...[...document.querySelectorAll(".row")].map((row) => row.getBoundingClientRect().height - (row.querySelector(".origin")?.getBoundingClientRect().height ?? 0)))`, 0, 70},
		{everywhere, slots, apptest.EditDay, "buttons of slots that are smaller than a finger", `[...document.querySelectorAll(".row button")].filter((button) => button.checkVisibility()).filter((button) => {
			const { left, right, top, width, height } = button.getBoundingClientRect();
			return width < 44 || height < 44 || ![left + 1, right - 1].every((x) => button.contains(document.elementFromPoint(x, top + height / 2)));
		}).length`, 0, 0},
		{everywhere, slots, apptest.EditDay, "the strip", `document.querySelector("[data-strip]").getBoundingClientRect().height`, 40, 40},
		{wide, demo, full, "what is shown reaches across", acrossPage + "[0]", 0.6, 1},
		{wide, demo, full, "the widest empty strip", acrossPage + "[1]", 0, 0.4},
		{wide, doubts, "/review", "what is shown reaches across", acrossPage + "[0]", 0.6, 1},
		{wide, doubts, "/review", "the widest empty strip", acrossPage + "[1]", 0, 0.4},
		{[]screen{desk, phone, small}, demo, "/months/2026-11/sheet?annex=1", "the lines of an instant of the annex", annexLines, 1, 1},
		{phones, demo, "/months/2026-10", "the round button is as wide as a finger", `document.querySelector(".add").getBoundingClientRect().width`, 44, 99},
		{phones, demo, "/months/2026-10", "figures that it lies over, wherever one has scrolled", behindThePlus, 0, 0},
		{phones, usual, "/months/2026-10", "another month is scrolled by", "scrollY", 0, 0},
		{[]screen{phone}, usual, "/", "two empty days stand on one line", top("2026-11-22") + " - " + top("2026-11-21"), 0, 0},
		{[]screen{phone}, usual, "/", "which is as high as a finger needs", `document.getElementById("2026-11-21").offsetHeight`, 44, 99},
		{low, hours, "/", "today is in view", seen(`[aria-current="date"]`), 1, 1},
		{low, hours, "/", "the bar is a line", `document.querySelector("body > .bar").offsetHeight`, 0, 49},
		{low, hours, "/", "for which the names of the hours are too long", seen(".bar .standing > :first-child"), 0, 0},
		{low, hours, "/", "wider than the screen", `document.documentElement.scrollWidth - innerWidth`, 0, 0},
		{everywhere, nights, "/counters /months/2026-11 /years/2026/leave", "words of a counter that are cut in two", cutWords, 0, 0},
		{everywhere, nights, "/plan?cycle=new /plan?date=2026-11-16 /years/2026/leave", "headings that are larger than the title", `[...document.querySelectorAll("main h2")].filter((e) => parseFloat(getComputedStyle(e).fontSize) > parseFloat(getComputedStyle(document.querySelector("h1")).fontSize)).length`, 0, 0},
		{everywhere, nights, "/years/2026/planned /counters", "wider than the screen", `document.documentElement.scrollWidth - innerWidth`, -20, 0},
		{phones, nights, "/years/2026/planned", "figures beside what is beyond, or above it", `[...document.querySelectorAll(".hours-table th + td:not(:empty) + td")].filter((e) => e.getBoundingClientRect().top < e.previousElementSibling.getBoundingClientRect().bottom).length`, 0, 0},
		{phones, nights, "/years/2026/hours /counters /today", "as high as a finger needs, what is without some", reach(".without a"), 43, 61},
		{phones, nights, "/counters", "as high as a finger needs, how it is counted", reach(".how > summary"), 43, 61},
		{phones, nights, "/years/2026/hours", "as high as a finger needs, a total", reach(".hour-totals dd a"), 43, 61},
		{lowScreens, long, "/entries/range " + apptest.EditDay, "wider than the screen with a long word typed", longWord, 0, 0},
		{lowScreens, four, apptest.EditDay + " /entries/new?date=2026-11-23", "what has the focus is seen", focus, 1, 1},
		{lowScreens, locked, "/login", "what has the focus is seen", focus, 1, 1},
	} {
		b.turnTo(row.of)
		for _, s := range row.on {
			b.show(s)
			for path := range strings.FieldsSeq(row.paths) {
				b.want(b.open(path), 200)
				if got := run(b, chromedp.Evaluate[float64](row.measure)); got < row.least || got > row.most {
					t.Errorf("%s at %d px, %s: got %v, want %v to %v", path, s.width, row.what, got, row.least, row.most)
				}
			}
		}
	}
}

// nightsBeyond has nights that are longer than planned at one end and at both, a very short presence, and a counter
// whose figure is as long as its name.
func nightsBeyond(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.WithConfig(t, `[presence_integration]
timezone = "Europe/Paris"
[counters.recup]
label = "Récupération d’heures"
unit = "heures"
adjustments = [{ date = "2026-05-01", hours = "123h30", note = "nuits" }]
`), apptest.NoLimit)
	for date, slot := range map[string]string{"2026-11-09": "19:33-07:15", "2026-11-16": "19:33-07:27"} {
		p.Submit("/plan", url.Values{"date": {date}, "shift_start": {"19:45"}, "shift_end": {"07:15"}, "shift_type": {"GARDE"}}).Want(t, 303)
		p.ByHand(date, "GARDE", slot)
	}
	p.Day("2026-11-18T03:00:10+01:00", "2026-11-18T03:00:50+01:00", "short")
	return p
}

// cutWords counts the words of the names of counters that stand on two lines.
const cutWords = `[...document.querySelectorAll(".counter-lines .what")].flatMap(({ firstChild: text }) => [...text.data.matchAll(/\p{L}+/gu)].filter((word) => {
	const range = document.createRange();
	range.setStart(text, word.index);
	range.setEnd(text, word.index + word[0].length);
	return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
})).length`

// reach is on how many pixels, one above the other, an element is pressed.
func reach(css string) string {
	return `((e) => {
		e.scrollIntoView({ block: "center", behavior: "instant" });
		const { left, top, height } = e.getBoundingClientRect(), middle = Math.round(top + height / 2);
		return Array.from({ length: 61 }, (_, i) => middle - 30 + i).filter((y) => e.contains(document.elementFromPoint(left + 9, y))).length;
	})(document.querySelector("` + css + `"))`
}

// acrossPage is how far what is shown reaches across, and the widest strip without anything, of the
// width of the page.
const acrossPage = `(() => {
	document.querySelectorAll("main details").forEach((d) => { d.open = true; });
	const used = new Array(innerWidth).fill(false), range = document.createRange();
	const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	const mark = ({ left, right, height }) => height > 2 && used.fill(true, Math.max(0, left | 0), Math.min(innerWidth, right | 0));
	while (texts.nextNode()) {
		if (!texts.currentNode.data.trim() || texts.currentNode.parentElement.closest(".heard")) continue;
		range.selectNodeContents(texts.currentNode);
		[...range.getClientRects()].forEach(mark);
	}
	document.querySelectorAll("main :is(svg, input:not([type=hidden]), select, textarea, button, .small-month a)").forEach((e) => e.checkVisibility() && mark(e.getBoundingClientRect()));
	let strip = 0, widest = 0;
	for (const taken of used) widest = Math.max(widest, (strip = taken ? 0 : strip + 1));
	return [(used.lastIndexOf(true) - used.indexOf(true)) / innerWidth, widest / innerWidth];
})()`

// seen counts an element that is in view, whole.
func seen(css string) string { return "Number((" + inView + ")(`" + css + "`))" }

func top(id string) string {
	return `document.getElementById("` + id + `").getBoundingClientRect().top`
}

const height = "document.scrollingElement.scrollHeight"

// shownFields counts the fields of a part of the settings, apart from those of a choice.
func shownFields(part string) string {
	return `[...document.querySelectorAll("#` + part + ` :is(input, select):not([type=radio], [type=hidden])")].filter((e) => e.checkVisibility({ checkVisibilityCSS: true })).length`
}

const opened = `document.querySelectorAll("main details").forEach((d) => { d.open = true; }); const lines = [...document.querySelectorAll(".line")]; `

// columns is by how much the columns of the bar differ.
const columns = `(() => {
	const widths = [...document.querySelectorAll(".bar nav > :not(.name)")].map((e) => e.getBoundingClientRect().width);
	return Math.max(...widths) - Math.min(...widths);
})()`

// doubtsOfEachKind has very short presences, slots that are cut up or very long, and missing days.
func doubtsOfEachKind(t *testing.T) *apptest.Program {
	p := bounces(t)
	p.Day("2026-11-10T08:00:00+01:00", "2026-11-10T10:12:00+01:00", "a")
	p.Day("2026-11-10T10:15:20+01:00", "2026-11-10T12:00:00+01:00", "b")
	p.Day("2026-11-12T08:00:00+01:00", "2026-11-13T12:00:00+01:00", "c")
	return p
}

// behindThePlus counts the texts of figures that lie, in part, beside or under the round button of
// the month and are seen there, at each place to which one can scroll.
const behindThePlus = `(() => {
	const found = new Set(), range = document.createRange();
	for (let top = 0; top < document.scrollingElement.scrollHeight; top += 37) {
		scrollTo({ top, behavior: "instant" });
		const round = document.querySelector(".add").getBoundingClientRect();
		const texts = document.createTreeWalker(document.querySelector(".beside"), NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			const text = texts.currentNode;
			if (!text.data.trim() || text.parentElement.closest(".heard")) continue;
			range.selectNodeContents(text);
			for (const box of range.getClientRects()) {
				if (box.bottom <= round.top || box.top >= round.bottom || !box.width) continue;
				const y = (Math.max(box.top, round.top) + Math.min(box.bottom, round.bottom)) / 2;
				const seen = [box.left + 1, box.right - 1].some((x) => document.elementsFromPoint(x, y)[0] === text.parentElement);
				if (seen && box.right > round.left - 4) found.add(text);
			}
		}
	}
	return found.size;
})()`

// annexLines is on how many lines an instant of the annex stands, at most.
const annexLines = `Math.max(...[...document.querySelectorAll(".behind td:is(.received, .sent)")].map((cell) => {
	const range = document.createRange();
	range.selectNodeContents(cell);
	return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size;
}))`

// longWord types a long word and is by how much the page is then wider than the screen.
const longWord = `(() => {
	const note = document.querySelector("[name=note]");
	note.value = "anticonstitutionnellement".repeat(4);
	note.dispatchEvent(new Event("input", { bubbles: true }));
	const { scrollWidth, clientWidth } = document.documentElement;
	return scrollWidth - clientWidth;
})()`

// lowScreens are a phone with its keyboard open, one on its side, a small one whose bars stay, and a
// desk, the last two of which are for CI.
var lowScreens = func() []screen {
	var screens []screen
	for _, size := range [][2]int64{{360, 400}, {740, 360}, {360, 640}, {1280, 800}} {
		screens = append(screens, screen{width: size[0], height: size[1], script: true})
	}
	if !apptest.CI {
		return screens[:2]
	}
	return screens
}()

// outOfReach lists what cannot be pressed in the forms of a page: buttons that were scrolled into
// view, while nothing and while the first field of their form has the focus, and fields that have it.
const outOfReach = `(() => {
	const found = new Map(), middle = ` + middle + `;
	const want = (element, when) => {
		const { seen, x, y } = middle(element);
		if (seen || document.elementFromPoint(x, y)?.closest(".done")) return; // which says what was done until the next page
		const name = (element.textContent.trim() || element.name) + " of " + element.form.getAttribute("action");
		if (!found.has(name)) found.set(name, when + " is behind " + (document.elementFromPoint(x, y)?.outerHTML.slice(0, 60) ?? "the edge of the screen"));
	};
	const wide = (when) => {
		const { scrollWidth } = document.documentElement;
		if (scrollWidth > innerWidth) found.set("the page", when + " is " + scrollWidth + " px wide");
	};
	const unfolded = document.querySelectorAll(".bar details"); // which lies over the page
	for (const folded of unfolded) folded.open = false;
	for (const form of document.forms) {
		for (let folded = form.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
		for (const folded of form.querySelectorAll("details")) folded.open = true;
		const elements = [...form.elements].filter((e) => e.checkVisibility() && !e.matches(".heard, fieldset, output"));
		const press = (when) => {
			for (const button of elements.filter((e) => e.matches("button"))) {
				for (const block of ["nearest", "start"]) {
					button.scrollIntoView({ block, behavior: "instant" });
					want(button, when);
				}
			}
			wide(when);
		};
		document.activeElement.blur();
		press("");
		const fields = elements.filter((e) => e.matches("textarea, select, [type=text], [type=date], [type=password]"));
		for (const field of fields) {
			scrollTo({ top: 0, behavior: "instant" });
			field.focus();
			want(field, " in focus");
			if (field === fields[0]) press(" while in " + field.name);
		}
		for (const folded of unfolded) folded.open = false;
	}
	document.activeElement.blur();
	return [...found].map((said) => said.join(""));
})()`

// wantReach looks for what is [outOfReach] on low screens: on the first two, and by turns on the others.
func (b *tab) wantReach(page string) {
	b.t.Helper()
	for i, s := range lowScreens {
		if i >= 2 && b.seen%2 != i%2 {
			continue
		}
		b.turn(s)
		for _, found := range run(b, chromedp.Evaluate[[]string](outOfReach)) {
			b.t.Errorf("%s at %d × %d: %s", page, s.width, s.height, found)
		}
	}
}

// turn shows the page that is open on another screen.
func (b *tab) turn(s screen) {
	b.t.Helper()
	b.show(s)
	b.until(fmt.Sprintf("innerHeight === %d && matchMedia('(width: %dpx)').matches", s.height, s.width))
}
