package app_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// hoursSections have every key of the hours.
const hoursSections = `
[[targets]]
from = "2026-09-01"
week = "37h30"
[[targets]]
from = "2026-01-01"
monday = "7h"
friday = "6h05"
sunday = "0h45"
[[targets]]
from = 2027-01-01
days_per_year = 218
period_start = "06-01"
[solidarity]
dates = ["2026-05-25", 2027-05-17]
[balance]
from = "2026-01-01"
start = "-3h"
rtt_consumes = true
adjustments = [{ date = "2026-01-01", hours = "1h" }]
[counters.conges]
types = ["CONGE"]
unit = "ouvrables"
allowance = 30
period_start = "06-01"
accrual = "monthly"
carry_over = 5.5
carry_expires = "10-31"
[[counters.conges.adjustments]]
date = "2026-06-01"
days = 2
note = "fractionnement"
[[counters.conges.adjustments]]
date = "2026-07-01"
days = -0.5
[counters."R.T.T."]
types = ["RTT", "MALADE"]
allowance = 12.5
allowances = [{ from = 2028-01-01, allowance = 0 }, { from = "2027-01-01", allowance = 11 }]
carry_over = "all"
[hours]
night_start = "22:00"
night_end = "05:30"
[rules]
profile = "prive"
daily_rest = "9h"
overtime = "0h"
contingent = "300h"
break = "0h20"
break_after = "5h"
rest_days = 3
[[rules.from]]
date = "2028-01-01"
[[rules.from]]
date = "2027-01-01"
profile = "fph"
twelve_hours = true
daily_rest = "11h"
`

func TestTheHoursAreConfigured(t *testing.T) {
	t.Parallel()
	rules := apptest.LoadConfig(t, hoursSections).Frame.Hours
	newYear := func(year int) civil.Date { return civil.Date{Year: year, Month: 1, Day: 1} }
	twelveHours := *report.TwelveHoursLimits()
	twelveHours.DailyRest = 660
	minutes := func(sunday, monday, friday int64) [7]int64 { return [7]int64{0: sunday, 1: monday, 5: friday} }
	for _, test := range []struct {
		name      string
		got, want any
	}{
		{"targets in order", rules.Targets, []report.Target{
			{From: civil.Date{Year: 2026, Month: 1, Day: 1}, Minutes: minutes(45, 420, 365)},
			{From: civil.Date{Year: 2026, Month: 9, Day: 1}, Minutes: [7]int64{0, 450, 450, 450, 450, 450, 0}, ByWeek: true},
			{From: civil.Date{Year: 2027, Month: 1, Day: 1}, ByWeek: true, DaysPerYear: 218, PeriodStart: report.YearDay{Month: 6, Day: 1}},
		}},
		{"journées de solidarité", rules.Solidarity, []civil.Date{{Year: 2026, Month: 5, Day: 25}, {Year: 2027, Month: 5, Day: 17}}},
		{"balance", *rules.Balance, report.BalanceRules{From: civil.Date{Year: 2026, Month: 1, Day: 1}, Start: -180, RTTConsumes: true,
			Adjustments: []report.BalanceAdjustment{{Date: civil.Date{Year: 2026, Month: 1, Day: 1}, Minutes: 60}}}},
		{"night", rules.Night, report.Night{Start: civil.WallTime{Hour: 22}, End: civil.WallTime{Hour: 5, Minute: 30}}},
		{"limits", *rules.Limits, report.Limits{Profile: report.Private, DailyRest: 540, WeeklyRest: 2100, DayMax: 600, WeekMax: 2880, TwelveWeeks: 2640, Contingent: 18000, Break: 20, BreakAfter: 300, RestDays: 3}},
		{"limits from 2027 on", *rules.AsOf(newYear(2027)).Limits, twelveHours},
		{"and none later", rules.AsOf(newYear(2028)).Limits == nil, true},
		{"the second counter", rules.Counters[1], report.Counter{Name: "R.T.T.", Label: "R.T.T.", Types: []models.DayType{models.RTT, models.SickLeave}, Unit: report.Ouvres, Allowances: []report.Since[report.Days]{{Value: 1250}, {From: newYear(2027), Value: 1100}, {From: newYear(2028)}},
			PeriodStart: report.YearDay{Month: 1, Day: 1}, Accrual: report.Upfront, CarryOver: report.CarryAll}},
		{"adjustments", rules.Counters[0].Adjustments, []report.Adjustment{
			{Date: civil.Date{Year: 2026, Month: 6, Day: 1}, Days: 200, Note: "fractionnement"}, {Date: civil.Date{Year: 2026, Month: 7, Day: 1}, Days: -50}}},
		{"expiry", *rules.Counters[0].CarryExpires, report.YearDay{Month: 10, Day: 31}},
		{"what is carried over", rules.Counters[0].CarryOver, report.Days(550)},
		{"accrual", rules.Counters[0].Accrual, report.Monthly},
	} {
		if fmt.Sprint(test.got) != fmt.Sprint(test.want) {
			t.Errorf("%s: got %v, want %v", test.name, test.got, test.want)
		}
	}
	for date, want := range map[civil.Date]bool{{Year: 2026, Month: 5, Day: 1}: true, {Year: 2026, Month: 12, Day: 26}: false} {
		if rules.IsHoliday(date) != want {
			t.Errorf("%s: got %t for a holiday", date, !want)
		}
	}
	if !apptest.LoadConfig(t, "[calendar]\nalsace_moselle = true\n").Frame.Hours.IsHoliday(civil.Date{Year: 2026, Month: 12, Day: 26}) {
		t.Error("the holidays are not those of the calendar")
	}
}

func TestWithoutTheirSectionsThereAreNoFigures(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"an empty file": "", "the starter": string(app.Starter), "thresholds without a profile": "[rules]\ndaily_rest = \"11h\"\nprofile = \"aucune\"\n"} {
		rules := apptest.LoadConfig(t, content).Frame.Hours
		if len(rules.Targets) > 0 || rules.Balance != nil || len(rules.Counters) > 0 || rules.Limits != nil {
			t.Errorf("%s: got %+v", name, rules)
		}
		if want := (report.Night{Start: civil.WallTime{Hour: 21}, End: civil.WallTime{Hour: 6}}); rules.Night != want {
			t.Errorf("%s: got %v", name, rules.Night)
		}
	}
}

// The starter shows everything in comments: without the marks it must be valid.
func TestTheExamplesOfTheStarterAreValid(t *testing.T) {
	t.Parallel()
	var lines []string
	for line := range strings.SplitSeq(string(app.Starter), "\n") {
		text := strings.TrimPrefix(line, "# ")
		name, _, isKey := strings.Cut(text, " = ")
		if strings.HasPrefix(text, "[") || isKey && !strings.Contains(name, " ") {
			line = text
		}
		lines = append(lines, line)
	}
	if config := apptest.LoadConfig(t, strings.Join(lines, "\n")); len(config.Warnings) > 0 {
		t.Errorf("got %v", config.Warnings)
	}
}

func TestUnknownKeysOfTheHoursAreWarnings(t *testing.T) {
	t.Parallel()
	wantWarnings(t, `[[targets]]
from = "2026-01-01"
lundi = "7h"
[counters.a]
types = ["RTT"]
allowance = 1
total = 2
[[counters.a.adjustments]]
date = "2026-01-01"
days = 1
why = "x"
[rules]
rest = "11h"
`, "FILE:3: targets[1].lundi: unknown key, ignored", "FILE:7: counters.a.total: unknown key, ignored",
		"FILE:11: counters.a.adjustments[1].why: unknown key, ignored", "FILE:13: rules.rest: unknown key, ignored")
}

func TestANightWorkerOfAPrivateCompanyHasOtherLimits(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		content  string
		night    bool
		max, sum int64 // of a shift of the night, of twelve weeks
	}{
		"a night worker":              {"profile = \"prive\"\nnight_worker = true\n", true, 480, 2400},
		"with an agreement":           {"profile = \"prive\"\nnight_worker = true\nday_max_night = \"10h\"\ntwelve_weeks = \"44h\"\n", true, 600, 2640},
		"who is none":                 {"profile = \"prive\"\n", false, 0, 2640},
		"a rest of less than a day":   {"profile = \"prive\"\ndaily_rest = \"23h59\"\n", false, 0, 2640},
		"in a hospital the shift has": {"profile = \"fph\"\nnight_worker = false\n", false, 600, 0},
		"but not in 12 hours":         {"profile = \"fph\"\ntwelve_hours = true\n", false, 0, 0},
	} {
		limits := apptest.LoadConfig(t, "[rules]\n"+test.content).Frame.Hours.Limits
		if limits.NightWorker != test.night || limits.DayMaxNight != test.max || limits.TwelveWeeks != test.sum {
			t.Errorf("%s: got %+v", name, *limits)
		}
	}
	if got := apptest.LoadConfig(t, "[rules]\nprofile = \"fph\"\ntwelve_hours = true\ndaily_rest = \"11h\"\n").Frame.Hours.Limits; got.DayMax != 720 || !got.TwelveHours || got.DailyRest != 660 {
		t.Errorf("in 12 hours: got %+v", *got)
	}
}
