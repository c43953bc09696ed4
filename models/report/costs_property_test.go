package report_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
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
		arrived := map[civil.Date]bool{}
		for _, day := range days {
			arrived[day.Date] = day.ID%3 == 0
		}
		want := rules().Costs(2025, days, arrived)
		seed := rapid.Uint64().Draw(t, "order")
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(days), func(i, j int) { days[i], days[j] = days[j], days[i] })
		if got := rules().Costs(2025, days, arrived); !reflect.DeepEqual(got, want) {
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
		before, after := rules().Costs(2025, days[1:], nil), rules().Costs(2025, days, nil)
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
		for _, vehicle := range rules().Costs(2025, days, nil).Vehicles {
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
