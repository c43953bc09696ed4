package civil_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"worklog/models/civil"
	"worklog/models/modelstest"
)

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
		if got := date.Weekday(); got != at.Weekday() || date.IsWeekend() != (got == time.Saturday || got == time.Sunday) {
			t.Fatalf("%v: got %s, weekend %t, want %s", date, got, date.IsWeekend(), at.Weekday())
		}
		if monday := date.Monday(); monday.Weekday() != time.Monday || monday.DaysUntil(date) != date.DaysSinceMonday() || monday.AddDays(6).DaysUntil(date) > 0 {
			t.Fatalf("%v: got Monday %v, %d days before", date, monday, date.DaysSinceMonday())
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
		modelstest.Want(t, date.DaysUntil(runsOnTo), 0, date, runsOnTo)
		modelstest.Want(t, date.AddDays(1), runsOnTo.AddDays(1), date)
		modelstest.Want(t, date.Weekday(), runsOnTo.Weekday(), date)
	}
}

func TestInstantsSortAsTextAndKeepTheirNanoseconds(t *testing.T) {
	previous := ""
	for _, want := range []time.Time{
		time.Date(1969, 12, 31, 23, 0, 0, 0, time.UTC),
		time.Date(2026, 11, 20, 7, 3, 27, 0, time.UTC),
		time.Date(2026, 11, 20, 7, 3, 27, 1, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
		time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(10000, 1, 1, 11, 59, 59, 1, time.UTC),
	} {
		text := civil.NewInstant(want).String()
		if text <= previous {
			t.Errorf("%s does not sort after %s", text, previous)
		}
		previous = text
		var got civil.Instant
		if err := got.Scan(text); err != nil || !got.Equal(want) {
			t.Errorf("%s: got %v, %v, want %v", text, got.Time, err, want)
		}
	}
	for _, text := range []string{"", "2026-11-20T07:03:27Z", "2026-11-20 07:03:27.000000000Z", "9999-12-31T99:00:00.000000000Z"} {
		var kept civil.Instant
		if err := kept.Scan(text); err != nil || kept.Readable() || kept.String() != text {
			t.Errorf("%q: got %q, readable %t, %v", text, kept, kept.Readable(), err)
		}
	}
}

func TestInstantsAt(t *testing.T) {
	for _, test := range []struct {
		name, zone, date string
		wall             civil.WallTime
		want             string
	}{
		{"a time that occurs once", "Europe/Paris", "2026-11-20", civil.WallTime{Hour: 8, Minute: 3}, "2026-11-20T07:03Z"},
		{"midnight", "Europe/Paris", "2026-11-20", civil.WallTime{Hour: 0, Minute: 0}, "2026-11-19T23:00Z"},
		{"a time skipped in spring", "Europe/Paris", "2026-03-29", civil.WallTime{Hour: 2, Minute: 30}, ""},
		{"the first moment after the spring change", "Europe/Paris", "2026-03-29", civil.WallTime{Hour: 3, Minute: 0}, "2026-03-29T01:00Z"},
		{"a time that repeats in autumn", "Europe/Paris", "2026-10-25", civil.WallTime{Hour: 2, Minute: 30}, "2026-10-25T00:30Z 2026-10-25T01:30Z"},
		{"the hour after it", "Europe/Paris", "2026-10-25", civil.WallTime{Hour: 3, Minute: 0}, "2026-10-25T02:00Z"},
		{"a half-hour change", "Australia/Lord_Howe", "2026-04-05", civil.WallTime{Hour: 1, Minute: 45}, "2026-04-04T14:45Z 2026-04-04T15:15Z"},
		{"a skipped day", "Pacific/Apia", "2011-12-30", civil.WallTime{Hour: 12, Minute: 0}, ""},
		{"the day before it", "Pacific/Apia", "2011-12-29", civil.WallTime{Hour: 12, Minute: 0}, "2011-12-29T22:00Z"},
	} {
		t.Run(test.name, func(t *testing.T) {
			zone := modelstest.Got(time.LoadLocation(test.zone))(t)
			date := modelstest.Got(civil.ParseDate(test.date))(t)
			var got []string
			for _, instant := range civil.InstantsAt(date, test.wall, zone) {
				got = append(got, instant.Format("2006-01-02T15:04Z07:00"))
			}
			modelstest.Want(t, strings.Join(got, " "), test.want, got)
		})
	}
}

func TestAMinuteStartsWhenTheClockOfTheZoneShowsIt(t *testing.T) {
	for _, test := range []struct{ zone, at, want string }{
		{"Europe/Paris", "2026-11-20T07:03:27.5Z", "2026-11-20T07:03:00Z"},
		{"Europe/Paris", "2026-11-20T07:03:00Z", "2026-11-20T07:03:00Z"},
		{"Europe/Paris", "2026-11-20T07:03:00.000000001Z", "2026-11-20T07:03:00Z"},
		{"America/New_York", "1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:00Z"},
		{"Africa/Monrovia", "1971-06-01T12:00:00Z", "1971-06-01T11:59:30Z"}, // 44 min 30 s behind
		{"Africa/Monrovia", "1971-06-01T12:00:30Z", "1971-06-01T12:00:30Z"},
	} {
		zone := modelstest.Got(time.LoadLocation(test.zone))(t)
		const layout = "2006-01-02T15:04:05.999999999Z"
		at := modelstest.Got(time.Parse(layout, test.at))(t)
		start := civil.NewInstant(at).StartOfMinute(zone)
		if got := start.Format(layout); got != test.want || start.Location() != time.UTC {
			t.Errorf("%s in %s: got %s, want %s", test.at, test.zone, got, test.want)
		}
	}
}

// FuzzInstant writes instants as the store does: each is read back unchanged, and their
// texts sort in order of time.
func FuzzInstant(f *testing.F) {
	last := time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC).Unix()
	f.Add(int64(0), int64(0), int64(1_795_158_207), int64(123_456_789))
	f.Add(last, int64(999_999_999), last+1, int64(0))
	f.Add(last+14*3600, int64(1), last+14*3600, int64(2))
	f.Add(int64(-14*3600), int64(1), int64(-1), int64(999_999_999))
	f.Fuzz(func(t *testing.T, seconds, nanoseconds, otherSeconds, otherNanoseconds int64) {
		a, b := storable(seconds, nanoseconds), storable(otherSeconds, otherNanoseconds)
		for _, instant := range []civil.Instant{a, b} {
			modelstest.Want(t, civil.ReadInstant(instant.String()), instant)
		}
		if strings.Compare(a.String(), b.String()) != a.Compare(b.Time) {
			t.Fatalf("%s and %s do not sort in order of time", a, b)
		}
	})
}

// storable returns an instant that is in the years 1970 to 9999 in some zone: at most a day
// outside them in UTC.
func storable(seconds, nanoseconds int64) civil.Instant {
	const day = 24 * 3600
	first := int64(-day)
	span := time.Date(10_000, 1, 2, 0, 0, 0, 0, time.UTC).Unix() - first
	return civil.NewInstant(time.Unix(first+((seconds-first)%span+span)%span, (nanoseconds%1e9+1e9)%1e9))
}

// FuzzTexts reads arbitrary text as an instant and as a date: an accepted date exists and
// is written back unchanged.
func FuzzTexts(f *testing.F) {
	for _, seed := range []string{"2026-11-20", "2026-02-29", "1969-12-31", "10000-01-01", "2026-1-1", "", "9999-12-31T37:59:59.999999999Z", "9999-12-31T2", "2026-11-20T07:03:27.123456789Z"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		civil.ReadInstant(text) // must not panic
		date, err := civil.ParseDate(text)
		if err != nil {
			if date != (civil.Date{}) {
				t.Fatalf("%q: got %v beside %v", text, date, err)
			}
			return
		}
		if date.String() != text || !date.InRange() || date.AddDays(0) != date {
			t.Fatalf("%q: got %v", text, date)
		}
	})
}
