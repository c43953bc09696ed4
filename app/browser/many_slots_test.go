package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
)

func TestInABrowserTheTotalAndTheStripTakeInTheSlotsWithoutARow(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-11-20T00:00:00+01:00", "2026-11-20T00:01:00+01:00", "k")
	if _, err := p.DB.Exec(`INSERT INTO time_slots (work_entry_id, start_at, end_at)
		WITH RECURSIVE n(minute) AS (SELECT 2 UNION ALL SELECT minute + 2 FROM n WHERE minute < 1198)
		SELECT 1, strftime('%FT%T.000000000Z', '2026-11-19T23:00:00', minute || ' minutes'), strftime('%FT%T.000000000Z', '2026-11-19T23:01:00', minute || ' minutes') FROM n`); err != nil {
		t.Fatal(err)
	}
	b := browse(t, p, desk)
	b.want(b.open(apptest.EditDay), 200)
	bars := func() string {
		return run(b, chromedp.Evaluate[string](`(() => {
			const bars = [...document.querySelectorAll("[data-bars] rect")];
			return bars.length + ", the last at " + Math.max(...bars.map((bar) => parseFloat(bar.getAttribute("x")))).toFixed(1);
		})()`))
	}
	const drawn = "600, the last at 83.2" // at 19:58
	if got, want := b.text("[data-total]")+"; "+bars(), "10\u00a0h\u00a000; "+drawn; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// over slots with a row, then over some without one: their minutes count once
	for end, total := range map[string]string{"1:00": "10\u00a0h\u00a030", "17:00": "18\u00a0h\u00a030"} {
		b.set(`[name="slot_end"]`, end)
		if got, want := b.text("[data-total]")+"; "+bars(), total+"; "+drawn; got != want {
			t.Errorf("%s: got %s, want %s", end, got, want)
		}
	}
}
