package browser_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
)

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

func TestInABrowserNothingGrowsWiderWhileOneTypes(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	p.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"WORK"}}).Want(t, 303)
	b := browse(t, p, desk)
	word := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.InsertText, input.InsertTextParams{Text: strings.Repeat("anticonstitutionnellement", 4)})
		return err
	})
	for _, path := range []string{"/entries/range", apptest.EditDay} {
		b.open(path)
		for _, s := range lowScreens {
			b.turn(s)
			b.do(chromedp.Focus(chromedp.CSS(`[name="note"]`)), word)
			if wide := run(b, chromedp.Evaluate[int]("document.documentElement.scrollWidth")); wide > int(s.width) {
				t.Errorf("%s at %d × %d: as wide as %d", path, s.width, s.height, wide)
			}
		}
		b.dropTyped()
	}
}

func TestInABrowserWhatHasTheFocusOnceAPageIsOpenIsSeen(t *testing.T) {
	t.Parallel()
	four, locked := fourSlots(t), apptest.Start(t, apptest.WithPassword)
	b := browse(t, four, desk)
	for _, s := range lowScreens {
		b.show(s)
		for path, p := range map[string]*apptest.Program{apptest.EditDay: four, "/entries/new?date=2026-11-23": four, "/login": locked} {
			b.turnTo(p)
			b.open(path)
			if !run(b, chromedp.Evaluate[bool](`document.activeElement === document.body || `+middle+`(document.activeElement).seen`)) {
				t.Errorf("%s at %d × %d: the focus is out of view", path, s.width, s.height)
			}
		}
	}
}
