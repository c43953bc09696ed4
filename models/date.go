package models

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"time"
)

// Date is a calendar date without a time zone.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

const firstYear = 1970

// DateOf returns the date of t in its own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// DateIn returns the local date of an instant in a zone. It returns
// [ErrDateOutOfRange] outside the years 1970 to 9999.
func DateIn(instant Instant, zone *time.Location) (Date, error) {
	date := DateOf(instant.In(zone))
	if !date.InRange() {
		return Date{}, ErrDateOutOfRange
	}
	return date, nil
}

// InRange reports whether the date lies in the years 1970 to 9999.
func (d Date) InRange() bool { return d.Year >= firstYear && d.Year <= lastYear }

// ParseDate parses a date written as YYYY-MM-DD. It returns [ErrDateOutOfRange]
// outside the years 1970 to 9999.
func ParseDate(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, err
	}
	return DateIn(Instant{t}, time.UTC)
}

// AddDays returns the date n days later, or earlier if n is negative.
func (d Date) AddDays(n int) Date { return DateOf(d.midnight().AddDate(0, 0, n)) }

// DaysUntil returns how many days later the other date is.
func (d Date) DaysUntil(other Date) int {
	const day = 24 * 60 * 60
	return int((other.midnight().Unix() - d.midnight().Unix()) / day) // a time.Duration holds at most 292 years
}

// Compare returns -1 if the date is before the other one, 1 if it is after, and 0 if they
// are the same.
func (d Date) Compare(other Date) int {
	if d.Year != other.Year {
		return cmp.Compare(d.Year, other.Year)
	}
	if d.Month != other.Month {
		return cmp.Compare(d.Month, other.Month)
	}
	return cmp.Compare(d.Day, other.Day)
}

// Earlier returns the earlier of two dates.
func Earlier(a, b Date) Date {
	if b.Compare(a) < 0 {
		return b
	}
	return a
}

// Later returns the later of two dates.
func Later(a, b Date) Date {
	if b.Compare(a) > 0 {
		return b
	}
	return a
}

// DatesOfYear returns the first and the last date of a year.
func DatesOfYear(year int) (first, last Date) {
	return Date{year, time.January, 1}, Date{year, time.December, 31}
}

// LastOfMonth returns the last date of the date's month.
func (d Date) LastOfMonth() Date { return Date{d.Year, d.Month + 1, 1}.AddDays(-1) }

// Monday returns the Monday of the date's week.
func (d Date) Monday() Date { return d.AddDays(-d.DaysSinceMonday()) }

// ISOWeek returns the number of the week (ISO 8601) that the date lies in.
func (d Date) ISOWeek() int {
	_, week := d.midnight().ISOWeek()
	return week
}

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday { return d.midnight().Weekday() }

// IsWeekend reports whether the date is a Saturday or a Sunday.
func (d Date) IsWeekend() bool { return d.DaysSinceMonday() >= 5 }

// DaysSinceMonday returns how many days the Monday of the date's week is before it:
// 0 for a Monday, 6 for a Sunday.
func (d Date) DaysSinceMonday() int { return (int(d.Weekday()) + 6) % 7 }

// midnight returns the start of the date in UTC, where every day has 24 hours.
func (d Date) midnight() time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

// String writes the date as YYYY-MM-DD.
func (d Date) String() string { return d.midnight().Format(time.DateOnly) }

// GormDataType declares the column as text; the driver would parse a column
// declared as a date.
func (Date) GormDataType() string { return "text" }

// MarshalText implements [encoding.TextMarshaler]: as it is stored.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *Date) UnmarshalText(text []byte) error { return d.Scan(string(text)) }

// Value implements [driver.Valuer].
func (d Date) Value() (driver.Value, error) { return d.String(), nil }

// Scan implements [database/sql.Scanner].
func (d *Date) Scan(source any) error {
	text, ok := source.(string)
	if !ok {
		return fmt.Errorf("date: stored as %T, want text", source)
	}
	parsed, err := ParseDate(text)
	*d = parsed
	return err
}
