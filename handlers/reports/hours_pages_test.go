package reports_test

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// hoursReport is what `worklog report hours` prints.
func hoursReport(p *apptest.Program, from, to, format string) string {
	p.T.Helper()
	var out bytes.Buffer
	request := app.HoursRequest{Format: format}
	modelstest.Must(p.T, request.From.UnmarshalText([]byte(from)))
	modelstest.Must(p.T, request.To.UnmarshalText([]byte(to)))
	modelstest.Must(p.T, app.ReportHours(p.T.Context(), p.Config, request, p.Clock.Now(), &out))
	return out.String()
}

func TestThePagesOfTheHoursHaveTheirFiguresAndLeadToEachOther(t *testing.T) {
	t.Parallel()
	p := apptest.YearOfHours(t, strings.Replace(apptest.HoursConfig, `from = "2026-01-01"
start`, `from = "2025-12-30"
start`, 1))
	p.ByHand("2025-12-31", "WORK", "08:00-11:00") // counts in the balance
	year := p.Get("/years/2026/hours")
	year.Want(t, 200, `href="/months/2026-11/hours"`, `href="/years/2025/hours"`, `href="/years/2027/hours"`, `href="/years/2026">Aperçu`, `href="/years/2026/hours.csv"`,
		`href="/months/2026-11/hours#2026-11-16"`, "Ce que fait chaque type de journée")
	year.WantWords(t, "Travaillées 1 658 h 00 De nuit 27 h 00 Du dimanche 24 h 00 De jour férié 52 h 00 Interventions 2 h 00 Prévues 1 528 h 48 Écart +129 h 12 Solde +129 h 12")
	year.WantNone(t, "style=") // which its policy forbids
	month := p.Get("/months/2026-11/hours")
	month.Want(t, 200, `href="/months/2026-10/hours"`, `href="/months/2026-12/hours"`, `href="/months/2026-11"`, `href="/years/2026/hours"`, `id="2026-11-16"`, `href="/entries/226/edit"`)
	month.WantWords(t, "Travaillées 120 h 00 De nuit 9 h 00 Du dimanche 8 h 00 De jour férié 2 h 00 Interventions 2 h 00 Prévues 93 h 36 Écart +26 h 24 Solde +129 h 12")
	p.Get("/years/2027/hours").WantWords(t, "Aucune journée n’est enregistrée en 2027.")
}

func TestTheDaysBehindTheHoursAreThoseOfTheReport(t *testing.T) {
	t.Parallel()
	p := apptest.YearOfHours(t, apptest.HoursConfig)
	for path, of := range map[string][]string{
		"/years/2026/hours.csv":     {"2026-01-01", "2026-12-31", "heures-2026.csv"},
		"/months/2026-11/hours.csv": {"2026-11-01", "2026-11-30", "heures-2026-11.csv"},
	} {
		got := p.Get(path)
		if want := strings.TrimSpace(strings.ReplaceAll(hoursReport(p, of[0], of[1], app.CSV), ",", ";")); got.Body != want || strings.Count(want, "\n") < 10 {
			t.Errorf("%s: got %s\nwant %s", path, got.Body, want)
		}
		got.WantHeader(t, "Content-Disposition", `attachment; filename="`+of[2]+`"`)
		got.WantHeader(t, "Content-Type", "text/csv; charset=utf-8")
	}
}

func TestTheNightOf25OctoberHasItsHourOnThePage(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, apptest.HoursConfig))
	p.ByHand("2026-10-24", "GARDE", "20:00-08:00")
	p.ByHand("2026-10-20", "GARDE", "20:00-08:00")
	p.Get("/months/2026-10/hours").WantWords(t, "sam. 24 Garde 13 h 00 10 h 00 9 h 00 +13 h 00", "mar. 20 Garde 12 h 00 9 h 00 7 h 48 +4 h 12",
		"Semaine 43, du 19 au 25 oct. 25 h 00 19 h 00 9 h 00 39 h 00 −14 h 00", "Nuit : de 21:00 à 06:00.")
	p.Get("/years/2026/hours").WantWords(t, "Travaillées 25 h 00 De nuit 19 h 00 Du dimanche 9 h 00", "octobre 25 h 00 19 h 00 9 h 00")
}

func TestHoursWithoutAConfigurationAreHoursAndNothingElse(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	const empty = "Aucune journée n’est enregistrée en "
	p.Get("/years/2026/hours").WantWords(t, empty+"2026.")
	p.Get("/months/2026-11/hours").WantWords(t, empty+"novembre 2026.")
	p.Arrive("2026-11-18T09:00:00+01:00", "ignored").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	p.Get("/years/2026/hours").WantWords(t, empty+"2026.")
	p.ByHand("2026-11-19", "WORK", "08:00-12:00")
	for _, path := range []string{"/years/2026/hours", "/months/2026-11/hours"} {
		page := p.Get(path)
		page.WantWords(t, "Travaillées 4 h 00")
		page.WantNoWords(t, "Prévues", "Écart", "Solde", "Nuit :", "Dimanche", "Interventions", "Ce que fait", "mer. 18")
	}
	p.Get("/years/2026/hours").Want(t, 200, `href="/help/heures"`)
}

func TestAnAdjustmentOfTheBalanceHasItsLineAndItsNote(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2026-11-01\"\nmonday = \"7h\"\n[balance]\nfrom = \"2026-11-01\"\nstart = \"12h\"\n"+
		"[[balance.adjustments]]\ndate = \"2026-11-13\"\nhours = \"-10h\"\nnote = \"payées\"\n"))
	for _, date := range []string{"2026-11-02", "2026-11-09", "2026-11-16"} {
		p.ByHand(date, "WORK", "08:00-15:30")
	}
	const adjusted = "Solde ajusté le 13 novembre 2026 : −10 h 00, payées."
	p.Get("/months/2026-11/hours").WantWords(t, "Ajustements du solde −10 h 00", "Solde +3 h 30", adjusted)
	p.Get("/years/2026/hours").WantWords(t, "Ajustements du solde −10 h 00", "Solde +3 h 30", adjusted)
	p.Get("/months/2026-11").WantWords(t, "solde +3 h 30")
	p.Get("/months/2026-12/hours").WantNoWords(t, "ajusté")
}

func TestAFigureOfAKindOfHoursLeadsToItsDays(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	p.ByHand("2026-10-31", "GARDE", "20:00-08:00")
	p.ByHand("2026-11-02", "WORK", "08:00-17:00")
	p.ByHand("2026-11-13", "ASTREINTE", "22:00-23:30")
	p.Get("/years/2026/hours").Want(t, 200, `<a href="/years/2026/hours/night">`, `<a href="/years/2026/hours/sunday">`, `<a href="/years/2026/hours/holiday">`, `<a href="/years/2026/hours/call-outs">`)
	p.Get("/months/2026-11/hours").Want(t, 200, `<a href="/months/2026-11/hours/night">`)
	p.Get("/years/2026/hours").Want(t, 200, `<td data-label="Nuit"><a href="/months/2026-11/hours/night">`, `<td data-label="Interventions"></td>`)
	for path, want := range map[string]string{
		"/years/2026/hours/night": "Heures de 2026 Heures de nuit, 2026 De nuit 10 h 30 Heures de nuit Jour Nuit Créneaux" +
			" sam. 31 Garde 9 h 00 20:00–08:00 (lendemain) Octobre 2026 9 h 00 ven. 13 Astreinte 1 h 30 22:00–23:30 Novembre 2026 1 h 30 Nuit : de 21:00 à 06:00.",
		"/years/2026/hours/holiday":       "Heures de jours fériés, 2026 De jour férié 8 h 00",
		"/months/2026-11/hours/call-outs": "Heures de novembre 2026 Interventions, novembre 2026 Interventions 1 h 30 Interventions Jour Interventions Créneaux ven. 13 Astreinte 1 h 30 22:00–23:30",
		"/months/2026-11/hours/sunday":    "Heures du dimanche, novembre 2026 Aucun créneau n’est enregistré un dimanche.",
	} {
		p.Get(path).WantWords(t, want)
	}
	p.Get("/years/2026/hours/night").Want(t, 200, `href="/entries/1/edit"`, `href="/years/2026/hours"`)
	for _, path := range []string{"/years/2026/hours/other", "/months/2026-11/hours/", "/months/2026-13/hours/night", "/years/26/hours/night"} {
		p.Get(path).Want(t, 404)
	}
}
