package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// everySetting has every key of the person's sections, and texts that TOML must quote.
const everySetting = `
[person]
name = "=1+1"
employer = "A & B <b> \"c\" \\ d"
[calendar]
alsace_moselle = true
[vehicles.old]
hidden = true
[journeys.old]
hidden = true
[counters."a b.c"]
label = "'"
types = ["CONGE", "RTT"]
allowance = 2.5
round_up = false
[[counters."a b.c".adjustments]]
date = "2026-03-01"
days = -0.5
note = "@; ="
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
[telework]
employer_allowance = true
[[telework.rates]]
year = 2026
day = 2.7
month = 59.40
year_max = 626
[[ten_percent]]
year = 2026
min = 512
max = 14600
[meals]
per_day = 4.15
[vehicles.clio]
label = "Clio"
type = "moteur"
category = "voiture"
power_cv = 12
electric = true
deductible = false
[vehicles.plain]
[journeys."a.b"]
distance_km = 18.125
beyond_40_km_justified = true
round_trips = 2
[[journeys."a.b".distances]]
from = "2026-12-01"
distance_km = 3
[[journeys."a.b".distances]]
from = 2026-07-01
distance_km = 22.05
[journeys.plain]
[[bareme]]
year = 2026
category = "moto"
power_cv = 1
rates = [0.636, 1, 0.001]
constants = [0, 1395, 2]
[[bareme]]
year = 2026
category = "cyclomoteur"
rates = [0.3, 0.1, 0.2]
constants = [0, 1, 2]
[pay]
profile = "fph"
annual_base = 27540.125
delay_months = 2
[[pay.bases]]
from = "2026-07-01"
annual_base = 28000
[[pay.bases]]
from = 2026-01-01
annual_base = 0
[[pay.rates]]
kind = "night"
from = "2026-07-01"
euros = 2.505
[[pay.rates]]
kind = "meal"
from = 2026-01-01
euros = 4
[[pay.rates]]
kind = "night"
from = "2026-01-01"
euros = 0
`

func TestEverySettingIsRead(t *testing.T) {
	config := wantWarnings(t, everySetting)
	rules := config.Frame.Hours
	on := func(year int, month time.Month) civil.Date { return civil.Date{Year: year, Month: month, Day: 1} }
	twelveHours := *report.Limits{Profile: report.Hospital, TwelveHours: true}.Unset()
	twelveHours.DailyRest = 660
	conges := rules.Counters[1]
	expires := *conges.CarryExpires
	conges.CarryExpires = nil
	for _, test := range []struct {
		name      string
		got, want any
	}{
		{"person", config.Frame.Person.Name + " | " + config.Frame.Person.Employer, `=1+1 | A & B <b> "c" \ d`},
		{"targets in order", rules.Targets, []report.Target{
			{From: on(2026, 1), Minutes: [7]int64{0: 45, 1: 420, 5: 365}},
			{From: on(2026, 9), Minutes: [7]int64{0, 450, 450, 450, 450, 450, 0}, ByWeek: true},
			{From: on(2027, 1), ByWeek: true, DaysPerYear: 218, PeriodStart: report.YearDay{Month: 6, Day: 1}},
		}},
		{"journées de solidarité", rules.Solidarity, []civil.Date{{Year: 2026, Month: 5, Day: 25}, {Year: 2027, Month: 5, Day: 17}}},
		{"balance", *rules.Balance, report.BalanceRules{From: on(2026, 1), Start: -180, RTTConsumes: true, Adjustments: []report.BalanceAdjustment{{Date: on(2026, 1), Minutes: 60}}}},
		{"night", rules.Night, report.Night{Start: civil.WallTime{Hour: 22}, End: civil.WallTime{Hour: 5, Minute: 30}}},
		{"limits", *rules.Limits, report.Limits{Profile: report.Private, DailyRest: 540, WeeklyRest: 2100, DayMax: 600, WeekMax: 2880, TwelveWeeks: 2640, Contingent: 18000, Break: 20, BreakAfter: 300, RestDays: 3}},
		{"limits from 2027 on", *rules.AsOf(on(2027, 1)).Limits, twelveHours},
		{"and none later", rules.AsOf(on(2028, 1)).Limits == nil, true},
		{"holidays", rules.IsHoliday(civil.Date{Year: 2026, Month: 12, Day: 26}), true}, // in Alsace and Moselle
		{"when what is carried over expires", expires, report.YearDay{Month: 10, Day: 31}},
		{"the second counter", conges, report.Counter{Name: "conges", Label: "conges", Types: []models.DayType{models.Leave}, Unit: report.Ouvrables, Allowances: []report.Since[report.Days]{{Value: 3000}},
			PeriodStart: report.YearDay{Month: 6, Day: 1}, Accrual: report.Monthly, RoundUp: true, CarryOver: 550,
			Adjustments: []report.Adjustment{{Date: on(2026, 6), Days: 200, Note: "fractionnement"}, {Date: on(2026, 7), Days: -50}}}},
		{"the third counter", rules.Counters[2], report.Counter{Name: "R.T.T.", Label: "R.T.T.", Types: []models.DayType{models.RTT, models.SickLeave}, Unit: report.Ouvres, Allowances: []report.Since[report.Days]{{Value: 1250}, {From: on(2027, 1), Value: 1100}, {From: on(2028, 1)}},
			PeriodStart: report.YearDay{Month: 1, Day: 1}, Accrual: report.Upfront, CarryOver: report.CarryAll}},
		{"journeys", config.Frame.Costs.Journeys, []report.Journey{
			{ID: "old", Label: "old", RoundTrips: 1, Hidden: true},
			{ID: "a.b", Label: "a.b", Distances: []report.Since[int64]{{Value: 18_125}, {From: on(2026, 7), Value: 22_050}, {From: on(2026, 12), Value: 3_000}}, Beyond40Justified: true, RoundTrips: 2},
			{ID: "plain", Label: "plain", RoundTrips: 1},
		}},
		{"vehicles", config.Frame.Costs.Vehicles, []report.Vehicle{
			{ID: "old", Label: "old", Deductible: true, Hidden: true}, {ID: "clio", Label: "Clio", Category: report.Car, Power: 12, Electric: true, Motor: true}, {ID: "plain", Label: "plain", Deductible: true},
		}},
		{"figures of a year", config.Frame.Costs.Law, report.Published().With([]report.Row{
			{Year: 2026, Category: report.Moto, Power: 1, Rates: [3]int64{636, 1000, 1}, Constants: [3]int64{0, 1395, 2}},
			{Year: 2026, Category: report.Scooter, Rates: [3]int64{300, 100, 200}, Constants: [3]int64{0, 1, 2}},
		}, []report.TeleworkRates{{Year: 2026, DayCents: 270, MonthCents: 5940, YearCents: 62600}}, []report.DeductionLimits{{Year: 2026, MinEuros: 512, MaxEuros: 14600}})},
		{"what else costs", []any{config.Frame.Costs.EmployerAllowance, config.Frame.Costs.MealCents}, []any{true, 415}},
		{"pay", config.Frame.Pay, report.PayRules{Law: config.Frame.Costs.Law, Hospital: true, Bases: []report.Since[int64]{{Value: 27_540_125}, {From: on(2026, 1)}, {From: on(2026, 7), Value: 28_000_000}}, Delay: 2,
			Rates: []report.PayRate{{Kind: report.PayMeal, From: on(2026, 1), Thousandths: 4_000}, {Kind: report.PayNight, From: on(2026, 1)}, {Kind: report.PayNight, From: on(2026, 7), Thousandths: 2_505}}}},
	} {
		modelstest.Want(t, fmt.Sprintf("%+v", test.got), fmt.Sprintf("%+v", test.want), test.name)
	}
}

func TestWithoutTheirSectionsThereAreNoFigures(t *testing.T) {
	for name, content := range map[string]string{"an empty file": "", "the starter": string(app.Starter), "thresholds without a profile": "[rules]\ndaily_rest = \"11h\"\nprofile = \"aucune\"\n"} {
		rules := apptest.LoadConfig(t, content).Frame.Hours
		modelstest.Want(t, len(rules.Targets)+len(rules.Counters) == 0 && rules.Balance == nil && rules.Limits == nil, true, name)
		modelstest.Want(t, rules.Night, report.Night{Start: civil.WallTime{Hour: 21}, End: civil.WallTime{Hour: 6}}, name)
	}
}

// The starter shows everything in comments: without the marks it must be valid.
func TestTheExamplesOfTheStarterAreValid(t *testing.T) {
	var lines []string
	for line := range strings.SplitSeq(string(app.Starter), "\n") {
		text := strings.TrimPrefix(line, "# ")
		name, _, isKey := strings.Cut(text, " = ")
		if strings.HasPrefix(text, "[") || isKey && !strings.Contains(name, " ") {
			line = text
		}
		lines = append(lines, line)
	}
	wantWarnings(t, strings.Join(lines, "\n"))
}

func TestANightWorkerOfAPrivateCompanyHasOtherLimits(t *testing.T) {
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
		modelstest.Want(t, limits.NightWorker == test.night && limits.DayMaxNight == test.max && limits.TwelveWeeks == test.sum, true, name, *limits)
	}
	if got := apptest.LoadConfig(t, "[rules]\nprofile = \"fph\"\ntwelve_hours = true\ndaily_rest = \"11h\"\n").Frame.Hours.Limits; got.DayMax != 720 || !got.TwelveHours || got.DailyRest != 660 {
		t.Errorf("in 12 hours: got %+v", *got)
	}
}

// TestDistancesAndMealsAreReadExactly uses numbers that floating point multiplies wrongly.
func TestDistancesAndMealsAreReadExactly(t *testing.T) {
	for text, want := range map[string]int64{"4.20": 420, "0": 0, "100": 10000, "0.05": 5} {
		modelstest.Want(t, apptest.LoadConfig(t, "[meals]\nper_day = "+text+"\n").Frame.Costs.MealCents, want)
	}
	for text, want := range map[string]int64{"1.001": 1001, "8.29": 8290, "2.675": 2675, "1.005": 1005, "16.055": 16055, "20000": 20_000_000, "0": 0, "0.0": 0, "1e1": 10_000} {
		config := apptest.LoadConfig(t, "[journeys.a]\ndistance_km = "+text+"\n")
		if got := config.Frame.Costs.Journeys[0].Distances[0].Value; got != want {
			t.Errorf("%s: got %d m, want %d", text, got, want)
		}
	}
}

func TestABaseThatNoProfileUsesIsAWarning(t *testing.T) {
	for content, want := range map[string]string{"annual_base = 28000\n": "pay.annual_base", "annual_base = 0\n": "", "[[pay.bases]]\nfrom = \"2026-07-01\"\nannual_base = 28000\n": "pay.bases",
		"profile = \"fph\"\nannual_base = 28000\n": ""} {
		config := apptest.LoadConfig(t, "[pay]\n"+content)
		found := slices.DeleteFunc(config.Warnings, func(warning string) bool {
			return !strings.Contains(warning, `: is not used: pay.profile is not "fph"`)
		})
		modelstest.Want(t, (want == "") == (len(found) == 0) && (want == "" || strings.Contains(found[0], want+": is")), true, content, config.Warnings, want)
	}
}
