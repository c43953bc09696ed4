package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
	"worklog/models/modelstest"
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
	modelstest.Want(t, run(b, chromedp.Evaluate[int](shown)), 5)
	if seen := run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".bar, nav, button, form, .skip")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML).join()`)); seen != "" {
		t.Errorf("on paper: %s", seen)
	}
	b.emulate("")
	modelstest.Want(t, run(b, chromedp.Evaluate[int](shown)), 0)
}

func TestInABrowserTheCostsTakeNoMoreSheetsThanTheyNeed(t *testing.T) {
	t.Parallel()
	b := browse(t, demonstration(t), desk)
	for path, most := range map[string]int{"/years/2025/costs": 2, "/years/2026/costs": 5} {
		b.open(path)
		pages := pdfPages(t, run(b, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize())))
		if len(pages) > most {
			t.Errorf("%s: got %d pages, want at most %d", path, len(pages), most)
		}
		for _, page := range pages {
			if lines := len(strings.FieldsFunc(page, func(r rune) bool { return r == '\n' })); lines < 8 {
				t.Errorf("%s: a page of %d lines: %s", path, lines, page)
			}
		}
	}
}
