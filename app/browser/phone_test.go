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
