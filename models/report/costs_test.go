package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// trip is days of one journey with one vehicle.
type trip struct {
	days    int
	oneWay  int64 // metres
	vehicle report.Vehicle
	journey report.Journey // only what differs from a usual one
}

func car(power int) report.Vehicle      { return report.Vehicle{Category: report.Car, Power: power} }
func moto(power int) report.Vehicle     { return report.Vehicle{Category: report.Moto, Power: power} }
func electric(power int) report.Vehicle { v := car(power); v.Electric = true; return v }

var scooter = report.Vehicle{Category: report.Scooter}

// afterAll is a today on which every day counts.
var afterAll = civil.Date{Year: 9999, Month: time.December, Day: 30}

// driven is a distance of the year, of one day and beyond any limit.
func driven(metres int64, vehicle report.Vehicle) []trip {
	return []trip{{1, metres / 2, vehicle, report.Journey{Beyond40Justified: true}}}
}

// costsOf computes the costs of trips, whose vehicles are one if they are given the
// same ID.
func costsOf(year int, trips []trip) report.Costs {
	rules := report.CostRules{Law: report.Published()}
	var days []models.Day
	date := civil.Date{Year: year, Month: time.January, Day: 1}
	for i, trip := range trips {
		vehicle, journey := trip.vehicle, trip.journey
		if vehicle.ID == "" {
			vehicle.ID = fmt.Sprint("vehicle ", i)
		}
		vehicle.Deductible = true
		if !slices.Contains(rules.Vehicles, vehicle) {
			rules.Vehicles = append(rules.Vehicles, vehicle)
		}
		journey.ID, journey.Distances = fmt.Sprint("journey ", i), []report.Since[int64]{{Value: trip.oneWay}}
		journey.RoundTrips = max(journey.RoundTrips, 1)
		rules.Journeys = append(rules.Journeys, journey)
		for range trip.days {
			days = append(days, day(date, models.Work, journey.ID, vehicle.ID))
			date = date.AddDays(1)
		}
	}
	return rules.Costs(year, days, afterAll)
}

// day is a day with a slot.
func day(date civil.Date, dayType models.DayType, journey, vehicle string) models.Day {
	entry := models.WorkEntry{ID: int64(date.Month)*100 + int64(date.Day), Date: date, DayType: dayType, JourneyProfileID: journey, MotorVehicleID: vehicle}
	return models.Day{WorkEntry: entry, Slots: make([]models.TimeSlot, 1), Zone: time.UTC}
}

func TestTheCostsAreThoseOfTheBareme(t *testing.T) {
	mine := car(5)
	mine.ID = "clio"
	for _, test := range []struct {
		name  string
		year  int
		trips []trip
		cents int64
	}{
		{"a 5 CV, 218 days of 2 × 18.5 km", 2025, []trip{{218, 18_500, car(5), report.Journey{}}}, 427456},
		{"a 4 CV at the end of the first bracket", 2025, driven(5_000_000, car(4)), 303000},
		{"a 4 CV 200 m beyond it", 2025, driven(5_000_200, car(4)), 303007},
		{"a 4 CV a kilometre beyond it", 2025, driven(5_001_000, car(4)), 303034},
		{"a 6 CV at the end of the first bracket", 2025, driven(5_000_000, car(6)), 332500},
		{"a 6 CV a kilometre beyond it", 2025, driven(5_001_000, car(6)), 332737},
		{"a 5 CV at the end of the second bracket", 2025, driven(20_000_000, car(5)), 853500},
		{"a 5 CV 400 m beyond it", 2025, driven(20_000_400, car(5)), 854017},
		{"a 5 CV a kilometre beyond it", 2025, driven(20_001_000, car(5)), 854043},
		{"an electric car has a fifth more", 2025, driven(12_000_000, electric(5)), 681480},
		{"another car has not", 2025, driven(12_000_000, car(5)), 567900},
		{"an electric car had nothing more before 2020", 2019, driven(12_000_000, electric(5)), 489600},
		{"and had it in 2020", 2020, driven(12_000_000, electric(5)), 587520},
		{"of 55 km, 40 count", 2025, []trip{{210, 55_000, car(6), report.Journey{}}}, 774020},
		{"all of them where that is justified", 2025, []trip{{210, 55_000, car(6), report.Journey{Beyond40Justified: true}}}, 1032570},
		{"journeys with one car are added before the bracket", 2025, []trip{{130, 18_500, mine, report.Journey{}}, {40, 31_000, mine, report.Journey{}}}, 399753},
		{"two cars are never pooled", 2025, append(driven(6_000_000, car(5)), driven(6_000_000, car(5))...), 707400},
		{"a car is changed", 2025, append(driven(4_440_000, car(5)), driven(3_700_000, electric(4))...), 551448},
		{"a motorcycle of 4 CV at the end of the first bracket", 2025, driven(3_000_000, moto(4)), 140400},
		{"a kilometre beyond it", 2025, driven(3_001_000, moto(4)), 140408},
		{"at the end of the second bracket", 2025, driven(6_000_000, moto(4)), 165000},
		{"a kilometre beyond that", 2025, driven(6_001_000, moto(4)), 165028},
		{"a scooter of 2020 at the end of the first bracket", 2020, driven(3_000_000, scooter), 81600},
		{"falls beyond it", 2020, driven(3_001_000, scooter), 60806},
		{"a scooter at the end of the first bracket", 2025, driven(3_000_000, scooter), 94500},
		{"rises beyond it", 2025, driven(3_001_000, scooter), 94808},
		{"a 3 CV", 2025, driven(4_500_000, car(3)), 238050},
		{"a 2 CV is one of 3 CV", 2025, driven(4_500_000, car(2)), 238050},
		{"a 9 CV is one of 7 CV", 2025, driven(22_600_000, car(9)), 1062200},
		{"the example of the administration for 2021", 2021, driven(4_000_000, car(6)), 252400},
		{"two round trips a day", 2025, []trip{{100, 10_000, car(5), report.Journey{RoundTrips: 2}}}, 254400},
		{"half a cent is rounded up, where floating point rounds it down", 2025, []trip{{150, 17_750, car(5), report.Journey{}}}, 329603},
		{"once, after the bonus", 2025, []trip{{1, 6_250, electric(3), report.Journey{}}}, 794},
	} {
		t.Run(test.name, func(t *testing.T) {
			costs := costsOf(test.year, test.trips)
			if totalCents(costs) != test.cents || costs.TotalEuros == nil || *costs.TotalEuros != (test.cents+50)/100 {
				t.Errorf("got %d cents, want %d", totalCents(costs), test.cents)
			}
			if costs.Provisional || costs.BaremeYear != test.year {
				t.Errorf("got provisional %v, figures of %d", costs.Provisional, costs.BaremeYear)
			}
		})
	}
}

func edges(category report.Category) [2]int64 {
	if category == report.Car {
		return [2]int64{5000, 20000}
	}
	return [2]int64{3000, 6000}
}

// amount is that for a distance, in cents.
func amount(year int, vehicle report.Vehicle, kilometres int64) int64 {
	return totalCents(costsOf(year, driven(kilometres*1000, vehicle)))
}

// rules are those of two journeys and two vehicles.
func rules() report.CostRules {
	june := civil.Date{Year: 2025, Month: time.June, Day: 1}
	return report.CostRules{
		Law: report.Published(),
		Journeys: []report.Journey{
			{ID: "bureau", Label: "Bureau", RoundTrips: 1, Distances: []report.Since[int64]{{Value: 18_500}, {From: june, Value: 22_000}}},
			{ID: "annexe", Label: "Annexe", RoundTrips: 1, Distances: []report.Since[int64]{{Value: 55_000}}},
			{ID: "late", Label: "Late", RoundTrips: 1, Distances: []report.Since[int64]{{From: june, Value: 1_000}}},
		},
		Vehicles: []report.Vehicle{
			{ID: "clio", Label: "Clio", Category: report.Car, Power: 5, Deductible: true},
			{ID: "zoe", Label: "Zoé", Category: report.Car, Power: 4, Electric: true, Deductible: true},
			{ID: "company", Label: "Company", Category: report.Car, Power: 7},
			{ID: "new", Label: "New", Deductible: true},
			{ID: "bike", Label: "Bike"},
		},
	}
}

func on(month time.Month, day int) civil.Date {
	return civil.Date{Year: 2025, Month: month, Day: day}
}

func metresOf(days []report.TravelDay) (metres int64) {
	for _, day := range days {
		metres += day.Metres
	}
	return metres
}

func halfOff(day models.Day) models.Day { day.HalfDay = models.HalfDay(models.RTT); return day }

func withoutSlot(day models.Day) models.Day { day.Slots = nil; return day }

func TestADayCountsByItsType(t *testing.T) {
	for _, test := range []struct {
		name     string
		day      models.Day
		metres   int64
		why      string
		noSlot   bool
		telework int
		arrived  bool
		meals    int
	}{
		{name: "work", day: day(on(5, 2), models.Work, "bureau", "clio"), metres: 37_000, meals: 1},
		{name: "half a day of work is a whole round trip", day: halfOff(day(on(5, 2), models.Work, "bureau", "clio")), metres: 37_000, meals: 1},
		{name: "training", day: day(on(5, 2), models.Training, "bureau", "clio"), metres: 37_000, meals: 1},
		{name: "a night on duty is one round trip", day: day(on(5, 2), models.Duty, "bureau", "clio"), metres: 37_000, meals: 1},
		{name: "work without a slot counts and is named", day: withoutSlot(day(on(5, 2), models.Work, "bureau", "clio")), metres: 37_000, noSlot: true},
		{name: "work from the date on which the distance changes", day: day(on(6, 1), models.Work, "bureau", "clio"), metres: 44_000, meals: 1},
		{name: "on the day before", day: day(on(5, 31), models.Work, "bureau", "clio"), metres: 37_000, meals: 1},
		{name: "work without a journey", day: day(on(5, 2), models.Work, "", "clio"), why: "WORK without a journey", meals: 1},
		{name: "work without a vehicle", day: day(on(5, 2), models.Work, "bureau", ""), why: "WORK without a vehicle", meals: 1},
		{name: "duty without either", day: day(on(5, 2), models.Duty, "", ""), why: "GARDE without a journey or a vehicle", meals: 1},
		{name: "a day off", day: withoutSlot(day(on(5, 2), models.RTT, "bureau", "clio"))},
		{name: "a day off on which one was called in", day: day(on(5, 2), models.RTT, "bureau", "clio"), metres: 37_000, why: "RTT with a slot"},
		{name: "on call", day: withoutSlot(day(on(5, 2), models.OnCall, "bureau", "clio"))},
		{name: "on call and called in", day: day(on(5, 2), models.OnCall, "bureau", "clio"), metres: 37_000, why: "ASTREINTE with a slot"},
		{name: "leave with a slot and no journey", day: day(on(5, 2), models.Leave, "", ""), why: "CONGE with a slot"},
		{name: "illness with a slot", day: day(on(5, 2), models.SickLeave, "bureau", "clio"), metres: 37_000, why: "MALADE with a slot"},
		{name: "a holiday with a slot", day: day(on(5, 2), models.Holiday, "bureau", "clio"), metres: 37_000, why: "FERIE with a slot"},
		{name: "telework never travels", day: day(on(5, 2), models.Telework, "bureau", "clio"), telework: 1},
		{name: "telework with an arrival", day: day(on(5, 2), models.Telework, "bureau", "clio"), telework: 1, arrived: true, why: "TT with an arrival"},
		{name: "work with an arrival", day: day(on(5, 2), models.Work, "bureau", "clio"), metres: 37_000, arrived: true, meals: 1},
		{name: "a journey that is gone", day: day(on(5, 2), models.Work, "gone", "clio"), meals: 1},
		{name: "a day of another year", day: day(civil.Date{Year: 2024, Month: 12, Day: 31}, models.Work, "", "")},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.day.Arrived = test.arrived
			withMeals := rules()
			withMeals.MealCents = 420
			costs := withMeals.Costs(2025, []models.Day{test.day}, afterAll)
			modelstest.Want(t, len(costs.Meals.Days), test.meals)
			var metres int64
			for _, vehicle := range costs.Vehicles {
				metres += vehicle.Metres
			}
			why := ""
			for _, doubt := range costs.ToVerify {
				why += doubt.Why()
			}
			if metres != test.metres || why != test.why || len(costs.WithoutSlots) != map[bool]int{true: 1}[test.noSlot] || len(costs.Telework.Days) != test.telework {
				t.Errorf("got %d m, %q, %d without slots, %d of telework", metres, why, len(costs.WithoutSlots), len(costs.Telework.Days))
			}
			of := metresOf(rules().TravelOf([]models.Day{test.day}))
			if test.day.Date.Year == 2025 && of != test.metres {
				t.Errorf("the month has %d m, want %d", of, test.metres)
			}
		})
	}
}

func TestDaysToComeArePlannedIfTheyWouldCount(t *testing.T) {
	for _, test := range []struct {
		name  string
		day   models.Day
		meals int64 // cents
		want  int
	}{
		{"a journey", day(on(6, 2), models.Work, "bureau", "clio"), 0, 1},
		{"telework", day(on(6, 2), models.Telework, "", ""), 0, 1},
		{"a meal", day(on(6, 2), models.Work, "", ""), 420, 1},
		{"work with a vehicle alone", day(on(6, 2), models.Work, "", "clio"), 0, 0},
		{"today", day(on(6, 1), models.Work, "bureau", "clio"), 0, 0},
	} {
		rules := rules()
		rules.MealCents = test.meals
		modelstest.Want(t, len(rules.Costs(2025, []models.Day{test.day}, on(6, 1)).Planned), test.want, test.name)
	}
}

func TestOnlyAnArrivalThatTheAutomationRecordedMakesTeleworkDoubtful(t *testing.T) {
	store, path := modelstest.Open(t)
	modelstest.Must(t, modelstest.Only(modelstest.SQL(t, path).Exec(`
		INSERT INTO work_entries (id, date, timezone, day_type, note, created_at, updated_at)
			SELECT value, '2025-03-0' || value, 'Europe/Paris', iif(value = 6, 'WORK', 'TT'), 'note', '2025-03-01T07:00:00.000000000Z', '2025-03-01T07:00:00.000000000Z'
			FROM json_each('[1, 2, 3, 4, 5, 6]');
		INSERT INTO workplace_presence_events (work_entry_id, event, by_hand, closure, closed_at, occurred_at, occurred_at_sent, idempotency_key, received_at)
			SELECT column1, column2, column3, column4, iif(column4 IS NULL, NULL, at), at, at, column1, at
			FROM (VALUES
				(1, 'arrival', 0, 'departure'),
				(2, 'arrival', 0, NULL),
				(3, 'arrival', 1, 'departure'),
				(4, 'arrival', 0, 'discarded'),
				(5, 'departure', 0, NULL),
				(6, 'arrival', 0, 'departure')), (SELECT '2025-03-01T07:00:00.000000000Z' AS at)`)))
	costs := modelstest.Got(rules().ReadCosts(t.Context(), store, 2025, afterAll))(t)
	var got []string
	for _, doubt := range costs.ToVerify {
		got = append(got, doubt.Day.Date.String()+" "+doubt.Why())
	}
	const want = "2025-03-01 TT with an arrival, 2025-03-02 TT with an arrival, 2025-03-06 WORK without a journey or a vehicle"
	modelstest.Want(t, strings.Join(got, ", "), want)
}

func TestWhatIsMissingIsNamedByItsKeyAndMakesTheAmountUnknown(t *testing.T) {
	for _, test := range []struct {
		name  string
		days  []models.Day
		want  string
		cents string
	}{
		{"nothing", []models.Day{day(on(5, 2), models.Work, "bureau", "clio")}, "", "2353"},
		{"category and power", []models.Day{day(on(5, 2), models.Work, "bureau", "new")}, "vehicles new category vehicles new power_cv", "null"},
		{"a vehicle that is gone", []models.Day{day(on(5, 2), models.Work, "bureau", "old.car")}, "vehicles old.car ", "null"},
		{"a journey that is gone", []models.Day{day(on(5, 2), models.Work, "depot", "clio")}, "journeys depot ", "null"},
		{"a distance before a date", []models.Day{day(on(6, 2), models.Work, "late", "clio"), day(on(5, 30), models.Work, "late", "clio"), day(on(5, 2), models.Work, "late", "clio")},
			"journeys late distance_km 2025-05-02 2025-05-30", "null"},
		{"nothing of a vehicle that is not deductible", []models.Day{day(on(5, 2), models.Work, "depot", "bike")}, "", "0"},
		{"journeys by their ids", []models.Day{day(on(5, 2), models.Work, "depot", "clio"), day(on(5, 3), models.Work, "away", "clio")}, "journeys away  journeys depot ", "null"},
	} {
		t.Run(test.name, func(t *testing.T) {
			costs := rules().Costs(2025, test.days, afterAll)
			var names []string
			for _, missing := range costs.Missing {
				names = append(names, missing.Section, missing.ID, missing.Key)
				if missing.Key == "distance_km" {
					names = append(names, missing.From.String(), missing.To.String())
				}
			}
			cents := "null"
			if found := costs.Vehicles[0].Cents; found != nil {
				cents = fmt.Sprint(*found)
			}
			if got := strings.Join(names, " "); got != test.want || cents != test.cents || len(costs.Vehicles) != 1 || (costs.TotalEuros == nil) != (test.cents == "null") {
				t.Errorf("got %s, %s cents; want %s, %s", got, cents, test.want, test.cents)
			}
		})
	}
}

func TestVehiclesStandInTheOrderOfTheConfigurationAndThenThoseThatAreGone(t *testing.T) {
	var days []models.Day
	for i, id := range []string{"b", "zoe", "a", "clio"} {
		days = append(days, day(on(5, i+1), models.Work, "bureau", id))
	}
	var ids []string
	for _, vehicle := range rules().Costs(2025, days, afterAll).Vehicles {
		ids = append(ids, vehicle.Vehicle.ID)
	}
	modelstest.Want(t, strings.Join(ids, " "), "clio zoe a b")
}

func TestTheAllowanceForTeleworkIsLimitedByTheMonthAndTheYear(t *testing.T) {
	month := func(month time.Month, n int) (days []models.Day) {
		for i := range n {
			days = append(days, day(on(month, i+1), models.Telework, "", ""))
		}
		return days
	}
	var year []models.Day
	for m := time.January; m <= time.December; m++ {
		year = append(year, month(m, 20)...)
	}
	for name, test := range map[string]struct {
		year     int
		days     []models.Day
		employer bool
		want     int64
	}{
		"23 days of a month":       {2025, month(1, 23), false, 5940},
		"20 days of every month":   {2025, year, false, 62640},
		"what the employer pays":   {2025, year, true, 0},
		"2020: 21 days of a month": {2020, in(2020, month(1, 21)), false, 5000},
		"2020: a year":             {2020, in(2020, year), false, 55000},
		"2021: a year":             {2021, in(2021, year), false, 58000},
		"2022: a year":             {2022, in(2022, year), false, 58000},
		"2023: a year":             {2023, in(2023, year), false, 60320},
		"2024: a year":             {2024, in(2024, year), false, 62640},
		"2019: none":               {2019, in(2019, year), false, 0},
	} {
		rules := rules()
		rules.EmployerAllowance = test.employer
		got := rules.Costs(test.year, test.days, afterAll)
		if got.Telework.Cents != test.want || got.Telework.HalfDays != 2*int64(len(test.days)) || *got.TotalEuros != (test.want+50)/100 {
			t.Errorf("%s: got %d cents, want %d", name, got.Telework.Cents, test.want)
		}
	}
}

// in moves days to another year.
func in(year int, days []models.Day) []models.Day {
	moved := slices.Clone(days)
	for i := range moved {
		moved[i].Date.Year = year
	}
	return moved
}

func TestTheFlatDeductionIsATenthWithinItsLimits(t *testing.T) {
	for _, test := range []struct{ year, salary, want, of int64 }{
		{2025, 3000000, 3000, 2025}, {2025, 400000, 509, 2025}, {2025, 40000, 400, 2025}, {2025, 16000000, 14555, 2025}, {2025, 0, 0, 2025},
		{2025, 1234500, 1235, 2025}, {2025, 1234499, 1234, 2025},
		{2019, 16000000, 12627, 2019}, {2020, 400000, 442, 2020}, {2021, 16000000, 12829, 2021}, {2022, 400000, 472, 2022},
		{2023, 16000000, 14171, 2023}, {2024, 400000, 504, 2024}, {2027, 16000000, 14555, 2025},
	} {
		got := report.Published().Deduction(int(test.year), test.salary)
		modelstest.Want(t, got.Euros, test.want, test.salary, test.year)
		modelstest.Want(t, int64(got.Limits.Year), test.of, test.salary, test.year)
	}
}

func TestAYearWithoutFiguresUsesTheLatestAndSaysSo(t *testing.T) {
	own := report.Row{Year: 2026, Category: report.Car, Power: 5, Rates: [3]int64{1000, 1000, 1000}}
	replaced := own
	replaced.Year = 2025
	work := day(civil.Date{Year: 2026, Month: 5, Day: 4}, models.Work, "bureau", "clio")
	zoe, telework := work, work
	zoe.MotorVehicleID, telework.DayType = "zoe", models.Telework
	for _, test := range []struct {
		name        string
		year        int
		rows        []report.Row
		days        []models.Day
		bareme      int
		provisional bool
		cents       int64
	}{
		{"2026 as it stands", 2026, nil, []models.Day{work}, 2025, true, 2798},
		{"2026 with its row", 2026, []report.Row{own}, []models.Day{work}, 2026, false, 4400},
		{"2027 with the row of 2026", 2027, []report.Row{own}, in(2027, []models.Day{work}), 2026, true, 4400},
		{"2025 with the row of 2026", 2025, []report.Row{own}, in(2025, []models.Day{day(on(6, 2), models.Work, "bureau", "clio")}), 2025, false, 2798},
		{"2025 with a row of its own", 2025, []report.Row{replaced}, in(2025, []models.Day{day(on(6, 2), models.Work, "bureau", "clio")}), 2025, false, 4400},
		{"one vehicle with a row of the year and one without", 2026, []report.Row{own}, []models.Day{work, zoe}, 2025, true, 4400 + 3200},
		{"telework alone", 2026, nil, []models.Day{telework}, 2025, true, 270},
		{"no day", 2026, nil, nil, 2025, false, 0},
		{"before all figures, the earliest", 2018, nil, in(2018, []models.Day{day(on(5, 2), models.Work, "bureau", "clio")}), 2019, true, 2028},
	} {
		rules := rules()
		rules.Law = rules.Law.With(test.rows, nil, nil)
		got := rules.Costs(test.year, test.days, afterAll)
		if got.BaremeYear != test.bareme || got.Provisional != test.provisional || totalCents(got) != test.cents {
			t.Errorf("%s: got %d cents by the figures of %d, provisional %v", test.name, totalCents(got), got.BaremeYear, got.Provisional)
		}
	}
}

func TestFiguresOfTheConfigurationAreOfTheirYear(t *testing.T) {
	own := report.TeleworkRates{Year: 2026, DayCents: 300, MonthCents: 500, YearCents: 900}
	with := rules()
	with.Law = report.Published().With(nil, []report.TeleworkRates{own}, []report.DeductionLimits{{Year: 2026, MinEuros: 600, MaxEuros: 15000}})
	telework := []models.Day{day(on(1, 5), models.Telework, "", "")}
	for year, want := range map[int]string{2025: "270 false 509", 2026: "300 false 600", 2027: "300 true 600"} {
		costs := with.Costs(year, in(year, telework), afterAll)
		modelstest.Want(t, fmt.Sprint(costs.Telework.Cents, costs.Provisional, with.Law.Deduction(year, 100_000).Euros), want, year)
	}
	with.Law = report.Published().With(nil, []report.TeleworkRates{{Year: 2025, DayCents: 1, MonthCents: 1, YearCents: 1}}, []report.DeductionLimits{{Year: 2025, MinEuros: 1, MaxEuros: 2}})
	if got := with.Law.Deduction(2025, 100_000); got.Euros != 2 || got.Limits.Source != "" {
		t.Errorf("a year that is replaced: got %+v", got)
	}
	if got := with.Costs(2025, telework, afterAll); got.Telework.Cents != 1 || got.Telework.Rates.Source != "" {
		t.Errorf("a year that is replaced: got %+v", got.Telework)
	}
}

func TestMealsAreInTheTotalWithAndWithoutAVehicle(t *testing.T) {
	rules := rules()
	rules.MealCents = 450
	days := []models.Day{day(on(5, 2), models.Work, "bureau", "clio"), day(on(5, 3), models.Work, "", "")}
	if got := rules.Costs(2025, days, afterAll); *got.TotalEuros != 33 || got.Provisional { // 23.53 and 9.00
		t.Errorf("with a vehicle: got %d €", *got.TotalEuros)
	}
	if got := rules.Costs(2025, days[1:], afterAll); *got.TotalEuros != 5 || got.Vehicles != nil {
		t.Errorf("without a vehicle: got %d €", *got.TotalEuros)
	}
	days[0].MotorVehicleID = "new"
	if got := rules.Costs(2025, days, afterAll); got.TotalEuros != nil || got.Meals.Cents != 900 {
		t.Errorf("without the data of the vehicle: got %+v", got)
	}
	rules.MealCents = 0
	if got := rules.Costs(2025, days, afterAll); got.Meals.Days != nil || got.Meals.Cents != 0 {
		t.Errorf("not configured: got %+v", got.Meals)
	}
}

func TestTheDaysBehindTheCostsAreATable(t *testing.T) {
	days := []models.Day{
		day(on(6, 4), models.Work, "bureau", "clio"), // planned
		day(on(6, 3), models.Leave, "bureau", "zoe"), day(on(5, 2), models.Work, "bureau", "clio"), day(on(5, 5), models.Telework, "", ""),
		day(on(5, 6), models.Work, "=1+1", "clio"), day(on(5, 7), models.Work, "", ""), withoutSlot(day(on(5, 8), models.Holiday, "", "")),
		day(on(5, 9), models.Work, "late", "company"),
	}
	const want = `date,day_type,journey_profile_id,motor_vehicle_id,metres,kilometres,telework_days,to_verify,figures,meals
2025-05-02,WORK,bureau,clio,37000,37,0,,2025,1
2025-05-05,TT,,,0,0,1,,2025,0
2025-05-06,WORK,'=1+1,clio,,,0,,2025,1
2025-05-07,WORK,,,0,0,0,WORK without a journey or a vehicle,2025,1
2025-05-09,WORK,late,company,,,0,,2025,1
2025-06-03,CONGE,bureau,zoe,44000,44,0,CONGE with a slot,2025,0
`
	var got strings.Builder
	withMeals := rules()
	withMeals.MealCents = 420
	if err := withMeals.Costs(2025, days, on(6, 3)).WriteCSV(&got, false); err != nil || strings.ReplaceAll(got.String(), "\r\n", "\n") != want {
		t.Errorf("got %s, %v\nwant %s", got.String(), err, want)
	}
	got.Reset()
	with := rules()
	with.Journeys[0].Distances = []report.Since[int64]{{Value: 18_525}}
	if err := with.Costs(2026, in(2026, days[2:3]), afterAll).WriteCSV(&got, true); err != nil || !strings.Contains(got.String(), "\n2026-05-02;WORK;bureau;clio;37050;37,05;0;;2025 provisoire;0\r\n") {
		t.Errorf("got %s, %v", got.String(), err)
	}
}

func TestThousandthsAreReadFromTheText(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "18.5": 18500, "0.636": 636, "0.001": 1, "31": 31000, "20000.4": 20000400, "1.10": 1100} {
		modelstest.Want(t, modelstest.Got(report.Thousandths(text))(t), want, text)
	}
	for _, text := range []string{"", ".5", "-1", "1.2345", "1e3", "NaN", "+Inf", "1,5", "1.2.3", "1234567890123", " 1"} {
		if got, err := report.Thousandths(text); err == nil {
			t.Errorf("%q: got %d", text, got)
		}
	}
}

// totalCents returns the sum of the amounts that are known.
func totalCents(c report.Costs) int64 {
	total := c.Telework.Cents + c.Meals.Cents
	for _, vehicle := range c.Vehicles {
		if vehicle.Cents != nil {
			total += *vehicle.Cents
		}
	}
	return total
}
