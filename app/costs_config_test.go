package app_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/handlers/forms"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func TestTheSectionsOfTheCostsAreCheckedWithLineValueAndWhatIsAllowed(t *testing.T) {
	t.Parallel()
	wantProblems(t, `[telework]
employer_allowance = "no"
[vehicles.clio]
category = "car"
power_cv = 0
electric = 1
deductible = "yes"
[vehicles.zoe]
category = 1
power_cv = 4.5
[journeys.bureau]
distance_km = 18.5001
beyond_40_km_justified = 0
round_trips = 3
distances = [1]
[journeys.annexe]
distances = "x"
[[journeys.depot.distances]]
from = "2026-07-32"
distance_km = 20001
[[journeys.depot.distances]]
from = 2026-07-01
distance_km = nan
[[journeys.depot.distances]]
from = "2026-07-01"
distance_km = "3"
[[journeys.depot.distances]]
[[bareme]]
[[bareme]]
year = 26
category = "voiture"
power_cv = 8
rates = [0.6361, 0.357, 0.427]
constants = [0, 1395.5, 0]
[[bareme]]
year = 2026
category = "cyclomoteur"
power_cv = 1
rates = [0.3, 0.1]
constants = [0, -1, 0]
[[bareme]]
year = 2026
category = "moto"
power_cv = 2
rates = [10.001, 0, 0]
constants = [0, 0, 100001]
`,
		`FILE:2: telework.employer_allowance = "no": must be true or false`,
		`FILE:4: vehicles.clio.category = "car": allowed: "voiture", "moto", "cyclomoteur"`,
		`FILE:5: vehicles.clio.power_cv = 0: must be the number of fiscal horsepower (CV), from 1 to 500`,
		`FILE:6: vehicles.clio.electric = 1: must be true or false`,
		`FILE:7: vehicles.clio.deductible = "yes": must be true or false`,
		`FILE:9: vehicles.zoe.category = 1: allowed: "voiture", "moto", "cyclomoteur"`,
		`FILE:10: vehicles.zoe.power_cv = 4.5: must be the number of fiscal horsepower (CV), from 1 to 500`,
		`FILE:12: journeys.bureau.distance_km = 18.5001: must be a number of kilometres from 0 to 20000, with three decimals at most`,
		`FILE:13: journeys.bureau.beyond_40_km_justified = 0: must be true or false`,
		`FILE:14: journeys.bureau.round_trips = 3: must be 1 or 2`,
		`FILE:15: journeys.bureau.distances = [1]: must be a list of tables, as in [[journeys.bureau.distances]]`,
		`FILE:17: journeys.annexe.distances = "x": must be a list of tables, as in [[journeys.annexe.distances]]`,
		`FILE:19: journeys.depot.distances[1].from = "2026-07-32": must be a date, such as "2026-07-01"`,
		`FILE:20: journeys.depot.distances[1].distance_km = 20001: must be a number of kilometres from 0 to 20000, with three decimals at most`,
		`FILE:23: journeys.depot.distances[2].distance_km = NaN: must be a number of kilometres from 0 to 20000, with three decimals at most`,
		`FILE:25: journeys.depot.distances[3].from = "2026-07-01": must be a date that no other distance of the journey has`,
		`FILE:26: journeys.depot.distances[3].distance_km = "3": must be a number of kilometres from 0 to 20000, with three decimals at most`,
		`FILE:27: journeys.depot.distances[4].from: is required; must be a date, such as "2026-07-01"`,
		`FILE:27: journeys.depot.distances[4].distance_km: is required; must be a number of kilometres from 0 to 20000, with three decimals at most`,
		`FILE:28: bareme[1].category: is required; allowed: "voiture", "moto", "cyclomoteur"`,
		`FILE:28: bareme[1].year: is required; must be the year of the income, such as 2026`,
		`FILE:28: bareme[1].rates: is required; must be three numbers of euros for a kilometre from 0 to 10, with three decimals at most`,
		`FILE:28: bareme[1].constants: is required; must be three whole numbers of euros from 0 to 100000`,
		`FILE:30: bareme[2].year = 26: must be the year of the income, such as 2026`,
		`FILE:32: bareme[2].power_cv = 8: must be the lowest power of a class of "voiture": one of [3 4 5 6 7]`,
		`FILE:33: bareme[2].rates = [0.6361, 0.357, 0.427]: must be three numbers of euros for a kilometre from 0 to 10, with three decimals at most`,
		`FILE:34: bareme[2].constants = [0, 1395.5, 0]: must be three whole numbers of euros from 0 to 100000`,
		`FILE:38: bareme[3].power_cv = 1: must be left out: the power of a cyclomoteur does not count`,
		`FILE:39: bareme[3].rates = [0.3, 0.1]: must be three numbers of euros for a kilometre from 0 to 10, with three decimals at most`,
		`FILE:40: bareme[3].constants = [0, -1, 0]: must be three whole numbers of euros from 0 to 100000`,
		`FILE:44: bareme[4].power_cv = 2: must be the lowest power of a class of "moto": one of [1 3 6]`,
		`FILE:45: bareme[4].rates = [10.001, 0, 0]: must be three numbers of euros for a kilometre from 0 to 10, with three decimals at most`,
		`FILE:46: bareme[4].constants = [0, 0, 100001]: must be three whole numbers of euros from 0 to 100000`,
	)
	wantProblems(t, "bareme = 1\ntelework = 2\n", "FILE:1: bareme = 1: must be a list of tables, as in [[bareme]]", "FILE:2: telework = 2: must be a section, as in [telework]")
	wantProblems(t, `[meals]
per_day = 4.205
[[telework.rates]]
[[telework.rates]]
year = 1999
day = 2.705
month = "59.40"
year_max = -1
[[telework.rates]]
year = 2026
day = 2.7
month = 59.40
year_max = 100000.01
[[telework.rates]]
year = 2026
day = 0
month = 0
year_max = 0
[[ten_percent]]
[[ten_percent]]
year = "2026"
min = 509.5
max = 100001
[[ten_percent]]
year = 2026
min = 509
max = 508
[[ten_percent]]
year = 2026
min = 0
max = 100000
`,
		`FILE:2: meals.per_day = 4.205: must be an amount in euros from 0 to 100, with two decimals at most`,
		`FILE:3: telework.rates[1].year: is required; must be the year of the income, such as 2026`,
		`FILE:3: telework.rates[1].day: is required; must be an amount in euros from 0 to 100000, with two decimals at most`,
		`FILE:3: telework.rates[1].month: is required; must be an amount in euros from 0 to 100000, with two decimals at most`,
		`FILE:3: telework.rates[1].year_max: is required; must be an amount in euros from 0 to 100000, with two decimals at most`,
		`FILE:5: telework.rates[2].year = 1999: must be the year of the income, such as 2026`,
		`FILE:6: telework.rates[2].day = 2.705: must be an amount in euros from 0 to 100000, with two decimals at most`,
		`FILE:7: telework.rates[2].month = "59.40": must be an amount in euros from 0 to 100000, with two decimals at most`,
		`FILE:8: telework.rates[2].year_max = -1: must be an amount in euros from 0 to 100000, with two decimals at most`,
		`FILE:13: telework.rates[3].year_max = 100000.01: must be an amount in euros from 0 to 100000, with two decimals at most`,
		`FILE:15: telework.rates[4].year = 2026: must be a year that no other table of [[telework.rates]] has`,
		`FILE:19: ten_percent[1].year: is required; must be the year of the income, such as 2026`,
		`FILE:19: ten_percent[1].min: is required; must be a whole number of euros from 0 to 100000`,
		`FILE:19: ten_percent[1].max: is required; must be a whole number of euros from 0 to 100000`,
		`FILE:21: ten_percent[2].year = "2026": must be the year of the income, such as 2026`,
		`FILE:22: ten_percent[2].min = 509.5: must be a whole number of euros from 0 to 100000`,
		`FILE:23: ten_percent[2].max = 100001: must be a whole number of euros from 0 to 100000`,
		`FILE:27: ten_percent[3].max = 508: must not be less than min`,
		`FILE:29: ten_percent[4].year = 2026: must be a year that no other table of [[ten_percent]] has`,
	)
	wantProblems(t, "ten_percent = 1\nmeals = 2\n[telework]\nrates = 3\n", "FILE:1: ten_percent = 1: must be a list of tables, as in [[ten_percent]]",
		"FILE:2: meals = 2: must be a section, as in [meals]", "FILE:4: telework.rates = 3: must be a list of tables, as in [[telework.rates]]")
	for written, shown := range map[string]string{"-1": "-1", `"4.20"`: `"4.20"`, "100.01": "100.01", "nan": "NaN", "true": "true"} {
		wantProblems(t, "[meals]\nper_day = "+written+"\n", "FILE:2: meals.per_day = "+shown+": must be an amount in euros from 0 to 100, with two decimals at most")
	}
	const row = `{year = 2026, category = "voiture", power_cv = 5, rates = [1, 1, 1], constants = [0, 0, 0]}`
	wantProblems(t, "bareme = ["+row+",\n"+row+"]\n", "FILE:1: bareme[2]: another row has the same year, category and power_cv")
}

// costsSections have every key of the costs.
const costsSections = `
[telework]
employer_allowance = true
[[telework.rates]]
year = 2026
day = 2.7
month = 59.40
year_max = 626
colour = 1
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
colour = 1
[journeys.plain]
[[bareme]]
year = 2026
category = "moto"
power_cv = 1
rates = [0.636, 1, 0.001]
constants = [0, 1395, 2]
`

func TestTheSectionsOfTheCostsAreRead(t *testing.T) {
	t.Parallel()
	config := apptest.LoadConfig(t, costsSections)
	july, december := civil.Date{Year: 2026, Month: 7, Day: 1}, civil.Date{Year: 2026, Month: 12, Day: 1}
	want := report.CostRules{
		Law: report.Published().With([]report.Row{{Year: 2026, Category: report.Moto, Power: 1, Rates: [3]int64{636, 1000, 1}, Constants: [3]int64{0, 1395, 2}}},
			[]report.TeleworkRates{{Year: 2026, DayCents: 270, MonthCents: 5940, YearCents: 62600}}, []report.DeductionLimits{{Year: 2026, MinEuros: 512, MaxEuros: 14600}}),
		Journeys: []report.Journey{
			{ID: "a.b", Label: "a.b", Distances: []report.Since[int64]{{Value: 18_125}, {From: july, Value: 22_050}, {From: december, Value: 3_000}}, Beyond40Justified: true, RoundTrips: 2},
			{ID: "plain", Label: "plain", RoundTrips: 1},
		},
		Vehicles: []report.Vehicle{
			{ID: "clio", Label: "Clio", Category: report.Car, Power: 12, Electric: true},
			{ID: "plain", Label: "plain", Deductible: true},
		},
		EmployerAllowance: true,
		MealCents:         415,
	}
	modelstest.Want(t, fmt.Sprintf("%+v", config.Frame.Costs), fmt.Sprintf("%+v", want))
	if got := fmt.Sprint(config.Warnings); len(config.Warnings) != 2 || !strings.Contains(got, `telework.rates[1].colour: unknown key, ignored `) || !strings.HasSuffix(got, `journeys."a.b".distances[2].colour: unknown key, ignored]`) {
		t.Errorf("got warnings %s", got)
	}
}

// TestDistancesAndMealsAreReadExactly uses numbers that floating point multiplies wrongly.
func TestDistancesAndMealsAreReadExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"4.20": 420, "0": 0, "100": 10000, "0.05": 5} {
		modelstest.Want(t, apptest.LoadConfig(t, "[meals]\nper_day = "+text+"\n").Frame.Costs.MealCents, want)
	}
	for text, want := range map[string]int64{"1.001": 1001, "8.29": 8290, "2.675": 2675, "1.005": 1005, "16.055": 16055, "20000": 20_000_000, "0": 0, "0.0": 0, "1e1": 10_000} {
		config := apptest.LoadConfig(t, "[journeys.a]\ndistance_km = "+text+"\n")
		if got := config.Frame.Costs.Journeys[0].Distances[0].Value; got != want || config.Frame.Choices.Journeys[0] != (forms.Choice{ID: "a", Label: "a", DistanceKM: float64(want) / 1000}) {
			t.Errorf("%s: got %d m, want %d", text, got, want)
		}
	}
}
