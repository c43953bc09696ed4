package browser_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestInABrowserADayFollowsWhatIsTyped(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	b := browse(t, p, desk)

	// arrow keys lead from day to day until something is typed
	b.want(b.open("/entries/new?date=2026-11-12"), 200)
	b.want(b.leads(chromedp.KeyEvent(kb.ArrowRight)), 200)
	b.wantAt("/entries/new?date=2026-11-13")

	// a night is drawn, and its journey is that of its type
	b.do(chromedp.KeyEvent("20"))
	b.click(`[name="slot_end"]`)
	b.do(chromedp.KeyEvent("8"))
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`[...document.querySelectorAll("[data-bars] rect")].map((r) => r.getAttribute("width")).join()`)), "25%")
	b.do(chromedp.SetValue(chromedp.CSS(`[name="half_day"]`), "RTT"))
	b.click(`label[data-type="CONGE"]`)
	if usable := run(b, chromedp.Evaluate[bool](`document.querySelector("[name=half_day]").checkVisibility()`)); usable {
		t.Error("half a day of absence is offered beside leave")
	}
	b.wantValue(`[name="journey_profile_id"]`, "")
	b.click(`label[data-type="GARDE"]`)
	b.want(b.follow(".actions button"), 200)
	p.WantStored("SELECT day_type, journey_profile_id FROM work_entries WHERE date = '2026-11-13'", "GARDE | bureau")
	b.click(`label[data-type="TT"]`)
	b.do(chromedp.SetValue(chromedp.CSS(`[name="half_day"]`), "RTT"))
	b.want(b.follow(".actions button"), 200)
	p.WantStored("SELECT day_type, half_day FROM work_entries WHERE date = '2026-11-13'", "TT | RTT")
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`document.activeElement.className`)), "flash")
}

func TestInABrowserADayFitsTheScreen(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	p.Submit(apptest.NewDay, url.Values{"day_type": {"GARDE"}, "slot_start": {"8", "10", "20:30"}, "slot_end": {"9", "12:30", "8"}}).Want(t, 303)
	b := browse(t, p, desk)
	for _, s := range []screen{desk, phone, {width: 320, height: 640, script: true}} {
		b.show(s)
		b.want(b.open(apptest.EditDay), 200)
		if got := run(b, chromedp.Evaluate[bool](`(() => {
			const seen = document.querySelector(".actions button").getBoundingClientRect();
			return scrollY === 0 && seen.bottom <= innerHeight && document.elementFromPoint(seen.x + 9, seen.y + 9)?.type === "submit";
		})()`)); !got {
			t.Errorf("%d px: the button that saves is out of reach", s.width)
		}
		if got := run(b, chromedp.Evaluate[bool](`[...document.querySelectorAll(".row")].every((row) =>
			row.getBoundingClientRect().height - (row.querySelector(".origin")?.getBoundingClientRect().height ?? 0) < 70)`)); !got {
			t.Errorf("%d px: a slot takes more than a line", s.width)
		}
		if got := run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".row button")].filter((button) => button.checkVisibility()).flatMap((button) => {
			const { left, right, top, width, height } = button.getBoundingClientRect();
			const hit = [left + 1, right - 1].every((x) => button.contains(document.elementFromPoint(x, top + height / 2)));
			return width >= 44 && height >= 44 && hit ? [] : [button.ariaLabel + " " + width + " " + hit];
		}).join()`)); got != "" {
			t.Errorf("%d px: smaller than a finger: %s", s.width, got)
		}
		if got := run(b, chromedp.Evaluate[float64](`document.querySelector("[data-strip]").getBoundingClientRect().height`)); got != 40 {
			t.Errorf("%d px: got a strip %v px high", s.width, got)
		}
		b.picture(fmt.Sprint("slots-", s.width))
	}
}
