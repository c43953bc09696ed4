package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
)

// beyondPaper is what is seen of what nobody prints.
const beyondPaper = `[...document.querySelectorAll(".bar, nav, button, form, .flash, .skip, .add, .several, .add-day, .links, .back")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML).join()`

// slotsWiderThanTheirDay, annexRows and ringOfToday are of a month, of the costs and of a year.
const (
	slotsWiderThanTheirDay = `[...document.querySelectorAll(".cell .slots > span:not(.heard)")].filter((slot) => slot.getBoundingClientRect().right > slot.closest(".cell").getBoundingClientRect().right).length`
	annexRows              = `[...document.querySelectorAll(".annex tbody tr:has(td)")].filter((row) => row.checkVisibility()).length`
	ringOfToday            = `getComputedStyle(document.querySelector('[data-day~="today"]')).borderTopColor`
)

// What is folded is unfolded on paper, and what leads elsewhere is left out.
func TestInABrowserAPageOnPaperHasAllOfItsDaysAndNoMoreSheetsThanItNeeds(t *testing.T) {
	t.Parallel()
	lines := apptest.Start(t, apptest.WithCosts(t, ""), apptest.NoLimit)
	for day := 1; day <= 12; day++ { // more than are open from the start
		lines.EnterDay(fmt.Sprintf("2025-06-%02d", day), "WORK", "bureau", "", false)
	}
	slots := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	for day := 1; day <= 31; day++ { // in six weeks
		slots.ByHand(fmt.Sprintf("2026-08-%02d", day), "WORK", "08:00-09:30", "10:00-11:30", "12:00-13:30", "14:00-15:30", "16:00-17:30", "18:00-19:30")
	}
	demo, overtime := demonstration(t), apptest.AutumnOfOvertime(t, "profile = \"prive\"\n")
	b := browse(t, demo, desk)
	for _, row := range []struct {
		program       *apptest.Program
		path          string
		sheets        int // at most
		has           string
		measure, want string // as it is on paper
	}{
		{slots, "/months/2026-08", 1, "18:00–19:30", slotsWiderThanTheirDay, "0"},
		{slots, "/years/2026", 2, "2026", ringOfToday, "rgba(0, 0, 0, 0)"},
		{apptest.YearOfHours(t, apptest.HoursConfig), "/months/2026-11/hours", 1, "novembre", "", ""},
		{demo, "/years/2025/costs", 2, "2025", "", ""},
		{demo, "/years/2026/costs", 5, "2026", "", ""},
		{lines, "/years/2025/costs", 2, "lundi 9 juin 2025", "", ""},
		{overtime, "/years/2026/rests", 3, "mer. 18 nov. 12 h 01", "", ""},
		{overtime, "/months/2026-11/pay", 2, "mer. 18", "", ""},
		{apptest.LeaveOfTwoYears(t), "/years/2026/counters", 3, "jeu. 28", "", ""},
		{costsOfMay(t), "/years/2026/costs", 3, "2026", annexRows, "5"},
	} {
		b.turnTo(row.program)
		b.want(b.open(row.path), 200)
		b.emulate("print")
		b.wantRun(beyondPaper, "")
		if row.measure != "" {
			b.wantRun(row.measure, row.want)
		}
		b.emulate("")
		sheets := pdfPages(t, run(b, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize())))
		if text := strings.Join(sheets, " "); len(sheets) > row.sheets || !strings.Contains(apptest.Spaces.ReplaceAllString(text, " "), row.has) {
			t.Errorf("%s: got %d sheets, want at most %d, with %s: %s", row.path, len(sheets), row.sheets, row.has, text)
		}
		for _, sheet := range sheets {
			if lines := len(strings.FieldsFunc(sheet, func(r rune) bool { return r == '\n' })); len(sheets) > 1 && lines < 8 {
				t.Errorf("%s: a sheet of %d lines: %s", row.path, lines, sheet)
			}
		}
	}
	b.wantRun(annexRows, "0") // on the screen
}
