package pages

import (
	"net/url"
	"slices"
	"testing"
	"time"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

// FuzzDayForm submits arbitrary forms for a day with slots. What is accepted must obey the
// rules, and must change nothing when it is shown and submitted again.
func FuzzDayForm(f *testing.F) {
	for _, seed := range []string{
		"day_type=WORK&slot_id=1&slot_start=08:03&slot_end=12:10&slot_end_day=0",
		"day_type=GARDE&slot_id=&slot_start=22&slot_end=6h30&slot_end_day=1&note=nuit",
		"day_type=GARDE&slot_start=2:30&slot_end=2:15&slot_end_day=0&slot_start=8&slot_end=9",
		"slot_id=1&slot_id=1&slot_start=8&slot_start=9&slot_end=x&slot_end=&slot_end_day=-1&slot_end_day=99999999999999999999",
		"day_type=RTT&journey_profile_id=bureau&motor_vehicle_id=gone&note=%ff",
		"day_type=WORK&slot_id=1&slot_id=2&slot_start=08:03&slot_start=23:00&slot_end=12:10&slot_end=02:30&slot_end_day=0&slot_end_day=1",
		"day_type=GARDE&slot_id=1&slot_start=08:03&slot_end=12:10&slot_end_day=0&slot_id=&slot_start=20&slot_end=8&slot_end_day=",
		"slot_id=1&slot_id=2&slot_id=&slot_start=08:03&slot_start=23:00&slot_start=2:30&slot_end=07:00&slot_end=02:30&slot_end=2:15&slot_end_day=",
	} {
		for _, days := range []int{0, 1, 155} {
			f.Add(seed, days)
		}
	}
	zone, err := time.LoadLocation("Europe/Paris")
	modelstest.Must(f, err)
	first := civil.Date{Year: 2026, Month: time.October, Day: 24} // the clock changes on the next day
	pages := &Pages{Site: &frame.Site{Rules: models.Rules{Zone: zone, Journeys: []string{"bureau"}}}}
	f.Fuzz(func(t *testing.T, body string, days int) {
		date := first.AddDays(days % 100_000)
		values, err := url.ParseQuery(body)
		if err != nil || !date.InRange() {
			return
		}
		morning := time.Date(date.Year, date.Month, date.Day, 8, 3, 27, 123, zone)
		night := time.Date(date.Year, date.Month, date.Day, 23, 0, 1, 0, zone)
		day := &models.Day{WorkEntry: models.WorkEntry{ID: 1, Date: date, Timezone: zone.String(), MotorVehicleID: "gone"}, Zone: zone, Slots: []models.TimeSlot{
			{ID: 1, StartAt: civil.NewInstant(morning), EndAt: civil.NewInstant(morning.Add(4 * time.Hour))},
			{ID: 2, StartAt: civil.NewInstant(night), EndAt: civil.NewInstant(night.Add(210 * time.Minute))},
		}}
		form := pages.checked(day, readDayForm(values, day))
		if form.isWrong() {
			return
		}
		change := form.change()
		if err := pages.Rules.Check(day, change); err != nil {
			t.Fatalf("%q is refused without a message: %v", body, err)
		}
		for i := range change.Slots {
			change.Slots[i].ID = int64(10 + i) // as stored
		}
		slices.SortStableFunc(change.Slots, func(a, b models.TimeSlot) int { return a.StartAt.Compare(b.StartAt.Time) })
		day.Slots, day.Note, day.DayType, day.JourneyProfileID = change.Slots, change.Note, change.DayType, change.JourneyProfileID
		again := pages.checked(day, formOf(day))
		if again.isWrong() {
			t.Fatalf("%q: refused when shown and sent back: %+v", body, again)
		}
		for i, slot := range again.change().Slots {
			if slot != change.Slots[i] {
				t.Fatalf("%q: slot %d is %v when shown and sent back, want %v", body, i, slot, change.Slots[i])
			}
		}
	})
}

func TestAFormFollowsTheClosingOfAnArrivalAndNothingElse(t *testing.T) {
	at := func(version int64) *models.Day {
		return &models.Day{WorkEntry: models.WorkEntry{ID: 1, Version: version}, Zone: time.UTC}
	}
	for name, test := range map[string]struct{ form, before, after, want int64 }{
		"of the day as it was before":             {4, 4, 5, 5},
		"of a day that the closing is not of":     {4, 4, 4, 4},
		"of a state before that":                  {3, 4, 5, 3},
		"of a day that was changed meanwhile too": {4, 4, 6, 4},
	} {
		form := formOf(at(test.form))
		modelstest.Want(t, form.following(at(test.before), at(test.after)).Version.Number, test.want, name)
	}
}
