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
		{small, demo, "/settings?open=rules", "fields of the rules at once", shownFields("rules"), 1, 5},
		{small, demo, "/settings?open=targets", "fields of a week at once", shownFields("targets"), 1, 4},
		{desk, demo, "/today", "icons where there are words", `[...document.querySelectorAll(".bar nav .icon")].filter((e) => e.checkVisibility()).length`, 0, 0},
	} {
		b.turnTo(row.of)
		b.show(row.on)
		b.want(b.open(row.path), 200)
		if got := run(b, chromedp.Evaluate[float64](row.measure)); got < row.least || got > row.most {
			t.Errorf("%s at %d px, %s: got %v, want %v to %v", row.path, row.on.width, row.what, got, row.least, row.most)
		}
	}
}

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
