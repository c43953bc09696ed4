package report_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// The clock of St. John's was turned back at a minute past midnight, so that midnight came
// twice; that of Apia skipped a whole date.
func TestSlotsOfManyDaysAreCutAsTheirMinutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.SampledFrom([]struct{ zone, from string }{
			{"Europe/Paris", "2026-03-25T00:00:00Z"}, {"Europe/Paris", "2026-10-20T00:00:00Z"},
			{"America/St_Johns", "1995-10-27T02:30:00Z"}, {"Pacific/Apia", "2011-12-27T00:00:00Z"},
		}).Draw(t, "place")
		zone := modelstest.Got(time.LoadLocation(place.zone))(t)
		first, _ := time.Parse(time.RFC3339, place.from)
		day := models.Day{Zone: zone}
		rules := hourRules()
		var night, sunday int64
		counted := map[time.Time]bool{}
		for range rapid.IntRange(1, 4).Draw(t, "slots") {
			start := first.Add(time.Duration(rapid.IntRange(0, 3*24*60).Draw(t, "start")) * time.Minute)
			end := start.Add(time.Duration(rapid.IntRange(0, 6*24*60).Draw(t, "length")) * time.Minute)
			day.Slots = append(day.Slots, models.TimeSlot{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(end)})
			for at := start; at.Before(end); at = at.Add(time.Minute) {
				if counted[at] {
					continue
				}
				counted[at] = true
				local := at.In(zone)
				if local.Hour() >= 21 || local.Hour() < 6 {
					night++
				}
				if local.Weekday() == time.Sunday {
					sunday++
				}
			}
		}
		hours := rules.Hours([]models.Day{day})
		if hours.Night != night || place.zone != "America/St_Johns" && hours.Sunday != sunday {
			t.Fatalf("%v: got %d of the night, %d on a Sunday, want %d, %d", day.Slots, hours.Night, hours.Sunday, night, sunday)
		}
	})
}

// Each piece of a slot is asked for its public holiday.
func TestADateThatManySlotsCoverIsCutOnce(t *testing.T) {
	asked := 0
	rules := hourRules(func(r *report.Rules) { r.IsHoliday = func(civil.Date) bool { asked++; return false } })
	cut := func(number int) int {
		day := entry("2026-11-20", "WORK")
		for i := range number {
			day.Slots = append(day.Slots, models.TimeSlot{StartAt: civil.NewInstant(at("1970-01-01 08:00").Add(time.Duration(i) * time.Minute)), EndAt: at("9999-12-30 08:00")})
		}
		asked = 0
		if hours := rules.Hours([]models.Day{day}); hours.Worked != day.WorkedMinutes() {
			t.Errorf("got %d minutes, want %d", hours.Worked, day.WorkedMinutes())
		}
		return asked
	}
	one, hundred := cut(1), cut(100)
	if one < 366 || one > 4*366 || hundred > one+100*4 {
		t.Errorf("got %d pieces of one slot, %d of a hundred", one, hundred)
	}
}

func TestWhatIsWorkedBetweenTwoMidnightsIsOfTheNight(t *testing.T) {
	zone := modelstest.Got(time.LoadLocation("America/St_Johns"))(t)
	start, _ := time.Parse(time.RFC3339, "1995-10-28T12:00:00-02:30")
	end, _ := time.Parse(time.RFC3339, "1995-10-28T23:07:00-03:30") // after 00:00 of the 29th, at 00:01, it was 23:01 again
	day := models.Day{Zone: zone, Slots: []models.TimeSlot{{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(end)}}}
	before := models.Day{Zone: zone, Slots: []models.TimeSlot{{StartAt: civil.NewInstant(start.AddDate(0, 0, -1)), EndAt: day.Slots[0].EndAt}}}
	modelstest.Want(t, hourRules().Hours([]models.Day{day, before}).Night, int64(187+180+360+187))
}
