package browser_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
	"worklog/models/modelstest"
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
	lines := apptest.Start(t, apptest.WithCosts(t, ""), apptest.NoLimit)
	for day := 1; day <= 12; day++ { // more than are open from the start
		lines.EnterDay(fmt.Sprintf("2025-06-%02d", day), "WORK", "bureau", "", false)
	}
	slots := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	for day := 1; day <= 31; day++ { // in six weeks
		slots.ByHand(fmt.Sprintf("2026-08-%02d", day), "WORK", "08:00-09:30", "10:00-11:30", "12:00-13:30", "14:00-15:30", "16:00-17:30", "18:00-19:30")
	}
	demo, overtime, nights := demonstration(t), apptest.AutumnOfOvertime(t, "profile = \"prive\"\n"), ofNights(t)
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
		{nights, "/months/2026-11/sheet", 1, "mar. 17 Télétravail 08:30–12:30 · 13:30–17:30 8 h 00", beyondDocument, ""},
		{nights, "/months/2026-10/sheet", 1, "sam. 24 Garde 20:00 (UTC+2)–08:00 (+1 j, UTC+1) 13 h 00", beyondDocument, ""},
		{nights, "/months/2026-08/sheet", 1, "sam. 15 Assomption", beyondDocument, ""},
		{nights, "/months/2027-05/sheet", 1, "lun. 31", beyondDocument, ""},
		{nights, "/months/2026-09/sheet", 2, "mer. 30 Travail 08:00–12:30 · 13:30–17:30 8 h 30", beyondDocument, ""},
		{demo, "/months/2026-11/sheet?annex=1", 3, "lun. 2 novembre 08:16:04 Arrivée 2026-11-02T08:16:02+01:00 créneau 08:16–12:02", beyondDocument, ""},
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
	b.turnTo(costsOfMay(t))
	b.open("/years/2026/costs")
	b.wantRun(annexRows, "0") // on the screen
}

// readInDocument is what can be read of the document: as the style shows it.
const readInDocument = `document.querySelector(".document").innerText.replace(/\s+/g, " ")`

// beyondDocument is what can be seen of the page beside the document.
const beyondDocument = `[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest(".document") && !e.querySelector(".document")).map((e) => e.outerHTML).join()`

// ofNights is an ordinary November, an October of nights on duty, that of the 25th among
// them, a September with a long note on each day, and an August in six weeks with some.
func ofNights(t *testing.T) *apptest.Program {
	t.Helper()
	p := apptest.Start(t, apptest.WithSheet(t, ""), apptest.NoLimit)
	p.LifelikeMonth()
	p.Leave("2026-11-20T17:00:00+01:00", "left").Want(t, 200)
	for _, day := range []int{3, 6, 9, 12, 15, 18, 21, 24, 27, 31} {
		p.Submit(fmt.Sprintf("/entries/new?date=2026-10-%02d", day), url.Values{"day_type": {"GARDE"}, "slot_start": {"20:00"}, "slot_end": {"08:00"}, "slot_end_day": {"1"}}).Want(t, 303)
	}
	note := func(date, text string) {
		p.Submit("/entries/new?date="+date, url.Values{"day_type": {"WORK"}, "slot_start": {"8:00", "13:30"}, "slot_end": {"12:30", "17:30"}, "note": {text}}).Want(t, 303)
	}
	for day := 1; day <= 30; day++ {
		note(fmt.Sprintf("2026-09-%02d", day), strings.Repeat("m", 2000))
	}
	for _, date := range []string{"2026-08-03", "2026-08-04", "2026-08-05", "2026-08-06", "2026-08-07"} {
		note(date, strings.Repeat("Remplacement à l’accueil. ", 80))
	}
	return p
}

func TestInABrowserPrintingASheetKeepsItsDigest(t *testing.T) {
	p := apptest.October(t, "")
	b := browse(t, p, phone)
	b.open(apptest.SheetOctober)
	b.do(chromedp.Evaluate[chromedp.Void](`print = () => (document.title = "printed")`))
	b.click("[data-print]")
	b.until(`document.title === "printed" && document.querySelector(".keep").textContent === "Empreinte gardée."`)
	p.WantStored("SELECT count(*) FROM kept_sheets", "1")
}

func TestInABrowserASheetIsPrintedAsItIsSeen(t *testing.T) {
	b := browse(t, ofNights(t), desk)
	var papers []string
	for _, scheme := range []string{"light", "dark"} {
		dark := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme}
		b.open("/months/2026-11/sheet")
		b.emulate("screen", dark)
		seen := run(b, chromedp.Evaluate[string](readInDocument))
		modelstest.Want(t, run(b, chromedp.Evaluate[string](`((s) => s.color + " on " + s.backgroundColor)(getComputedStyle(document.querySelector(".document")))`)), "rgb(0, 0, 0) on rgb(255, 255, 255)", "the document of the:", scheme)
		b.emulate("print", dark)
		if printed := run(b, chromedp.Evaluate[string](readInDocument)); printed != seen || !strings.Contains(seen, "SHA-256") {
			t.Errorf("on paper from the %s scheme: got %s, on the screen %s", scheme, printed, seen)
		}
		modelstest.Want(t, run(b, chromedp.Evaluate[string](beyondDocument)), "", "on paper from the:", scheme)
		papers = append(papers, string(run(b, chromedp.CaptureScreenshot())))
	}
	modelstest.Want(t, papers[0] == papers[1], true, "the paper of the dark scheme is that of the light one:")
}

func TestInABrowserASheetIsSharedAsAFileOfItsOwn(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.ByHand("2026-11-13", "WORK", "08:00-17:00")
	b := browseTo(t, p, phone, "/months/2026-11/sheet")
	// what a phone has, and Chromium without a screen has not
	b.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const button = document.querySelector("[data-share]");
		button.hidden = false;
		navigator.share = async ({ files }) => { window.shared = files; };
		button.click();
	})()`))
	name := run(b, chromedp.Evaluate[string](`shared[0].name + " " + shared[0].type`))
	modelstest.Want(t, name, "releve-2026-11.html text/html")
	page := run(b, chromedp.Evaluate[string](`shared[0].text()`, chromedp.EvalAwaitPromise))
	modelstest.WantIn(t, page, "<!doctype html><html lang=\"fr\">", `charset="utf-8"`, "Relevé d’heures", "08:00–17:00", "SHA-256", ".document")
	apptest.Answer{Body: page}.WantNone(t, "href=", "<script", "<form", "J’arrive")
}

// pdfPages returns the text of each page of a PDF. The test is skipped without pdftotext
// (poppler-utils); in CI that is a failure.
func pdfPages(t *testing.T, pdf []byte) []string {
	t.Helper()
	path, err := exec.LookPath("pdftotext")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("pdftotext is not installed")
	}
	if err != nil {
		t.Skip("pdftotext is not installed: the text of the printed sheet is not looked at")
	}
	command := exec.CommandContext(t.Context(), path, "-layout", "-", "-")
	command.Stdin = bytes.NewReader(pdf)
	text := modelstest.Got(command.Output())(t)
	return strings.Split(strings.TrimSuffix(string(text), "\f"), "\f")
}
