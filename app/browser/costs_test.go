package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
)

// costsOfMay are days of a year with costs, and some that lack something.
func costsOfMay(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.WithCosts(t, "[meals]\nper_day = 4.20\n"))
	p.Work("2026-05-04", "bureau", "clio")
	p.Work("2026-05-05", "annexe", "clio")
	p.Work("2026-05-06", "late", "mob")
	p.EnterDay("2026-05-07", "TT", "", "", false)
	p.EnterDay("2026-05-08", "RTT", "bureau", "zoe", true)
	p.EnterDay("2026-12-01", "TT", "", "", false) // planned
	return p
}

func TestInABrowserTheAnnexOfTheCostsIsOnPaperAlone(t *testing.T) {
	t.Parallel()
	b := browse(t, costsOfMay(t), desk)
	b.open("/years/2026/costs")
	b.emulate("print")
	const shown = `[...document.querySelectorAll(".annex tbody tr:has(td)")].filter((row) => row.checkVisibility()).length`
	if got := run(b, chromedp.Evaluate[int](shown)); got != 5 {
		t.Errorf("got %d days in the annex on paper, want 5", got)
	}
	if seen := run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".bar, nav, button, form, .skip")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML).join()`)); seen != "" {
		t.Errorf("on paper: %s", seen)
	}
	b.emulate("")
	if got := run(b, chromedp.Evaluate[int](shown)); got != 0 {
		t.Errorf("got %d days of the annex on the screen, want none", got)
	}
}
