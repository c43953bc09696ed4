package report_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
)

// anyYear is some days of 2025 by which every rule is met, of distinct dates.
func anyYear(t *rapid.T) []models.Day {
	dates := rapid.SliceOfNDistinct(rapid.IntRange(0, 364), 0, 60, rapid.ID[int]).Draw(t, "dates")
	days := make([]models.Day, len(dates))
	for i, after := range dates {
		days[i] = day(on(1, 1).AddDays(after),
			rapid.SampledFrom(models.DayTypes).Draw(t, "type"),
			rapid.SampledFrom([]string{"bureau", "annexe", "late", "gone", ""}).Draw(t, "journey"),
			rapid.SampledFrom([]string{"clio", "zoe", "company", "new", "gone", ""}).Draw(t, "vehicle"))
		if rapid.Bool().Draw(t, "without slots") {
			days[i].Slots = nil
		}
	}
	return days
}

func TestTheOrderOfTheDaysChangesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		days := anyYear(t)
		for i := range days {
			days[i].Arrived = days[i].ID%3 == 0
		}
		want := rules().Costs(2025, days, afterAll)
		seed := rapid.Uint64().Draw(t, "order")
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(days), func(i, j int) { days[i], days[j] = days[j], days[i] })
		if got := rules().Costs(2025, days, afterAll); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

func TestADayMoreNeverLowersTheDistance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		days := anyYear(t)
		if len(days) == 0 {
			return
		}
		before, after := rules().Costs(2025, days[1:], afterAll), rules().Costs(2025, days, afterAll)
		metres := map[string]int64{}
		for _, vehicle := range after.Vehicles {
			metres[vehicle.Vehicle.ID] = vehicle.Metres
		}
		for _, vehicle := range before.Vehicles {
			if metres[vehicle.Vehicle.ID] < vehicle.Metres {
				t.Errorf("%s: %d m, and %d m with a day more", vehicle.Vehicle.ID, vehicle.Metres, metres[vehicle.Vehicle.ID])
			}
		}
		if after.Telework.Cents < before.Telework.Cents {
			t.Errorf("telework: %d cents, and %d with a day more", before.Telework.Cents, after.Telework.Cents)
		}
	})
}

func TestTheYearOfAVehicleIsTheSumOfItsJourneysAndTheYearThatOfItsMonths(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		days := anyYear(t)
		var year int64
		for _, vehicle := range rules().Costs(2025, days, afterAll).Vehicles {
			var metres int64
			n := 0
			for _, journey := range vehicle.Journeys {
				metres += journey.Metres
				n += len(journey.Days)
			}
			if metres != vehicle.Metres || n != len(vehicle.Days) {
				t.Errorf("%s: %d m on %d days, its journeys %d m on %d", vehicle.Vehicle.ID, vehicle.Metres, len(vehicle.Days), metres, n)
			}
			year += vehicle.Metres
		}
		var months int64
		for month := range 12 {
			var of []models.Day
			for _, day := range days {
				if int(day.Date.Month) == month+1 {
					of = append(of, day)
				}
			}
			months += metresOf(rules().TravelOf(of))
		}
		if months != year {
			t.Errorf("the year has %d m, its months %d m", year, months)
		}
	})
}

// TestTheCostsAreThoseOfTheDaysUntilToday adds up by itself what counts.
func TestTheCostsAreThoseOfTheDaysUntilToday(t *testing.T) {
	t.Parallel()
	const meal = 420
	rapid.Check(t, func(t *rapid.T) {
		days := anyYear(t)
		today := on(1, 1).AddDays(rapid.IntRange(-10, 375).Draw(t, "today"))
		rules := rules()
		rules.MealCents = meal
		got := rules.Costs(2025, days, today)
		var want, is struct{ metres, meals, telework, planned int64 }
		for _, day := range days {
			atWork := strings.Contains("WORK FORMATION GARDE", string(day.DayType))
			slot, telework := len(day.Slots) > 0, day.DayType == "TT"
			travels := (atWork || slot) && !telework && day.JourneyProfileID != "" && day.MotorVehicleID != ""
			if day.Date.String() > today.String() {
				if travels || telework || atWork && slot {
					want.planned++
				}
				continue
			}
			if travels {
				beforeJune := day.Date.Month < time.June
				want.metres += map[string]map[bool]int64{"bureau": {true: 37_000, false: 44_000}, "annexe": {true: 80_000, false: 80_000}, "late": {false: 2_000}}[day.JourneyProfileID][beforeJune]
			}
			if atWork && slot {
				want.meals += meal
			}
			if telework {
				want.telework += 2
			}
		}
		for _, vehicle := range got.Vehicles {
			is.metres += vehicle.Metres
		}
		is.meals, is.telework, is.planned = got.Meals.Cents, got.Telework.HalfDays, int64(len(got.Planned))
		if is != want {
			t.Errorf("until %s: got %+v, want %+v", today, is, want)
		}
		if got.TotalEuros != nil && *got.TotalEuros != (totalCents(got)+50)/100 {
			t.Errorf("got %d €, want the sum of %d cents", *got.TotalEuros, totalCents(got))
		}
	})
}
