package app_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"worklog/app"
	"worklog/handlers/french"
)

// hoursConfig has all that the hours can be compared with.
const hoursConfig = `
[presence_integration]
timezone = "Europe/Paris"
[person]
name = "Zoë Élie"
[[targets]]
from = "2026-01-01"
week = "39h"
[balance]
from = "2026-01-01"
start = "-3h"
`

// withConfig sets a configuration file.
func withConfig(t testing.TB, content string) func(*app.Config) {
	config := loadConfig(t, content)
	return func(c *app.Config) { *c = config }
}

// yearOfHours is 2026 with ordinary days up to yesterday, some nights and some leave.
func yearOfHours(t *testing.T, config string) *program {
	t.Helper()
	p := start(t, withConfig(t, config))
	fillYears(t, p.db, 1)
	for _, statement := range []string{
		"DELETE FROM work_entries WHERE date > '2026-11-19' OR date IN ('2026-10-24', '2026-05-01', '2026-09-22', '2026-11-11')",
		"UPDATE work_entries SET day_type = 'CONGE' WHERE date BETWEEN '2026-08-03' AND '2026-08-21' OR date > '2026-04-24' AND date < '2026-05-01'",
		"UPDATE work_entries SET day_type = 'RTT' WHERE date LIKE '2026-__-13'",
		"UPDATE work_entries SET day_type = 'TT' WHERE strftime('%w', date) = '3' AND day_type = 'WORK'",
		"DELETE FROM time_slots WHERE work_entry_id IN (SELECT id FROM work_entries WHERE day_type IN ('CONGE', 'RTT'))",
		"DELETE FROM time_slots WHERE start_at LIKE '%T1_:%' AND (start_at LIKE '2026-02%' OR start_at LIKE '2026-06-1%')",
	} {
		if _, err := p.db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	p.night("2026-10-24")
	p.night("2026-03-28")
	p.night("2026-11-14")
	p.byHand("2026-11-11", "FERIE", "08:00-10:00")
	return p
}

// night records a night on duty, from 20:00 to 08:00.
func (p *program) night(date string) {
	p.t.Helper()
	p.submit("/entries/new?date="+date, url.Values{"day_type": {"GARDE"}, "slot_start": {"20:00"}, "slot_end": {"08:00"}, "slot_end_day": {"1"}}).want(p.t, 303)
}

// hoursReport is what `worklog report hours` prints.
func (p *program) hoursReport(from, to, format string) string {
	p.t.Helper()
	var out bytes.Buffer
	request := app.HoursRequest{From: from, To: to, Format: format}
	if err := app.ReportHours(p.t.Context(), p.config, request, time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC), &out); err != nil {
		p.t.Fatal(err)
	}
	return out.String()
}

// wantReported compares the figures at the top of a page with the report, in which what is
// not configured is null and what is nothing 0.
func (p *program) wantReported(page answer, from, to string) {
	p.t.Helper()
	var figures struct {
		Worked  int64  `json:"worked_minutes"`
		Night   int64  `json:"night_minutes"`
		Sunday  int64  `json:"sunday_minutes"`
		Holiday int64  `json:"holiday_minutes"`
		Target  *int64 `json:"target_minutes"`
		Balance *int64 `json:"balance_minutes"`
	}
	if err := json.Unmarshal([]byte(p.hoursReport(from, to, app.JSON)), &figures); err != nil {
		p.t.Fatal(err)
	}
	want := "Travaillées " + french.Duration(figures.Worked)
	for _, kind := range []struct {
		label   string
		minutes int64
	}{{"De nuit", figures.Night}, {"Du dimanche", figures.Sunday}, {"De jour férié", figures.Holiday}} {
		if kind.minutes > 0 {
			want += " " + kind.label + " " + french.Duration(kind.minutes)
		}
	}
	want = spaces.ReplaceAllString(want, " ")
	page.wantWords(p.t.(*testing.T), want)
	if figures.Target != nil && *figures.Target > 0 {
		page.wantWords(p.t.(*testing.T), spaces.ReplaceAllString("Prévues "+french.Duration(*figures.Target), " "))
	}
	if figures.Balance != nil && from <= "2026-11-19" {
		page.wantWords(p.t.(*testing.T), spaces.ReplaceAllString("Solde "+french.Signed(*figures.Balance), " "))
	}
}

func TestThePagesOfTheHoursShowTheFiguresOfTheReport(t *testing.T) {
	t.Parallel()
	p := yearOfHours(t, strings.Replace(hoursConfig, `from = "2026-01-01"
start`, `from = "2025-12-30"
start`, 1))
	p.byHand("2025-12-31", "WORK", "08:00-11:00")
	p.wantReported(p.get("/years/2026/hours"), "2026-01-01", "2026-12-31")
	for month := time.January; month <= time.November; month++ {
		first := time.Date(2026, month, 1, 0, 0, 0, 0, time.UTC)
		p.wantReported(p.get("/months/"+first.Format("2006-01")+"/hours"), first.Format(time.DateOnly), first.AddDate(0, 1, -1).Format(time.DateOnly))
	}
	year := p.get("/years/2026/hours")
	year.want(t, 200, `href="/months/2026-11/hours"`, `href="/years/2025/hours"`, `href="/years/2027/hours"`, `href="/years/2026"><svg`, `href="/years/2026/hours.csv"`,
		`href="/months/2026-11/hours#2026-11-16"`, "Ce que fait chaque type de journée")
	if strings.Contains(year.body, "style=") {
		t.Error("a style stands in the page, which its policy forbids")
	}
	p.get("/months/2026-11/hours").want(t, 200, `href="/months/2026-10/hours"`, `href="/months/2026-12/hours"`, `href="/months/2026-11"`, `href="/years/2026/hours"`,
		`id="2026-11-16"`, `href="/entries/226/edit"`)
	p.get("/years/2027/hours").wantWords(t, "Aucune journée n’est enregistrée en 2027.")
}

func TestTheDaysBehindTheHoursAreThoseOfTheReport(t *testing.T) {
	t.Parallel()
	p := yearOfHours(t, hoursConfig)
	for path, of := range map[string][]string{
		"/years/2026/hours.csv":     {"2026-01-01", "2026-12-31", "heures-2026.csv"},
		"/months/2026-11/hours.csv": {"2026-11-01", "2026-11-30", "heures-2026-11.csv"},
	} {
		got := p.get(path)
		if want := strings.TrimSpace(strings.ReplaceAll(p.hoursReport(of[0], of[1], app.CSV), ",", ";")); got.body != want || strings.Count(want, "\n") < 10 {
			t.Errorf("%s: got %s\nwant %s", path, got.body, want)
		}
		got.wantHeader(t, "Content-Disposition", `attachment; filename="`+of[2]+`"`)
		got.wantHeader(t, "Content-Type", "text/csv; charset=utf-8")
	}
}

func TestTheNightOf25OctoberHasItsHourOnThePage(t *testing.T) {
	t.Parallel()
	p := start(t, withConfig(t, hoursConfig))
	p.night("2026-10-24")
	p.night("2026-10-20")
	p.get("/months/2026-10/hours").wantWords(t, "sam. 24 Garde 13 h 00 10 h 00 9 h 00 +13 h 00", "mar. 20 Garde 12 h 00 9 h 00 7 h 48 +4 h 12",
		"Semaine 43, du 19 au 25 oct. 25 h 00 19 h 00 9 h 00 39 h 00 −14 h 00", "Nuit : de 21:00 à 06:00.")
	p.get("/years/2026/hours").wantWords(t, "Travaillées 25 h 00 De nuit 19 h 00 Du dimanche 9 h 00", "octobre 25 h 00 19 h 00 9 h 00")
}

func TestHoursWithoutAConfigurationAreHoursAndNothingElse(t *testing.T) {
	t.Parallel()
	p := start(t)
	const empty = "Aucune journée n’est enregistrée en "
	p.get("/years/2026/hours").wantWords(t, empty+"2026.")
	p.get("/months/2026-11/hours").wantWords(t, empty+"novembre 2026.")
	p.arrive("2026-11-18T09:00:00+01:00", "ignored").want(t, 201)
	p.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(t, 303)
	p.get("/years/2026/hours").wantWords(t, empty+"2026.")
	p.byHand("2026-11-19", "WORK", "08:00-12:00")
	for _, path := range []string{"/years/2026/hours", "/months/2026-11/hours"} {
		page := p.get(path)
		page.wantWords(t, "Travaillées 4 h 00")
		for _, absent := range []string{"Prévues", "Écart", "Solde", "Nuit :", "Dimanche", "Appels", "Ce que fait", "mer. 18"} {
			if strings.Contains(page.words(), absent) {
				t.Errorf("%s: says %q", path, absent)
			}
		}
	}
	p.get("/years/2026/hours").want(t, 200, `href="/help/guides/hours.md"`)
	p.get("/help/guides/hours.md").want(t, 200, "# Hours, balance")
}

func TestTheHoursOfNoYearAndNoMonthAreNotFound(t *testing.T) {
	t.Parallel()
	p := start(t, withConfig(t, hoursConfig))
	for _, path := range []string{"/years/1969/hours", "/years/x/hours", "/years/1969/hours.csv", "/months/2026-13/hours", "/months/1969-12/hours", "/months/2026-00/hours.csv"} {
		p.get(path).want(t, 404)
	}
	for path, absent := range map[string]string{"/years/1970/hours": "/years/1969", "/years/9999/hours": "/years/10000", "/months/1970-01/hours": "/months/1969", "/months/9999-12/hours": "/months/10000"} {
		page := p.get(path)
		page.want(t, 200)
		if strings.Contains(page.body, absent) {
			t.Errorf("%s leads to %s", path, absent)
		}
	}
}

func TestInABrowserTheHoursAreAccessible(t *testing.T) {
	t.Parallel()
	p := yearOfHours(t, hoursConfig)
	b := p.browse(t, desk)
	b.open("/years/2026/hours")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("main details").forEach((details) => (details.open = true))`))
	b.audit("the hours of a year")
	b.show(phone)
	const size = `[...document.querySelectorAll(".picture text")].filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getCTM().a)`
	for _, pixels := range run(b, chromedp.Evaluate[[]float64](size)) {
		if pixels < 12 {
			t.Errorf("text in a picture has %.1f px on a phone", pixels)
		}
	}
	b.open("/months/2026-11/hours")
	b.audit("the hours of a month")

	b.emulate("print")
	const seen = `[...document.querySelectorAll(".bar, nav, button, form, .skip, .links, .back")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML).join()`
	if got := run(b, chromedp.Evaluate[string](seen)); got != "" {
		t.Errorf("on paper: %s", got)
	}
	if pages := len(pdfPage.FindAll(run(b, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize())), -1)); pages != 1 {
		t.Errorf("a month is printed on %d sheets", pages)
	}
	b.emulate("")
}
