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
