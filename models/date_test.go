package models_test

import (
	"testing"
	"time"

	"worklog/models"
)

func TestAWeekBeginsOnMondayAndEndsWithItsWeekend(t *testing.T) {
	for _, test := range []struct {
		date        models.Date
		sinceMonday int
		weekend     bool
	}{
		{models.Date{Year: 2026, Month: time.November, Day: 16}, 0, false}, // Monday
		{models.Date{Year: 2026, Month: time.November, Day: 20}, 4, false}, // Friday
		{models.Date{Year: 2026, Month: time.November, Day: 21}, 5, true},
		{models.Date{Year: 2026, Month: time.November, Day: 22}, 6, true},
		{models.Date{Year: 1970, Month: time.January, Day: 1}, 3, false}, // Thursday
	} {
		if got := test.date.DaysSinceMonday(); got != test.sinceMonday {
			t.Errorf("%s: got %d days since Monday, want %d", test.date, got, test.sinceMonday)
		}
		if got := test.date.IsWeekend(); got != test.weekend {
			t.Errorf("%s: got weekend %t, want %t", test.date, got, test.weekend)
		}
	}
}
