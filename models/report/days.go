package report

import "strconv"

// Days is a number of days in hundredths, so that a twelfth of an allowance can be told. It is
// written as a number of days: 25, 0.5, 2.08.
type Days int64

// HalfDay is half a day.
const HalfDay Days = 50

// WholeDays returns a number of days.
func WholeDays(days int64) Days { return Days(100 * days) }

// String formats the number of days, with decimals only if they are needed.
func (d Days) String() string {
	return strconv.FormatFloat(float64(d)/100, 'f', -1, 64) // the shortest that is read as this one
}

// MarshalJSON writes the number of days.
func (d Days) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// halfUp divides two numbers that are not negative, and rounds a half up.
func halfUp(numerator, denominator int64) int64 {
	return (2*numerator + denominator) / (2 * denominator)
}
