package reports_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/exchange"
	"worklog/models/modelstest"
	"worklog/views/french"
)

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

func TestHoursAndPayNeedNoConfiguration(t *testing.T) {
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
	p.ByHand("2026-11-08", "WORK", "08:00-16:00")
	pay := p.Get("/months/2026-11/pay")
	pay.WantWords(t, "Heures du dimanche 8 h 00 De minuit à minuit", "Repas 2 repas", "Une ligne sans taux n’a pas de montant", "ne sont comptées qu’avec un profil de règles. Le choisir")
	pay.WantNoWords(t, "€", "Total") // without a rate
}

func TestAnAdjustmentOfTheBalanceHasItsLineAndItsNote(t *testing.T) {
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

// reported returns the figures that the command reports for a range, in minutes.
func reported(p *apptest.Program, from, to string) (figures struct {
	Worked  int64 `json:"worked_minutes"`
	Target  int64 `json:"target_minutes"`
	Balance int64 `json:"balance_minutes"`
}) {
	p.T.Helper()
	modelstest.Must(p.T, json.Unmarshal([]byte(hoursReport(p, from, to, app.JSON)), &figures))
	return figures
}

// worked enters days up to today, 20 November 2026: a night over the end of a month, half
// a day and a whole day of absence, and what is planned.
func worked(p *apptest.Program) {
	p.T.Helper()
	for _, day := range []struct{ date, dayType, halfDay, start, end string }{
		{"2026-09-30", "WORK", "", "08:00", "20:00"}, // before the first target
		{"2026-10-05", "WORK", "", "08:00", "17:30"},
		{"2026-10-06", "TT", "RTT", "08:00", "12:10"},
		{"2026-10-07", "CONGE", "", "10:00", "12:00"},
		{"2026-10-31", "GARDE", "", "20:00", "08:00"},
		{"2026-11-11", "FERIE", "", "", ""},
		{"2026-11-16", "WORK", "", "08:00", "18:00"},
		{"2026-11-20", "WORK", "", "06:00", "07:00"}, // today
		{"2026-11-22", "WORK", "", "08:00", "09:00"},
		{"2026-11-24", "CONGE", "", "", ""},
	} {
		p.Submit("/entries/new?date="+day.date, url.Values{"day_type": {day.dayType}, "half_day": {day.halfDay}, "slot_start": {day.start}, "slot_end": {day.end}}).Want(p.T, 303)
	}
}

func TestTheMonthAndTheYearSayWhatTheCommandReports(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	worked(p)
	october, november, year := reported(p, "2026-10-01", "2026-10-31"), reported(p, "2026-11-01", "2026-11-30"), reported(p, "2026-01-01", "2026-12-31")
	upToYesterday, yearUpToYesterday := reported(p, "2026-11-01", "2026-11-19"), reported(p, "2026-01-01", "2026-11-19")
	if got := []int64{october.Worked, october.Target, october.Balance, november.Target, november.Balance, year.Target}; !slices.Equal(got, []int64{
		570 + 250 + 120 + 720, 21*420 + 210 - 420 + 0, 150 + 1660 - 8610, 14*420 - 420, 150 + 1660 - 8610 + 600 - 13*420, 8610 + 13*420,
	}) {
		t.Fatalf("got %v", got)
	}
	plain := func(words string) string { return apptest.Spaces.ReplaceAllString(words, " ") }
	against := func(worked, target int64) string {
		return plain(french.ShortDuration(target) + " écart " + french.Signed(worked-target))
	}
	p.Get("/months/2026-10").WantWords(t, "Total 27 h 40 sur "+against(october.Worked, october.Target)+" solde au 31 octobre "+plain(french.Signed(october.Balance)))
	current := "jusqu’à hier 10 h 00 sur " + against(upToYesterday.Worked, november.Target)
	balance := "solde au 19 novembre " + plain(french.Signed(november.Balance))
	p.Get("/months/2026-11").WantWords(t, "Total 12 h 00 "+current+" "+balance)
	whole := p.Get("/years/2026")
	whole.WantWords(t, "27 h 40 sur "+against(october.Worked, october.Target)+" Travail", "12 h 00 "+current+" Travail",
		"Total 51 h 40 du 1er octobre à hier 37 h 40 sur "+against(yearUpToYesterday.Worked-12*60, year.Target)+" "+balance)
	p.Get("/years/2026/hours").WantWords(t, "Écart "+plain(french.Signed(yearUpToYesterday.Worked-12*60-year.Target)), "Les heures prévues et l’écart commencent le 1er octobre.")
	for path, want := range map[string]int{"/months/2026-09": 0, "/months/2026-12": 0, "/years/2026": 3, "/years/2025": 0, "/years/2027": 0} {
		modelstest.Want(t, strings.Count(p.Get(path).Words(), "écart"), want, path)
	}
	p.Get("/months/2026-09").WantNoWords(t, "solde au", "sur 0") // before it began

	for week, want := range map[string]string{"Semaine 41": "15 h 40 / 24 h 30", "Semaine 44": "12 h 00 / 35 h", "Semaine 46": "0 h 00 / 28 h", "Semaine 47": "12 h 00 / 35 h", "Semaine 48": "", "Semaine 49": ""} {
		month := "/months/2026-11"
		if week == "Semaine 41" {
			month = "/months/2026-10"
		}
		_, after, _ := strings.Cut(p.Get(month).Body, `<section class="week" aria-label="`+week+`">`)
		section, _, _ := strings.Cut(after, "</section>")
		_, total, _ := strings.Cut(section, `<p class="week-total">`)
		got := strings.TrimPrefix(strings.TrimSpace(apptest.Answer{Body: total}.Words()), "Total de la semaine ")
		modelstest.Want(t, (want != "" || !strings.Contains(got, "/")) && strings.HasPrefix(got, want), true, week, got, want)
	}
}

// stands is what the frame says of the hours; empty if it says nothing.
func stands(p *apptest.Program, path string) string {
	p.T.Helper()
	got := p.Get(path).Want(p.T, 200)
	_, after, _ := strings.Cut(got.Body, `<span class="standing">`)
	standing, _, _ := strings.Cut(after, "</p>")
	return strings.TrimSpace(apptest.Answer{Body: standing}.Words())
}

// All Saints' Day of 2021 is the first Monday of its month: what begins there has the night before it in a month, a
// week and a day of before.
func TestTheOwnHoursOfTheJourneeDeSolidariteAreThoseOnEveryPageThatBeginsWithIt(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[solidarity]\ndates = [\"2021-11-01\"]\n"))
	p.Day("2021-10-31T22:00:00+01:00", "2021-11-01T06:00:00+01:00", "night")
	p.Day("2021-11-01T08:00:00+01:00", "2021-11-01T18:00:00+01:00", "day")
	p.Get("/months/2021-11/hours/holiday").WantWords(t, "De jour férié 9 h 00", "08:00–18:00 Novembre 2021 9 h 00")
	p.Get("/months/2021-11/hours").WantWords(t, "De jour férié 9 h 00")
	sheet := document(p.Get("/months/2021-11/sheet"))
	sheet.WantWords(t, "dont un jour férié 9 h 00")
	sheet.WantHTML(t, 200, `data-label="Férié">9 h 00`)
	p.Get("/months/2021-11/hours.csv").Want(t, 200, "2021-11-01;WORK;;600;0;0;540;")
	modelstest.WantIn(t, hoursReport(p, "2021-11-01", "2021-11-30", "csv"), "2021-11-01,WORK,,600,0,0,540,")
	modelstest.WantIn(t, hoursReport(p, "2021-11-01", "2021-11-30", "json"), `"holiday_minutes":540`)
}

// The absences from Monday to Wednesday make that of the weekend of the same week count nothing.
func TestTheYearSaysOfAMonthThatBeginsInAWeekOfLeaveWhatItsOwnPageSays(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2026-01-01\"\nweek = \"35h\"\n"))
	p.Submit("/entries/range", url.Values{"from": {"2026-09-28"}, "to": {"2026-10-04"}, "weekday": {"0", "1", "2", "3", "4", "5", "6"}, "day_type": {"CONGE"}, "do": {"fill"}}).Want(t, 303)
	for _, path := range []string{"/months/2026-10", "/years/2026", "/months/2026-10/hours"} {
		p.Get(path).WantWords(t, "140 h")
		p.Get(path).WantNoWords(t, "126 h")
	}
}

func TestTheFrameAndTheFeedSayHowTodayAndTheWeekStand(t *testing.T) {
	const week = "[[targets]]\nfrom = \"2026-11-01\"\nweek = \"35h\"\n"
	for name, test := range map[string]struct {
		config               string
		today, week, balance any // of the feed
		want                 string
	}{
		"nothing is configured":     {"", nil, nil, nil, ""},
		"targets":                   {week, 420.0, 1260.0, nil, "aujourd’hui 1 h 30 / 7 h semaine 9 h 30 / 21 h"},
		"a balance up to yesterday": {week + "[balance]\nfrom = \"2026-11-16\"\nstart = \"1h\"\n", 420.0, 1260.0, 60.0 - 3*420 + 480, "aujourd’hui 1 h 30 / 7 h semaine 9 h 30 / 21 h solde −12 h 00"},
		"a balance of today":        {week + "[balance]\nfrom = \"2026-11-20\"\n", 420.0, 1260.0, 0.0, "aujourd’hui 1 h 30 / 7 h semaine 9 h 30 / 21 h solde 0 h 00"},
		"a balance without targets": {"[balance]\nfrom = \"2026-11-01\"\n", nil, nil, 480.0, "solde +8 h 00"},
		"a balance of long ago":     {week + "[balance]\nfrom = \"1970-01-01\"\n", 420.0, 1260.0, 480.0 - 12*420, "aujourd’hui 1 h 30 / 7 h semaine 9 h 30 / 21 h solde −76 h 00"},
		"a balance that is to come": {"[balance]\nfrom = \"2026-11-21\"\n", nil, nil, 0.0, ""},
		"days of a year":            {"[[targets]]\nfrom = \"2026-11-01\"\ndays_per_year = 218\n", nil, nil, nil, ""},
		"hours from tomorrow on":    {"[[targets]]\nfrom = \"2026-11-01\"\ndays_per_year = 218\n[[targets]]\nfrom = \"2026-11-21\"\nsaturday = \"5h\"\n", nil, 300.0, nil, "aujourd’hui 1 h 30 semaine 9 h 30 / 5 h"},
		"no target today":           {"[[targets]]\nfrom = \"2026-11-01\"\nmonday = \"7h\"\n", 0.0, 420.0, nil, "aujourd’hui 1 h 30 semaine 9 h 30 / 7 h"},
		"leave of a day to come":    {"[[targets]]\nfrom = \"2026-11-21\"\nsaturday = \"5h\"\nsunday = \"5h\"\n", 0.0, 300.0, nil, "aujourd’hui 1 h 30 semaine 9 h 30 / 5 h"},
		"targets that are to come":  {"[[targets]]\nfrom = \"2026-11-23\"\nweek = \"35h\"\n", nil, nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n"+test.config))
			secret := p.RenewFeeds()
			p.Day("2026-11-16T08:00:00+01:00", "2026-11-16T16:00:00+01:00", "monday")
			p.ByHand("2026-11-18", "CONGE")
			p.ByHand("2026-11-22", "CONGE")
			p.Arrive("2026-11-20T07:30:00+01:00", "today").Want(t, 201) // not in the balance
			p.Clock.Advance(time.Hour)
			modelstest.Want(t, stands(p, "/help"), test.want)
			feed := p.Presence(secret)
			got := [3]any{feed["target_today_minutes"], feed["target_week_minutes"], feed["balance_minutes"]}
			modelstest.Want(t, got, [3]any{test.today, test.week, test.balance})
			page := p.Get("/months/2026-11").Body
			modelstest.Want(t, strings.Contains(page, `class="target"`), strings.Contains(test.want, "/"), "the weeks have targets:")
		})
	}
}

func TestTheFrameCountsAPresenceAsTheFeedDoes(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	modelstest.Want(t, stands(p, "/help"), "aujourd’hui 0 h 00 / 7 h semaine 0 h 00 / 35 h solde −242 h 30", "before the first event:")
	secret := p.RenewFeeds()
	p.Submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"GARDE"}, "slot_start": {"20:00"}, "slot_end": {"02:00"}}).Want(t, 303)
	p.Arrive("2026-11-20T07:45:59+01:00", "k").Want(t, 201)
	p.Clock.Advance(90 * time.Second)
	step := func(by time.Duration, today, week int64, counts bool) {
		t.Helper()
		p.Clock.Advance(by)
		feed := p.Presence(secret)
		if feed["today_minutes"] != float64(today) || feed["week_minutes"] != float64(week) {
			t.Fatalf("got %v", feed)
		}
		got := stands(p, "/help")
		if want := fmt.Sprintf("aujourd’hui %s / 7 h semaine %s / 35 h", french.Duration(today), french.Duration(week)); !strings.HasPrefix(got, apptest.Spaces.ReplaceAllString(want, " ")) && today > 0 {
			t.Errorf("got %s, want %s", got, want)
		}
		since := p.Clock.Now().In(p.Config.Rules.Zone).Truncate(time.Minute).Add(-time.Duration(week) * time.Minute).Format(time.RFC3339)
		modelstest.Want(t, strings.Contains(p.Get("/help").Body, `<span data-since="`+since+`">`), counts, "the week counts on from:", since)
	}
	step(0, 16, 6*60+16, true)
	step(14*time.Hour, 14*60+16, 20*60+16, true)
	step(3*time.Hour, 0, 6*60, false) // the departure is forgotten
	// what the database does not give is left out
	p.DB.SetMaxOpenConns(1)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("ALTER TABLE time_slots RENAME COLUMN end_at TO x")))
	modelstest.Want(t, stands(p, "/journal"), "")
	modelstest.Want(t, slices.Contains(p.LeftOut(), "hours"), true)
}

func TestTheViewsOfAMonthAndOfAYearAreTabs(t *testing.T) {
	p := apptest.Start(t)
	tab := regexp.MustCompile(`href="([^"]*)"( aria-current="page")?>`)
	month := []string{"/months/2026-11", "/months/2026-11/hours", "/plan?month=2026-11", "/months/2026-11/pay"}
	year := []string{"/years/2026", "/years/2026/leave", "/years/2026/hours", "/years/2026/planned", "/years/2026/rests", "/years/2026/costs", "/years/2026/sheets"}
	for _, tabs := range [][]string{month, year} {
		for _, path := range tabs {
			_, after, _ := strings.Cut(p.Get(path).Body, `<nav class="tabs"`)
			nav, _, _ := strings.Cut(after, "</nav>")
			var got []string
			for _, found := range tab.FindAllStringSubmatch(nav, -1) {
				got = append(got, found[1])
				modelstest.Want(t, found[2] != "", (found[1] == path), path, found[1])
			}
			modelstest.Want(t, fmt.Sprint(got), fmt.Sprint(tabs), path)
		}
	}
	p.Get("/years/2026/sheets").Want(t, 200, `href="/months/2026-11/sheet"`, `href="/months/2026-10/pay"`)
	p.Get("/years/2026/sheets").WantNone(t, "/months/2026-12/") // which is to come

	p.EnterDay("2026-11-19", "CONGE", "", "", false)
	page := p.Get("/years/2025/sheets")
	page.WantWords(t, "Rien n’est saisi en 2025 : ces relevés sont vides. Saisir plusieurs jours")
	page.Want(t, 200, `href="/entries/range?from=2025-01-01"`)
	for _, year := range []string{"2026", "2027"} {
		p.Get("/years/"+year+"/sheets").WantNoWords(t, "Rien n’est saisi")
	}
}

// bouncingWeek is a week of five days of work on which a phone's position has jumped four times: once
// on a day of work, and on three others.
func bouncingWeek(t *testing.T) *apptest.Program {
	t.Helper()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, `
[presence_integration]
timezone = "Europe/Paris"
default_journey_profile_id = "bureau"
default_motor_vehicle_id = "clio"
[journeys.bureau]
distance_km = 18.5
[vehicles.clio]
type = "moteur"
category = "voiture"
power_cv = 5
[meals]
per_day = 4
[[targets]]
from = "2026-11-02"
monday = "7h"
tuesday = "7h"
wednesday = "7h"
thursday = "7h"
friday = "7h"
[balance]
from = "2026-11-01"
[rules]
profile = "prive"
`))
	for day := 2; day <= 6; day++ {
		date := fmt.Sprintf("2026-11-%02dT", day)
		p.Day(date+"08:00:00+01:00", date+"15:00:00+01:00", date)
	}
	for _, at := range []string{"2026-11-01T03:00", "2026-11-04T03:00", "2026-11-07T15:30", "2026-11-08T03:00"} {
		p.Day(at+":10+01:00", at+":50+01:00", at)
	}
	for _, day := range []string{"09", "10", "12", "13", "16", "17", "18", "19"} {
		p.ByHand("2026-11-"+day, "RTT")
	}
	return p
}

func exported(p *apptest.Program, table exchange.Table) string {
	return p.Get("/data/export?of=" + string(table)).Body
}

func TestAWeekOfFiveDaysAndFourBouncesHasFiveDays(t *testing.T) {
	p := bouncingWeek(t)
	const fourOut = "sans 4\u00a0présences très courtes, à vérifier"
	check := func(name string, doubted bool) {
		t.Helper()
		note, verify, inCosts := "", "[]", "[]"
		if doubted {
			note = fourOut
			verify = `[{"date":"2026-11-01","why":"short"},{"date":"2026-11-04","why":"short"},{"date":"2026-11-07","why":"short"},{"date":"2026-11-08","why":"short"}]`
			inCosts = verify
		}
		modelstest.WantIn(t, hoursReport(p, "2026-11-01", "2026-11-08", app.JSON), `"worked_minutes":2100,"night_minutes":0,"sunday_minutes":0,"holiday_minutes":0`, `"WORK":{"days":5,"half_days":0,"minutes":2100}`,
			`"target_minutes":2100,"balance_minutes":0`, `"findings":[],"to_verify":`+verify+"}")
		var costs strings.Builder
		modelstest.Must(t, app.ReportCosts(t.Context(), p.Config, app.CostsRequest{Year: 2026, Format: app.JSON}, p.Clock.Now(), &costs, &costs))
		modelstest.WantIn(t, costs.String(), `{"id":"clio","days":5,"metres":185000,`, `"meals":{"days":5,"cents":2000}`, `"to_verify":`+inCosts+"}")
		var costsTable strings.Builder
		modelstest.Must(t, app.ReportCosts(t.Context(), p.Config, app.CostsRequest{Year: 2026, Format: app.CSV, DecimalComma: true}, p.Clock.Now(), &costsTable, &costs))
		for table, rows := range map[string][3]string{
			hoursReport(p, "2026-11-01", "2026-11-08", app.CSV):               {"2026-11-04,WORK,,420,0,0,0,420,0,", "2026-11-07,,,0,0,0,0,0,0,", "\r\n"},
			strings.ReplaceAll(p.Get("/years/2026/hours.csv").Body, ";", ","): {"2026-11-04,WORK,,420,0,0,0,420,0,", "2026-11-07,,,0,0,0,0,0,0,", "\r\n"},
			costsTable.String():                 {"2026-11-04;WORK;bureau;clio;37000;37;0;", "2026-11-07;;;;0;0;0;", ";2025 provisoire;"},
			p.Get("/years/2026/costs.csv").Body: {"2026-11-04;WORK;bureau;clio;37000;37;0;", "2026-11-07;;;;0;0;0;", ";2025 provisoire;"},
		} {
			if doubted {
				modelstest.WantIn(t, table, rows[0]+"short"+rows[2], rows[1]+"short"+rows[2])
			} else if !strings.Contains(table, rows[0]+rows[2]) || strings.Contains(table, "2026-11-07") {
				t.Errorf("%s: got %s", name, table)
			}
		}
		for path, want := range map[string]string{"/months/2026-11": "35\u00a0h\u00a000", "/years/2026": "35\u00a0h\u00a000", "/years/2026/hours": "", "/months/2026-11/hours": "", "/years/2026/costs": "5 jours · 185\u00a0km",
			"/years/2026/rests": "", "/months/2026-11/pay": "", "/months/2026-11/sheet": "35\u00a0h\u00a000", "/today": ""} {
			page := p.Get(path).Want(t, 200)
			text := strings.ReplaceAll(page.Body, "5\u00a0jours", "5 jours")
			modelstest.WantIn(t, text, want, note)
			if !doubted {
				page.WantNone(t, "très courte")
			}
		}
		if days := strings.Count(exported(p, exchange.Days), ",WORK,"); doubted && days != 5 {
			t.Errorf("%s: the table of days has %d", name, days)
		}
	}
	check("in doubt", true)
	modelstest.WantIn(t, exported(p, exchange.Months), "2026-11,13,5,2100,35.00,5,0,0,0,0,8,0,0,0,short")
	modelstest.WantIn(t, exported(p, exchange.Slots), "2026-11-07,WORK,bureau,clio,15:30,2026-11-07,15:30,0,0.00,Europe/Paris,,,late,", ",short\r\n")
	_, sheet, _ := strings.Cut(p.Get("/months/2026-11/sheet").Body, `<div class="document">`)
	apptest.Answer{Body: sheet}.WantNone(t, "15:30", "03:00")
	digest := regexp.MustCompile(`<code>([0-9a-f]{64})</code>`)
	before := digest.FindString(p.Get("/months/2026-11/sheet").Body)

	p.Get("/review").Want(t, 200, "Ignorer les 4", "Tout est juste", `<b class="badge">4</b>`, "samedi 7\u00a0novembre 2026\u00a0: 15:30–15:30")
	all := func() url.Values { // the first form is for all
		form := regexp.MustCompile(`(?s)<form method="post" action="/review/ignore".*?</form>`).FindString(p.Get("/review").Body)
		return apptest.Answer{Body: form}.Fields()
	}
	const stored = "SELECT (SELECT count(*) FROM workplace_presence_events), (SELECT count(*) FROM time_slots)"
	p.WantStored(stored, "18 | 9")
	flash := p.After(p.Submit("/review/ignore", all())).Want(t, 200, "4\u00a0présences ignorées.", "Rien à vérifier", "Annuler")
	check("ignored", false)
	p.WantStored(stored, "18 | 5")
	p.Get("/months/2026-11/sheet").Want(t, 200, "4\u00a0présences ignorées, voir l’annexe")
	modelstest.Want(t, digest.FindString(p.Get("/months/2026-11/sheet").Body), before, "the digest:")
	p.Leave("2026-11-07T15:30:50+01:00", "2026-11-07T15:30").Want(t, 409)

	p.PressUndo(flash, "Annuler").WantLocation(t, "/review")
	check("taken back", true)

	flash = p.After(p.Submit("/review/right", all())).Want(t, 200, "C’est noté", "Rien à vérifier", "Annuler")
	modelstest.WantIn(t, hoursReport(p, "2026-11-01", "2026-11-08", app.JSON), `"WORK":{"days":8,`, `"to_verify":[]`)
	if got := digest.FindString(p.Get("/months/2026-11/sheet").Body); got == before {
		t.Error("the digest does not have what was accepted")
	}
	flash = p.After(p.PressUndo(flash, "Annuler"))
	check("doubted again", true)
	p.PressUndo(flash, "Rétablir").WantLocation(t, "/review")
	modelstest.WantIn(t, hoursReport(p, "2026-11-01", "2026-11-08", app.JSON), `"WORK":{"days":8,`)
}

func TestAnIgnoredArrivalCountsNowhere(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, `
[presence_integration]
timezone = "Europe/Paris"
default_day_type = "TT"
[[targets]]
from = "2026-11-16"
week = "35h"
[balance]
from = "2026-11-20"
credit_without_slots = true
`))
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	p.Get("/months/2026-11").Want(t, 200, "Arrivée ignorée", "/entries/1/edit").WantNone(t, "1\u00a0j</span>")
	p.Get("/years/2026").WantNone(t, "1\u00a0j</span>")
	secret := p.RenewFeeds()
	p.Get("/feeds/"+secret+"/presence.json").Want(t, 200, `"day_type":null`)
	p.Get("/feeds/"+secret+"/calendar.ics").WantNone(t, "VEVENT")
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 200, "replayed")
	p.Clock.Advance(24 * time.Hour)
	modelstest.Want(t, p.Presence(secret)["balance_minutes"], any(-420.0), "a day without an entry is missing")
	modelstest.WantIn(t, hoursReport(p, "2026-11-20", "2026-11-20", app.JSON), `"TT":{"days":0,`)
}

// sevenHours are due on weekdays.
const sevenHours = "[presence_integration]\ntimezone = \"Europe/Paris\"\n[[targets]]\nfrom = \"2026-01-01\"\nmonday = \"7h\"\ntuesday = \"7h\"\nwednesday = \"7h\"\nthursday = \"7h\"\nfriday = \"7h\"\n"

// edited is the day of a date, whose form is changed.
func edited(p *apptest.Program, date string, change func(url.Values)) {
	p.T.Helper()
	day := p.Get("/entries/new?date=" + date).Header.Get("Location")
	values := p.Form(day)
	change(values)
	p.Submit(day, values).Want(p.T, 303)
}

// monthOfCorrections has what an annex shows.
func monthOfCorrections(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.WithConfig(t, sevenHours))
	p.Day("2026-11-16T08:00:00+01:00", "2026-11-16T12:00:00+01:00", "mon")
	edited(p, "2026-11-16", func(v url.Values) { v.Set("note", "à supprimer") })
	p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(t, 303)
	p.ByHand("2026-11-17", "WORK", "08:00-12:00", "13:00-17:00")
	edited(p, "2026-11-17", func(v url.Values) { v["slot_start"][1], v["slot_end"][1] = "", "" })
	p.Day("2026-11-18T08:00:00+01:00", "2026-11-18T17:00:00+01:00", "wed")
	edited(p, "2026-11-18", func(v url.Values) {
		v["slot_end"][0] = "18:00"
		v.Set("note", "Réunion\nde service")
		v.Set("requested_by", "Mme Roux")
		v.Set("reason", "relève en retard")
	})
	p.Arrive("2026-11-19T08:00:00+01:00", "thu").Want(t, 201)
	p.Submit("/presence/discard", p.Form("/presence/close")).Want(t, 303)
	p.Leave("2026-11-19T17:00:00+01:00", "late").Want(t, 409)
	p.Leave("2026-11-19T17:00:00+01:00", "late").Want(t, 409)
	p.Day("2026-11-20T07:50:00+01:00", "2026-11-20T08:00:00+01:00", "fri")
	p.ByHand("2026-11-12", "MALADE")
	edited(p, "2026-11-12", func(v url.Values) { v.Set("note", "grippe") })
	return p
}

func TestTheAnnexHasEveryEventAndCorrectionOfTheMonth(t *testing.T) {
	p := monthOfCorrections(t)
	plain := p.Get("/months/2026-11/sheet").Want(t, 200, `href="/months/2026-11/sheet?annex=1">Avec l’annexe`)
	page := p.Get("/months/2026-11/sheet?annex=1").Want(t, 200, `href="/months/2026-11/sheet">Sans l’annexe`, `href="/months/2026-10/sheet?annex=1"`)
	const now = " ven. 20 novembre 08:00:00 "
	document(page).WantWords(t,
		"Jeudi 12 novembre 2026 Absence"+now+"Saisie à la main ce qui touche à une absence masquée n’est pas repris"+now+"Modifiée à la main ce qui touche à une absence masquée n’est pas repris Lundi",
		"Lundi 16 novembre 2026"+now+"Modifiée à la main Note : aucune → « à supprimer »"+now+"Arrivée 2026-11-16T08:00:00+01:00 supprimé depuis, avec sa journée"+
			now+"Départ 2026-11-16T12:00:00+01:00 supprimé depuis, avec sa journée"+now+"Supprimée Travail, 08:00–12:00, 4 h 00 → rien Mardi",
		"Mardi 17 novembre 2026 Travail 4 h 00"+now+"Saisie à la main rien → Travail, 08:00–12:00, 13:00–17:00, 8 h 00"+now+"Modifiée à la main Créneaux : 08:00–12:00, 13:00–17:00 → 08:00–12:00 Mercredi",
		"Mercredi 18 novembre 2026 Travail 10 h 00 Demandé par : Mme Roux · Motif : relève en retard Note : Réunion de service"+
			now+"Arrivée 2026-11-18T08:00:00+01:00 créneau 08:00–18:00"+now+"Départ 2026-11-18T17:00:00+01:00 sans créneau"+
			now+"Modifiée à la main Créneaux : 08:00–17:00 → 08:00–18:00 Note : aucune → « Réunion » Demandé par : personne → « Mme Roux » Motif : aucun → « relève en retard » Jeudi",
		"Jeudi 19 novembre 2026 Arrivée ignorée"+now+"Arrivée 2026-11-19T08:00:00+01:00 ignorée à la main, vendredi 20 novembre 2026 à 08:00"+now+"Arrivée ignorée"+
			now+"Départ 2026-11-19T17:00:00+01:00 Départ de la veille à 17:00 refusé : aucune arrivée n’était ouverte Reçu 2 fois. Vendredi",
		"Vendredi 20 novembre 2026 Travail 10 min"+now+"Arrivée 2026-11-20T07:50:00+01:00 créneau 07:50–08:00"+now+"Départ 2026-11-20T08:00:00+01:00 créneau 07:50–08:00 «")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DELETE FROM journal_lines"))) // as when a thousand others have come
	document(p.Get("/months/2026-11/sheet?annex=1")).WantWords(t, "Départ de la veille à 17:00 refusé : aucune arrivée n’était ouverte Vendredi")
	if _, rest, _ := strings.Cut(p.Get("/months/2026-10/sheet?annex=1").Body, "<h2 id=\"annex\">"); !strings.Contains(rest, "</table>") || strings.Contains(rest, "<time") {
		t.Errorf("another month: got %.500s", rest)
	}
	digest := regexp.MustCompile(`[0-9a-f]{64}`)
	if got, want := digest.FindString(document(page).Body), digest.FindString(document(plain).Body); got == "" || got != want {
		t.Errorf("got digest %q with the annex, %q without", got, want)
	}
	document(page).WantNone(t, "grippe", "Maladie", "MALADE")

	p.ByHand("2026-11-14", "GARDE", "20:00-08:00")
	page = p.Get("/years/2026/planned")
	page.WantWords(t, "Au-delà du prévu 15 h 00 Sans demande notée 12 h 00 Demande notée 3 h 00",
		"sam. 14 nov. Garde 12 h 00 12 h 00 0 h 00", "mer. 18 nov. Travail 3 h 00 10 h 00 7 h 00 Mme Roux relève en retard")
	page.WantNoWords(t, "supplémentaire")
	p.Get("/years/2026/planned.csv").Want(t, 200, "date;planned;worked_minutes;beyond_minutes;requested_by;reason\r\n", "2026-11-14;;720;720;;\r\n", "2026-11-18;;600;180;Mme Roux;relève en retard\r\n", "2026-11-20;;10;0;;")
	p.Get("/years/2025/planned").WantWords(t, "Aucune heure n’est prévue en 2025", "Régler « Ma semaine »")
	p.Get("/years/2027/planned").WantWords(t, "Aucune journée de 2027 ne dépasse ce qui était prévu.")
	p.Get("/years/26/planned").Want(t, 404)

	edited(p, "2026-11-14", func(v url.Values) { v.Set("requested_by", "=1+1") })
	p.Get("/years/2026/planned").WantWords(t, "Au-delà du prévu 15 h 00 Demande notée")
	p.Get("/years/2026/planned.csv").Want(t, 200, "2026-11-14;;720;720;'=1+1;\r\n")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE work_entries SET requested_by = '', reason = ''")))
	p.Get("/years/2026/planned").WantWords(t, "Au-delà du prévu 15 h 00 Sans demande notée")
}
