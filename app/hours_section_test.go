package app_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
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

func TestEveryFaultOfTheHoursIsReportedWithItsLine(t *testing.T) {
	t.Parallel()
	const (
		day      = `must be a duration of at most 24 hours, such as "7h" or "7h30"`
		allTypes = `allowed: "WORK", "TT", "GARDE", "ASTREINTE", "FORMATION", "RTT", "CONGE", "MALADE", "FERIE"`
		types    = `must be a list of day types, each once; ` + allTypes
		date     = `must be a date, such as "2026-07-01"`
		yearDay  = `must be a month and a day that every year has, such as "06-01"`
		days     = `must be a number of days from 0 to 366, such as 25 or 12.5`
	)
	wantProblems(t, `[[targets]]
monday = "7h"
[[targets]]
from = "2026-02-29"
tuesday = "24h01"
wednesday = "-1h"
thursday = 7
friday = "7:30"
saturday = "7h60"
[[targets]]
from = "2026-03-01"
week = "169h"
[[targets]]
from = "2026-03-01"
days_per_year = 0
[[targets]]
from = "2026-04-01"
monday = "7h"
week = "35h"
[balance]
start = "3"
rtt_consumes = 1
[counters.a]
unit = "jours"
accrual = "weekly"
carry_over = "some"
carry_expires = "02-29"
period_start = "6-1"
[counters.b]
types = ["CONGE", "conge"]
allowance = 25.25
carry_over = -1
[[counters.b.adjustments]]
days = "2"
[[counters.b.adjustments]]
date = "2026-01-01"
days = 400
note = 1
[counters.c]
types = ["RTT", "RTT"]
allowance = 367
[hours]
night_start = "9:30"
night_end = "24:00"
[rules]
profile = "Prive"
daily_rest = "24h"
weekly_rest = "200h"
days_per_year = 400
rest_days = 15
rest_sunday = "2"
contingent = "8785h"
break = "25h"
`,
		`FILE:1: targets[1].from: is required; `+date,
		`FILE:4: targets[2].from = "2026-02-29": `+date,
		`FILE:5: targets[2].tuesday = "24h01": `+day,
		`FILE:6: targets[2].wednesday = "-1h": `+day,
		`FILE:7: targets[2].thursday = 7: `+day,
		`FILE:8: targets[2].friday = "7:30": `+day,
		`FILE:9: targets[2].saturday = "7h60": `+day,
		`FILE:12: targets[3].week = "169h": must be a duration of at most 168 hours, such as "35h"`,
		`FILE:14: targets[4].from = "2026-03-01": must be a date that no other target has`,
		`FILE:15: targets[4].days_per_year = 0: must be a number of days from 1 to 366`,
		`FILE:19: targets[5].week = "35h": must not stand beside monday: a target is days of the week, or week, or days_per_year, or plan`,
		`FILE:21: balance.start = "3": must be a duration, such as "12h30" or "-3h"`,
		`FILE:22: balance.rtt_consumes = 1: must be true or false`,
		`FILE:23: counters.a.types: is required; `+types,
		`FILE:23: counters.a.allowance: is required; `+days,
		`FILE:24: counters.a.unit = "jours": allowed: "ouvres", "ouvrables", "heures"`,
		`FILE:25: counters.a.accrual = "weekly": allowed: "upfront", "monthly"`,
		`FILE:26: counters.a.carry_over = "some": must be "none", "all" or a number of days, such as 5 or 2.5`,
		`FILE:27: counters.a.carry_expires = "02-29": `+yearDay,
		`FILE:28: counters.a.period_start = "6-1": `+yearDay,
		`FILE:30: counters.b.types = ["CONGE", "conge"]: `+types,
		`FILE:31: counters.b.allowance = 25.25: `+days,
		`FILE:32: counters.b.carry_over = -1: must be "none", "all" or a number of days, such as 5 or 2.5`,
		`FILE:33: counters.b.adjustments[1].date: is required; `+date,
		`FILE:34: counters.b.adjustments[1].days = "2": must be a number of days from -366 to 366, such as 2 or -0.5`,
		`FILE:37: counters.b.adjustments[2].days = 400: must be a number of days from -366 to 366, such as 2 or -0.5`,
		`FILE:38: counters.b.adjustments[2].note = 1: must be text in quotes`,
		`FILE:40: counters.c.types = ["RTT", "RTT"]: `+types,
		`FILE:41: counters.c.allowance = 367: `+days,
		`FILE:43: hours.night_start = "9:30": must be a time from "00:00" to "23:59", such as "21:00"`,
		`FILE:44: hours.night_end = "24:00": must be a time from "00:00" to "23:59", such as "21:00"`,
		`FILE:46: rules.profile = "Prive": allowed: "aucune", "prive", "fph", "forfait_jours"`,
		`FILE:47: rules.daily_rest = "24h": must be a duration of less than 24 hours, such as "11h", or "0h" for no threshold`,
		`FILE:48: rules.weekly_rest = "200h": must be a duration of at most 168 hours, such as "11h", or "0h" for no threshold`,
		`FILE:49: rules.days_per_year = 400: must be a number of days from 0 to 366`,
		`FILE:50: rules.rest_days = 15: must be a number of days from 0 to 14`,
		`FILE:51: rules.rest_sunday = "2": must be a number of days from 0 to 14`,
		`FILE:52: rules.contingent = "8785h": must be a duration of at most 8784 hours, such as "11h", or "0h" for no threshold`,
		`FILE:53: rules.break = "25h": must be a duration of at most 24 hours, such as "11h", or "0h" for no threshold`,
	)
	for content, want := range map[string]string{
		"[balance]\nstart = \"3h\"\n":                                                                                                                         `FILE:1: balance.from = "": must be the date on which the balance begins, such as "2026-01-01"`,
		"[[balance.adjustments]]\ndate = \"2026-06-30\"\nhours = \"1h\"\n":                                                                                    `FILE:1: balance.from = "": must be the date on which the balance begins, such as "2026-01-01"`,
		"[balance]\nfrom = \"2026-01-01\"\nadjustments = [{ date = \"2026-06-31\", hours = \"-1h\" }]\n":                                                      `FILE:3: balance.adjustments[1].date = "2026-06-31": ` + date,
		"[balance]\nfrom = \"2026-01-01\"\nadjustments = [{ date = \"2026-06-30\", hours = 10 }]\n":                                                           `FILE:3: balance.adjustments[1].hours = 10: must be a duration, such as "12h30" or "-3h"`,
		"[balance]\nfrom = \"2026-01-02\"\nadjustments = [{ date = \"2026-01-01\", hours = \"-1h\" }]\n":                                                      `FILE:3: balance.adjustments[1].date = "2026-01-01": must not be before balance.from, 2026-01-02`,
		"[balance]\nfrom = \"2026\"\nadjustments = [{ date = \"2026-01-01\", hours = \"-1h\" }]\n":                                                            `FILE:2: balance.from = "2026": must be the date on which the balance begins, such as "2026-01-01"`,
		"[balance]\nfrom = \"2026-01-01\"\nadjustments = [{ hours = \"-1h\" }]\n":                                                                             `FILE:3: balance.adjustments[1].date: is required; ` + date,
		"[balance]\nfrom = \"2026-01-01\"\nadjustments = 3\n":                                                                                                 `FILE:3: balance.adjustments = 3: must be a list of tables, as in [[balance.adjustments]]`,
		"[[targets]]\nfrom = \"2026-01-01\"\nweek = \"35h\"\nperiod_start = \"06-01\"\n":                                                                      `FILE:4: targets[1].period_start = "06-01": must stand beside days_per_year`,
		"[[targets]]\nfrom = \"2026-01-01\"\ndays_per_year = 218\nperiod_start = \"02-29\"\n":                                                                 `FILE:4: targets[1].period_start = "02-29": must be a month and a day that every year has, such as "06-01"`,
		"[solidarity]\ndates = [\"2026-05-25\", \"2026-05-25\"]\n":                                                                                            `FILE:2: solidarity.dates = ["2026-05-25", "2026-05-25"]: must be a list of dates, each once, such as ["2026-05-25"]`,
		"[rules]\nnight_worker = \"yes\"\n":                                                                                                                   `FILE:2: rules.night_worker = "yes": must be true or false`,
		"[rules]\nprofile = \"fph\"\nnight_worker = true\n":                                                                                                   `FILE:3: rules.night_worker = true: must be false, unless profile = "prive"`,
		"[rules]\nprofile = \"prive\"\ntwelve_hours = true\n":                                                                                                 `FILE:3: rules.twelve_hours = true: must be false, unless profile = "fph"`,
		"[[rules.from]]\nprofile = \"prive\"\n":                                                                                                               `FILE:1: rules.from[1].date: is required; ` + date,
		"[[rules.from]]\ndate = \"2026-06-01\"\nprofile = \"prive\"\ntwelve_hours = true\n":                                                                   `FILE:4: rules.from[1].twelve_hours = true: must be false, unless profile = "fph"`,
		"[[rules.from]]\ndate = \"2026-06-01\"\ndaily_rest = \"24h\"\n":                                                                                       `FILE:3: rules.from[1].daily_rest = "24h": must be a duration of less than 24 hours, such as "11h", or "0h" for no threshold`,
		"[[rules.from]]\ndate = \"2026-06-01\"\n[[rules.from]]\ndate = 2026-06-01\n":                                                                          `FILE:4: rules.from[2].date = 2026-06-01: must be a date that no other rules have`,
		"[rules]\nfrom = \"2026-06-01\"\n":                                                                                                                    `FILE:2: rules.from = "2026-06-01": must be a list of tables, as in [[rules.from]]`,
		"[counters.a]\ntypes = [\"RTT\"]\nallowance = 1\n[[counters.a.allowances]]\nfrom = \"2026-06-01\"\n":                                                  `FILE:4: counters.a.allowances[1].allowance: is required; ` + days,
		"[counters.a]\ntypes = [\"RTT\"]\nallowance = 1\nallowances = [{ from = \"2026-06-01\", allowance = 1 }, { from = \"2026-06-01\", allowance = 2 }]\n": `FILE:4: counters.a.allowances[2].from = "2026-06-01": must be a date that no other allowance of the counter has`,
		"[rules]\nnight_worker = true\n":                                                                                                                      `FILE:2: rules.night_worker = true: must be false, unless profile = "prive"`,
		"[rules]\nprofile = \"Prive\"\nnight_worker = true\n":                                                                                                 `FILE:2: rules.profile = "Prive": allowed: "aucune", "prive", "fph", "forfait_jours"`,
		"[counters.a]\ntypes = [\"RTT\"]\nallowance = 1\nround_up = 1\n":                                                                                      `FILE:4: counters.a.round_up = 1: must be true or false`,
		"[counters.a]\ntypes = [\"RTT\"]\nallowance = 1\nlabel = 1\n":                                                                                         `FILE:4: counters.a.label = 1: must be text in quotes`,
		"[counters.a]\ntypes = [\"RTT\"]\nallowance = 1\nlabel = \" \"\n":                                                                                     `FILE:4: counters.a.label = " ": must not be blank; without it, or with "", pages show the name`,
		"[balance]\nfrom = \"2026\"\n":                                                                                                                        `FILE:2: balance.from = "2026": must be the date on which the balance begins, such as "2026-01-01"`,
		"[hours]\nnight_start = \"06:00\"\n":                                                                                                                  `FILE:1: hours.night_end = "06:00": must be another time than hours.night_start`,
		"[targets]\nfrom = \"2026-01-01\"\n":                                                                                                                  `FILE:1: targets = a table: must be a list of tables, as in [[targets]]`,
		"[plan]\nwords = 1\n":                                                                                                                                 `FILE:2: plan.words = 1: must be a table of at most 200 words, as in [plan.words]`,
		"[plan.words]\nN2 = \"NUIT\"\n":                                                                                                                       `FILE:2: plan.words.N2 = "NUIT": allowed: "WORK", "GARDE", "ASTREINTE", "FORMATION", "TT", "rest", "leave", "ignore"`,
		"[plan.words]\nn2 = \"GARDE\"\nN2 = \"TT\"\n":                                                                                                         `FILE:3: plan.words.N2: must be a word or a title that no other is but for its case`,
		"[plan.words]\n\" \" = \"TT\"\n":                                                                                                                      `FILE:2: plan.words." ": must be a word or a title that no other is but for its case`,
		"[counters]\nconges = 25\n":                                                                                                                           `FILE:2: counters.conges = 25: must be a table, as in [counters.conges]`,
		"[counters.a]\ntypes = \"RTT\"\nallowance = 1\n":                                                                                                      `FILE:2: counters.a.types = "RTT": ` + types,
		"[counters.a]\ntypes = [\"RTT\"]\nallowance = \"25\"\n":                                                                                               `FILE:3: counters.a.allowance = "25": ` + days,
		"[counters.a]\ntypes = [\"RTT\"]\nallowance = nan\n":                                                                                                  `FILE:3: counters.a.allowance = NaN: ` + days,
		"[[targets]]\nfrom = \"2026-01-01\"\nweek = \"9999999h\"\n":                                                                                           `FILE:3: targets[1].week = "9999999h": must be a duration of at most 168 hours, such as "35h"`,
		"[counters.a]\nunit = \"heures\"\nallowance = 1\n":                                                                                                    `FILE:3: counters.a.allowance = 1: must be left out: the counter is in hours, by adjustments alone`,
		"[counters.a]\nunit = \"heures\"\ncarry_over = 2\n":                                                                                                   `FILE:3: counters.a.carry_over = 2: must be "none" or "all": the counter is in hours`,
		"[counters.a]\nunit = \"heures\"\nadjustments = [{ date = \"2026-01-01\" }]\n":                                                                        `FILE:3: counters.a.adjustments[1].hours: is required; must be a duration, such as "3h30" or "-3h"`,
		"[counters.a]\nunit = \"heures\"\nadjustments = [{ date = \"2026-01-01\", hours = \"1h\", days = 1 }]\n":                                              `FILE:3: counters.a.adjustments[1].days = 1: must be left out: the counter is in hours`,
		"[counters.a]\ntypes = [\"RTT\"]\nallowance = 1\nadjustments = [{ date = \"2026-01-01\", days = 1, hours = \"1h\" }]\n":                               `FILE:4: counters.a.adjustments[1].hours = "1h": must be left out: the counter is in days`,
	} {
		wantProblems(t, content, want)
	}
}

func TestUnknownKeysOfTheHoursAreWarnings(t *testing.T) {
	t.Parallel()
	file := apptest.WriteConfig(t, `[[targets]]
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
`)
	config, err := app.LoadConfig(file)
	modelstest.Must(t, err)
	got := strings.ReplaceAll(strings.Join(config.Warnings, "\n"), file, "FILE")
	want := `FILE:3: targets[1].lundi: unknown key, ignored
FILE:7: counters.a.total: unknown key, ignored
FILE:11: counters.a.adjustments[1].why: unknown key, ignored
FILE:13: rules.rest: unknown key, ignored`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
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
