package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
)

func TestInABrowserWhatIsFoldedHasItsDaysOnPaper(t *testing.T) {
	t.Parallel()
	costs := apptest.Start(t, apptest.WithCosts(t, ""), apptest.NoLimit)
	for day := 1; day <= 12; day++ { // more than are open from the start
		costs.EnterDay(fmt.Sprintf("2025-06-%02d", day), "WORK", "bureau", "", false)
	}
	overtime := apptest.AutumnOfOvertime(t, "profile = \"prive\"\n")
	b := browse(t, costs, desk)
	for _, page := range []struct {
		program    *apptest.Program
		path, want string
	}{
		{costs, "/years/2025/costs", "lundi 9 juin 2025"},
		{overtime, "/years/2026/rests", "mer. 18 nov. 12 h 01"},
		{overtime, "/months/2026-11/pay", "mer. 18"},
		{apptest.LeaveOfTwoYears(t), "/years/2026/counters", "jeu. 28"},
	} {
		b.turnTo(page.program)
		b.open(page.path)
		if got := pdfText(t, run(b, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))); !strings.Contains(got, page.want) {
			t.Errorf("%s: got %s, want %s in it", page.path, got, page.want)
		}
	}
}
