package civil_test

import (
	"errors"
	"testing"
	"time"

	"worklog/models/civil"
)

func TestAWeekBeginsOnMondayAndEndsWithItsWeekend(t *testing.T) {
	for _, test := range []struct {
		date        civil.Date
		sinceMonday int
		weekend     bool
	}{
		{civil.Date{Year: 2026, Month: time.November, Day: 16}, 0, false}, // Monday
		{civil.Date{Year: 2026, Month: time.November, Day: 20}, 4, false}, // Friday
		{civil.Date{Year: 2026, Month: time.November, Day: 21}, 5, true},
		{civil.Date{Year: 2026, Month: time.November, Day: 22}, 6, true},
		{civil.Date{Year: 1970, Month: time.January, Day: 1}, 3, false}, // Thursday
	} {
		if got := test.date.DaysSinceMonday(); got != test.sinceMonday {
			t.Errorf("%s: got %d days since Monday, want %d", test.date, got, test.sinceMonday)
		}
		if got := test.date.IsWeekend(); got != test.weekend {
			t.Errorf("%s: got weekend %t, want %t", test.date, got, test.weekend)
		}
	}
}

func TestAnInvalidDateIsNotADateOutOfRange(t *testing.T) {
	for text, outside := range map[string]bool{"2026-02-29": false, "tomorrow": false, "1969-12-31": true} {
		if date, err := civil.ParseDate(text); err == nil || errors.Is(err, civil.ErrDateOutOfRange) != outside {
			t.Errorf("%s: got %s, %v", text, date, err)
		}
	}
	if date, err := civil.ParseDate("1970-01-01"); err != nil {
		t.Errorf("the first one: got %s, %v", date, err)
	}
}
