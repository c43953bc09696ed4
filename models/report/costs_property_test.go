package report_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/modelstest"
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
