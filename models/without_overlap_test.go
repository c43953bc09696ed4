package models_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

func TestTheMinutesWorkedAreThoseInAnySlotOfTheDay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.SampledFrom([]struct{ zone, from string }{
			{"Europe/Paris", "2026-03-28T22:00:00Z"}, {"Europe/Paris", "2026-10-24T22:00:00Z"}, {"Africa/Monrovia", "1970-05-04T08:00:00Z"}, // which is 44 minutes and 30 seconds behind
		}).Draw(t, "place")
		zone := modelstest.Got(time.LoadLocation(place.zone))(t)
		first, _ := time.Parse(time.RFC3339, place.from)
		day := models.Day{Zone: zone}
		covered := map[time.Time]bool{}
		var each int64
		for range rapid.IntRange(0, 5).Draw(t, "slots") {
			start := first.Add(time.Duration(rapid.IntRange(0, 6*3600).Draw(t, "start")) * time.Second)
			slot := models.TimeSlot{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(start.Add(time.Duration(rapid.IntRange(1, 3*3600).Draw(t, "length")) * time.Second))}
			day.Slots = append(day.Slots, slot)
			each += slot.Minutes(zone)
			for at := slot.StartAt.StartOfMinute(zone); at.Before(slot.EndAt.StartOfMinute(zone).Time); at = civil.NewInstant(at.Add(time.Minute)) {
				covered[at.Time] = true
			}
		}
		given := slices.Clone(day.Slots)
		if got := day.WorkedMinutes(); got != int64(len(covered)) {
			t.Fatalf("got %d minutes, want %d", got, len(covered))
		}
		apart := day.WithoutOverlap()
		for i := 1; i < len(apart); i++ {
			if apart[i].StartAt.StartOfMinute(zone).Before(apart[i-1].EndAt.StartOfMinute(zone).Time) {
				t.Fatalf("%v overlaps %v", apart[i], apart[i-1])
			}
		}
		if each == int64(len(covered)) { // none overlap, and each stays as it is
			lasting := slices.DeleteFunc(slices.Clone(given), func(s models.TimeSlot) bool { return s.Minutes(zone) == 0 })
			slices.SortFunc(lasting, func(a, b models.TimeSlot) int { return a.StartAt.Compare(b.StartAt.Time) })
			if got := slices.DeleteFunc(slices.Clone(apart), func(s models.TimeSlot) bool { return s.Minutes(zone) == 0 }); !slices.Equal(got, lasting) {
				t.Fatalf("got %v, want %v", got, lasting)
			}
		}
		if !slices.Equal(day.Slots, given) {
			t.Fatalf("the slots of the day became %v", day.Slots)
		}
	})
}

func TestADayWithoutOverlapCostsNothingToCount(t *testing.T) {
	slots := make([]models.TimeSlot, 100)
	for i := range slots {
		start := time.Date(2026, 11, 20, 7, 2*i, 0, 0, time.UTC)
		slots[i] = models.TimeSlot{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(start.Add(time.Minute))}
	}
	day := models.Day{Slots: slots, Zone: time.UTC}
	modelstest.Want(t, testing.AllocsPerRun(10, func() { day.WorkedMinutes() }), 0)
}
