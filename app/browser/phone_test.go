package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// behindThePlus are the texts of figures that lie, in part, beside or under the round button of
// the month and are seen there.
const behindThePlus = `(() => {
	const plus = document.querySelector(".add"), round = plus.getBoundingClientRect(), found = [];
	const texts = document.createTreeWalker(document.querySelector(".beside"), NodeFilter.SHOW_TEXT), range = document.createRange();
	while (texts.nextNode()) {
		const text = texts.currentNode;
		if (!text.data.trim() || text.parentElement.closest(".heard")) continue;
		range.selectNodeContents(text);
		for (const box of range.getClientRects()) {
			if (box.bottom <= round.top || box.top >= round.bottom || !box.width) continue;
			const y = (Math.max(box.top, round.top) + Math.min(box.bottom, round.bottom)) / 2;
			const seen = [box.left + 1, box.right - 1].some((x) => document.elementsFromPoint(x, y)[0] === text.parentElement);
			if (seen && box.right > round.left - 4) found.push(text.data.trim());
		}
	}
	return found.join(", ");
})()`

func TestInABrowserTheRoundPlusCoversNoFigure(t *testing.T) {
	t.Parallel()
	b := browse(t, demonstration(t), phones[0])
	for _, s := range phones {
		b.show(s)
		b.want(b.open("/months/2026-10"), 200)
		if width := run(b, chromedp.Evaluate[float64](`document.querySelector(".add").getBoundingClientRect().width`)); width < 44 {
			t.Errorf("%d px: got a button %v px wide", s.width, width)
		}
		for at, end := 0, run(b, chromedp.Evaluate[int]("document.scrollingElement.scrollHeight")); at < end; at += 37 {
			found := run(b, chromedp.Evaluate[string](fmt.Sprintf(`(scrollTo({top: %d, behavior: "instant"}), %s)`, at, behindThePlus)))
			if found != "" {
				t.Fatalf("%d px, scrolled by %d: the button lies over %s", s.width, at, found)
			}
		}
	}
}

func TestInABrowserWhatAMonthSaysOnAPhoneIsWhole(t *testing.T) {
	t.Parallel()
	b := browse(t, demonstration(t), phones[0])
	for _, s := range phones {
		b.show(s)
		for _, path := range []string{"/months/2026-11", "/months/2026-10", "/months/2026-09"} {
			b.want(b.open(path), 200)
			cut := run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".week h2, .week .week-total, .cell time, .cell .slots > span:not(.heard)")]
				.filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).display !== "inline")
				.map((e) => e.textContent.replace(/\s+/g, " ")).join()`))
			if cut != "" {
				t.Errorf("%s at %d px: cut off: %s", path, s.width, cut)
			}
			touching := run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".cell")].filter((cell) => {
				const date = cell.querySelector("time .narrow"), type = cell.querySelector(".type");
				return type && date.getBoundingClientRect().right + 2 > type.getBoundingClientRect().left;
			}).map((cell) => cell.querySelector("time .narrow").textContent).join()`))
			if touching != "" {
				t.Errorf("%s at %d px: beside their mark: %s", path, s.width, touching)
			}
		}
	}
}
