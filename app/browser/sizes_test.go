package browser_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
)

func TestInABrowserThePagesKeepTheirSizes(t *testing.T) {
	t.Parallel()
	demo, doubts, year := demonstration(t), doubtsOfEachKind(t), apptest.YearOfHours(t, apptest.HoursConfig)
	slots := apptest.Start(t, apptest.NoLimit)
	slots.Submit(apptest.NewDay, url.Values{"day_type": {"GARDE"}, "slot_start": {"8", "10", "20:30"}, "slot_end": {"9", "12:30", "8"}}).Want(t, 303)
	smallest, side := []screen{small}, []screen{{width: 740, height: 360, script: true}}
	everywhere := []screen{desk, phone, {width: 320, height: 640, script: true}}
	const month = "/months/2026-11 /months/2026-10 /months/2026-09"
	b := browse(t, demo, desk)
	for _, row := range []struct {
		on          []screen
		of          *apptest.Program
		paths       string
		what        string
		measure     string // in pixels, or a number of things
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
		{[]screen{phone}, year, "/years/2026/hours", "the smallest text in a picture", `Math.min(...[...document.querySelectorAll(".picture text")].filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getCTM().a))`, 12, 99},
		{everywhere, slots, apptest.EditDay, "buttons that save in reach", `(({ x, y, bottom }) => scrollY === 0 && bottom <= innerHeight && document.elementFromPoint(x + 9, y + 9)?.type === "submit" ? 1 : 0)(document.querySelector(".actions button").getBoundingClientRect())`, 1, 1},
		{everywhere, slots, apptest.EditDay, "the highest slot, without its origin", `Math.max(...[...document.querySelectorAll(".row")].map((row) => row.getBoundingClientRect().height - (row.querySelector(".origin")?.getBoundingClientRect().height ?? 0)))`, 0, 70},
		{everywhere, slots, apptest.EditDay, "buttons of slots that are smaller than a finger", `[...document.querySelectorAll(".row button")].filter((button) => button.checkVisibility()).filter((button) => {
			const { left, right, top, width, height } = button.getBoundingClientRect();
			return width < 44 || height < 44 || ![left + 1, right - 1].every((x) => button.contains(document.elementFromPoint(x, top + height / 2)));
		}).length`, 0, 0},
		{everywhere, slots, apptest.EditDay, "the strip", `document.querySelector("[data-strip]").getBoundingClientRect().height`, 40, 40},
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

func TestInABrowserWhatIsShownUsesTheWidthOfADesk(t *testing.T) {
	t.Parallel()
	demo, doubts := demonstration(t), doubtsOfEachKind(t)
	b := browse(t, demo, desk)
	for _, width := range []int64{1280, 1920} {
		b.show(screen{width: width, height: 900, script: true})
		for path, of := range map[string]*apptest.Program{"/today": demo, "/months/2026-11": demo, "/years/2026": demo, "/years/2026/hours": demo, "/years/2026/costs": demo,
			"/counters": demo, "/review": doubts, "/settings?open=rules": demo, "/entries/1/edit": demo} {
			b.turnTo(of)
			b.want(b.open(path), 200)
			if got := run(b, chromedp.Evaluate[[]float64](acrossPage)); got[0] < 0.6 || got[1] > 0.4 {
				t.Errorf("%s at %d px: reaches %.2f of the width, with %.2f empty", path, width, got[0], got[1])
			}
		}
	}
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

// height is that of the page.
const height = "document.scrollingElement.scrollHeight"

// shownFields counts the fields of a part of the settings, apart from those of a choice.
func shownFields(part string) string {
	return `[...document.querySelectorAll("#` + part + ` :is(input, select):not([type=radio], [type=hidden])")].filter((e) => e.checkVisibility({ checkVisibilityCSS: true })).length`
}

// opened unfolds the days in doubt.
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
