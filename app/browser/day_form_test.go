package browser_test

import (
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
