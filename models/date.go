package models

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// Date is a day of the calendar, without a zone.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

const firstYear = 1970

// DateOf gives the date that t shows in its own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// DateIn gives the local date of an instant in a zone. It returns
// [ErrDateOutOfRange] outside the years 1970 to 9999.
func DateIn(instant Instant, zone *time.Location) (Date, error) {
	date := DateOf(instant.In(zone))
	if date.Year < firstYear || date.Year > lastYear {
		return Date{}, ErrDateOutOfRange
	}
	return date, nil
}

// ParseDate reads YYYY-MM-DD, a date that exists.
func ParseDate(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, err
	}
	return DateOf(t), nil
}

// String writes the date as YYYY-MM-DD.
func (d Date) String() string {
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// GormDataType says that the column is text; the driver would parse a column
// declared as a date.
func (Date) GormDataType() string { return "text" }

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
