package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestInABrowserThePicturesOfHoursCanBeReadAndAMonthIsPrintedOnOneSheet(t *testing.T) {
	t.Parallel()
	p := apptest.YearOfHours(t, apptest.HoursConfig)
	b := browse(t, p, phone)
	b.open("/years/2026/hours")
	const size = `[...document.querySelectorAll(".picture text")].filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getCTM().a)`
	for _, pixels := range run(b, chromedp.Evaluate[[]float64](size)) {
		if pixels < 12 {
			t.Errorf("text in a picture has %.1f px on a phone", pixels)
		}
	}
	b.open("/months/2026-11/hours")
	b.emulate("print")
	const seen = `[...document.querySelectorAll(".bar, nav, button, form, .skip, .links, .back")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML).join()`
	modelstest.Want(t, run(b, chromedp.Evaluate[string](seen)), "")
	if pages := len(pdfPage.FindAll(run(b, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize())), -1)); pages != 1 {
		t.Errorf("a month is printed on %d sheets", pages)
	}
	b.emulate("")
}
