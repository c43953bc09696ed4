package civil_test

import (
	"errors"
	"testing"
	"time"

	"worklog/models/civil"
	"worklog/models/modelstest"
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
		modelstest.Want(t, test.date.DaysSinceMonday(), test.sinceMonday, test.date)
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

func TestDatesAreCountedAsByPackageTime(t *testing.T) {
	const day = 24 * 60 * 60
	for number := -800_000; number < 3_000_000; number++ {
		if number%100 > 0 && (number < -1000 || number > 40_000) {
			continue
		}
		at := time.Unix(int64(number)*day, 0).UTC()
		date := civil.DateOf(at)
		if got := civil.FirstDate.DaysUntil(date); got != number {
			t.Fatalf("%v: got number %d, want %d", date, got, number)
		}
		if got := date.Weekday(); got != at.Weekday() {
			t.Fatalf("%v: got %s, want %s", date, got, at.Weekday())
		}
		if got := date.String(); date.Year >= 0 && date.Year <= 9999 && got != at.Format(time.DateOnly) {
			t.Fatalf("%v: got %s, want %s", date, got, at.Format(time.DateOnly))
		}
		for _, days := range []int{-400, -28, -1, 0, 1, 27, 31, 366, 1500} {
			if got, want := date.AddDays(days), civil.DateOf(at.AddDate(0, 0, days)); got != want {
				t.Fatalf("%v, %d days later: got %v, want %v", date, days, got, want)
			}
		}
	}
}

func TestADateThatIsNoneCountsAsTheOneThatItRunsOnTo(t *testing.T) {
	for date, runsOnTo := range map[civil.Date]civil.Date{
		{Year: 2026, Month: 11, Day: 31}: {Year: 2026, Month: 12, Day: 1},
		{Year: 2026, Month: 2, Day: 29}:  {Year: 2026, Month: 3, Day: 1},
		{Year: 2026, Month: 13, Day: 1}:  {Year: 2027, Month: 1, Day: 1},
		{Year: 2026, Month: 0, Day: 10}:  {Year: 2025, Month: 12, Day: 10},
		{Year: 2026, Month: 1, Day: 0}:   {Year: 2025, Month: 12, Day: 31},
		{}:                               {Year: -1, Month: 11, Day: 30},
	} {
		if date.InCalendar() || !runsOnTo.InCalendar() {
			t.Errorf("%v: got in the calendar %t, %v %t", date, date.InCalendar(), runsOnTo, runsOnTo.InCalendar())
		}
		if days := date.DaysUntil(runsOnTo); days != 0 {
			t.Errorf("%v: got %d days until %v", date, days, runsOnTo)
		}
		modelstest.Want(t, date.AddDays(1), runsOnTo.AddDays(1), date)
		modelstest.Want(t, date.Weekday(), runsOnTo.Weekday(), date)
	}
}
