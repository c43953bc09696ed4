package review_test

import (
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/review"
)

// doubtsOf returns what is in doubt on 20 November 2026.
func doubtsOf(t *testing.T, store *models.Store) []review.Doubt {
	t.Helper()
	found := modelstest.Got(review.NewDoubts(store).Find(t.Context(), modelstest.Instant("2026-11-20T12:00:00Z")))(t)
	return found
}

func TestSlotsAreInDoubtFromTheirLimitOn(t *testing.T) {
	t.Parallel()
	at := func(clock string) string { // "+" is the next date
		clock, next := strings.CutPrefix(clock, "+")
		return map[bool]string{false: "2026-11-19T", true: "2026-11-20T"}[next] + clock + "+01:00"
	}
	for _, test := range []struct{ name, slots, want string }{
		{"10 minutes apart", "08:00:00-10:00:00 10:10:00-12:00:00", ""},
		{"a second less", "08:00:00-10:00:01 10:10:00-12:00:00", "cut_up 08:00:00 10:10:00"},
		{"slots that touch", "08:00:00-10:00:00 10:00:00-12:00:00", ""},
		{"slots that overlap within a minute", "08:00:00-10:00:40 10:00:20-12:00:00", ""},
		{"and in two", "08:00:00-10:01:00 10:00:59-12:00:00", "overlap 08:00:00 10:00:59"},
		{"one within another, and the next beside that", "08:00:00-12:00:00 09:00:00-10:00:00 11:00:00-13:00:00", "overlap 08:00:00 09:00:00 11:00:00"},
		{"each with the one before", "08:00:00-10:00:00 09:00:00-12:00:00 11:00:00-13:00:00", "overlap 08:00:00 09:00:00 11:00:00"},
		{"5 minutes apart over midnight", "20:00:00-23:58:00 +00:03:00-+02:00:00", ""},
		{"over midnight, a second less", "20:00:00-23:58:01 +00:03:00-+02:00:00", "cut_up 20:00:00 00:03:00"},
		{"slots that touch at midnight", "20:00:00-+00:00:00 +00:00:00-+02:00:00", ""},
		{"16 hours", "06:00:00-22:00:59", ""},
		{"a minute more", "06:00:59-22:01:00", "long 06:00:59"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			store, _ := modelstest.Open(t)
			for _, slot := range strings.Fields(test.slots) {
				start, end, _ := strings.Cut(slot, "-")
				modelstest.Record(t, store, models.Arrival, at(start), "in "+slot)
				modelstest.Record(t, store, models.Departure, at(end), "out "+slot)
			}
			var got []string
			for _, doubt := range doubtsOf(t, store) {
				said := string(doubt.Kind)
				for _, slot := range doubt.Slots {
					said += " " + slot.StartAt.In(modelstest.Rules.Zone).Format("15:04:05")
				}
				got = append(got, said)
			}
			modelstest.Want(t, strings.Join(got, ", "), test.want)
		})
	}
}

func TestADayAYearAgoOnWhichANightEndedIsNotMissed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, arrival, departure, want string }{
		{"a day before the year", "2025-11-19T08:00:00+01:00", "2025-11-19T17:00:00+01:00", "2025-11-20"},
		{"a night", "2025-11-19T20:00:00+01:00", "2025-11-20T08:00:00+01:00", "2025-11-21"},
	} {
		store, _ := modelstest.Open(t)
		modelstest.Record(t, store, models.Arrival, test.arrival, "in")
		modelstest.Record(t, store, models.Departure, test.departure, "out")
		if got := doubtsOf(t, store)[0].Dates[0].String(); got != test.want {
			t.Errorf("after %s: the first day missed is %s, want %s", test.name, got, test.want)
		}
	}
}
