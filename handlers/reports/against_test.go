package reports_test

import (
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
	"worklog/models/modelstest"
	"worklog/views/french"
)

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
	t.Parallel()
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
		if got := strings.Count(p.Get(path).Words(), "écart"); got != want {
			t.Errorf("%s: got %d differences, want %d", path, got, want)
		}
	}
	p.Get("/months/2026-09").WantNoWords(t, "solde au", "sur 0") // before it began
}

func TestAWeekHasItsTarget(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	worked(p)
	for week, want := range map[string]string{"Semaine 41": "15 h 40 / 24 h 30", "Semaine 44": "12 h 00 / 35 h", "Semaine 46": "0 h 00 / 28 h", "Semaine 47": "12 h 00 / 35 h", "Semaine 48": "", "Semaine 49": ""} {
		month := "/months/2026-11"
		if week == "Semaine 41" {
			month = "/months/2026-10"
		}
		_, after, _ := strings.Cut(p.Get(month).Body, `<section class="week" aria-label="`+week+`">`)
		section, _, _ := strings.Cut(after, "</section>")
		_, total, _ := strings.Cut(section, `<p class="week-total">`)
		got := strings.TrimPrefix(strings.TrimSpace(apptest.Answer{Body: total}.Words()), "Total de la semaine ")
		if want == "" && strings.Contains(got, "/") || !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %s, want %s", week, got, want)
		}
	}
}

// stands is what the frame says of the hours; empty if it says nothing.
func stands(p *apptest.Program, path string) string {
	p.T.Helper()
	got := p.Get(path)
	got.Want(p.T, 200)
	_, after, _ := strings.Cut(got.Body, `<span class="standing">`)
	standing, _, _ := strings.Cut(after, "</p>")
	return strings.TrimSpace(apptest.Answer{Body: standing}.Words())
}

func TestTheFrameAndTheFeedSayHowTodayAndTheWeekStand(t *testing.T) {
	t.Parallel()
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
		"no target today":           {"[[targets]]\nfrom = \"2026-11-01\"\nmonday = \"7h\"\n", 0.0, 420.0, nil, "aujourd’hui 1 h 30 semaine 9 h 30 / 7 h"},
		"leave of a day to come":    {"[[targets]]\nfrom = \"2026-11-21\"\nsaturday = \"5h\"\nsunday = \"5h\"\n", 0.0, 300.0, nil, "aujourd’hui 1 h 30 semaine 9 h 30 / 5 h"},
		"targets that are to come":  {"[[targets]]\nfrom = \"2026-11-23\"\nweek = \"35h\"\n", nil, nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
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
			if want := [3]any{test.today, test.week, test.balance}; got != want {
				t.Errorf("got %v, want %v: targets of today and of the week, balance", got, want)
			}
			page := p.Get("/months/2026-11").Body
			if configured := strings.Contains(page, `class="target"`); configured != strings.Contains(test.want, "/") {
				t.Errorf("the weeks have targets: %t", configured)
			}
		})
	}
}

func TestTheFrameCountsAPresenceAsTheFeedDoes(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	if got := stands(p, "/help"); got != "aujourd’hui 0 h 00 / 7 h semaine 0 h 00 / 35 h solde −242 h 30" {
		t.Errorf("before the first event: got %s", got)
	}
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
		if found := strings.Contains(p.Get("/help").Body, `<span data-since="`+since+`">`); found != counts {
			t.Errorf("the week counts on from %s: %t, want %t", since, found, counts)
		}
	}
	step(0, 16, 6*60+16, true)
	step(14*time.Hour, 14*60+16, 20*60+16, true)
	step(3*time.Hour, 0, 6*60, false) // the departure is forgotten
}

func TestHoursThatTheDatabaseDoesNotGiveAreLeftOutOfTheFrame(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithHours(t))
	worked(p)
	p.DB.SetMaxOpenConns(1)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("ALTER TABLE time_slots RENAME COLUMN end_at TO x")))
	modelstest.Want(t, stands(p, "/journal"), "")
	if got := p.LeftOut(); !slices.Contains(got, "hours") {
		t.Errorf("got %q", got)
	}
}

func TestTheViewsOfAMonthAndOfAYearAreTabs(t *testing.T) {
	t.Parallel()
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
				if current := found[2] != ""; current != (found[1] == path) {
					t.Errorf("%s: %s is the current one: %t", path, found[1], current)
				}
			}
			if !slices.Equal(got, tabs) {
				t.Errorf("%s: got %q, want %q", path, got, tabs)
			}
		}
	}
	p.Get("/years/2026/sheets").Want(t, 200, `href="/months/2026-11/sheet"`, `href="/months/2026-10/pay"`)
	p.Get("/years/2026/sheets").WantNone(t, "/months/2026-12/") // which is to come
}

func TestTheSheetsOfAYearWithoutADaySaySo(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.EnterDay("2026-11-19", "CONGE", "", "", false)
	page := p.Get("/years/2025/sheets")
	page.WantWords(t, "Rien n’est saisi en 2025 : ces relevés sont vides. Saisir plusieurs jours")
	page.Want(t, 200, `href="/entries/range?from=2025-01-01"`)
	for _, year := range []string{"2026", "2027"} {
		if words := p.Get("/years/" + year + "/sheets").Words(); strings.Contains(words, "Rien n’est saisi") {
			t.Errorf("%s, with a day or to come, has nothing to fill: %s", year, words)
		}
	}
}
