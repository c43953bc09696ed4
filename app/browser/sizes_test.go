package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
)

func TestInABrowserThePagesKeepTheirSizes(t *testing.T) {
	t.Parallel()
	demo, doubts := demonstration(t), doubtsOfEachKind(t)
	b := browse(t, demo, desk)
	for _, row := range []struct {
		on          screen
		of          *apptest.Program
		path        string
		what        string
		measure     string // in pixels, or a number of things
		least, most float64
	}{
		{small, demo, "/today", "the bar is as high as a thumb", `document.querySelector(".bar nav").offsetHeight`, 56, 56},
		{small, demo, "/today", "its five columns differ in width by", columns, 0, 1},
		{small, demo, "/today", "words that are cut off or run into the next", `[...document.querySelectorAll(".bar nav > a:not(.name), .more > summary")].filter((e) => e.scrollWidth > e.clientWidth).length`, 0, 0},
		{small, demo, "/years/2026", "a year is at most four screens", height, 0, 4 * 740},
		{small, demo, "/years/2026", "the months stand in two columns", `document.querySelectorAll(".year > li")[1].offsetTop - document.querySelector(".year > li").offsetTop`, 0, 0},
		{small, demo, "/years/2026", "a square of a day is as wide as a finger needs", `document.querySelector(".small-month a").offsetWidth`, 24, 24},
		{small, doubts, "/review", "groups that are unfolded", `document.querySelectorAll("main details[open]").length`, 0, 0},
		{small, doubts, "/review", "a day in doubt is as high as", opened + `Math.max(...lines.map((line) => line.offsetHeight))`, 0, 130},
		{small, doubts, "/review", "its remedies stand on as many rows", opened + `Math.max(...lines.map((line) => new Set([...line.querySelectorAll("button, input[type=text], select")].map((e) => e.offsetTop)).size))`, 1, 1},
		{small, demo, "/years/2026", "the tabs stand on as many lines", `new Set([...document.querySelectorAll(".tabs a")].map((e) => e.offsetTop)).size`, 1, 1},
		{small, demo, "/settings?open=rules", "fields of the rules at once", shownFields("rules"), 1, 5},
		{small, demo, "/settings?open=targets", "fields of a week at once", shownFields("targets"), 1, 4},
		{desk, demo, "/today", "icons where there are words", `[...document.querySelectorAll(".bar nav .icon")].filter((e) => e.checkVisibility()).length`, 0, 0},
		{screen{width: 740, height: 360, script: true}, demo, "/entries/1/edit", "on its side, the first slot ends above", `document.querySelector(".row input:not([type=hidden])").getBoundingClientRect().bottom`, 0, 300},
	} {
		b.turnTo(row.of)
		b.show(row.on)
		b.want(b.open(row.path), 200)
		if got := run(b, chromedp.Evaluate[float64](row.measure)); got < row.least || got > row.most {
			t.Errorf("%s at %d px, %s: got %v, want %v to %v", row.path, row.on.width, row.what, got, row.least, row.most)
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
