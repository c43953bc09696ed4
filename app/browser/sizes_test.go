package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

func TestInABrowserThePagesKeepTheirSizes(t *testing.T) {
	t.Parallel()
	b := browse(t, demonstration(t), desk)
	for _, row := range []struct {
		on          screen
		path        string
		what        string
		measure     string // in pixels, or a number of things
		least, most float64
	}{
		{small, "/today", "the bar is as high as a thumb", `document.querySelector(".bar nav").offsetHeight`, 56, 56},
		{small, "/today", "its five columns differ in width by", columns, 0, 1},
		{small, "/today", "words that are cut off or run into the next", `[...document.querySelectorAll(".bar nav > a:not(.name), .more > summary")].filter((e) => e.scrollWidth > e.clientWidth).length`, 0, 0},
		{small, "/years/2026", "a year is at most four screens", height, 0, 4 * 740},
		{small, "/years/2026", "the months stand in two columns", `document.querySelectorAll(".year > li")[1].offsetTop - document.querySelector(".year > li").offsetTop`, 0, 0},
		{small, "/years/2026", "a square of a day is as wide as a finger needs", `document.querySelector(".small-month a").offsetWidth`, 24, 24},
		{desk, "/today", "icons where there are words", `[...document.querySelectorAll(".bar nav .icon")].filter((e) => e.checkVisibility()).length`, 0, 0},
	} {
		b.show(row.on)
		b.want(b.open(row.path), 200)
		if got := run(b, chromedp.Evaluate[float64](row.measure)); got < row.least || got > row.most {
			t.Errorf("%s at %d px, %s: got %v, want %v to %v", row.path, row.on.width, row.what, got, row.least, row.most)
		}
	}
}

// height is that of the page.
const height = "document.scrollingElement.scrollHeight"

// columns is by how much the columns of the bar differ.
const columns = `(() => {
	const widths = [...document.querySelectorAll(".bar nav > :not(.name)")].map((e) => e.getBoundingClientRect().width);
	return Math.max(...widths) - Math.min(...widths);
})()`
