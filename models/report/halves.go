package report

import "strconv"

// Halves is a number of half days. It is written as a number of days: 25, 0.5.
type Halves int64

// WholeDays returns a number of days.
func WholeDays(days int64) Halves { return Halves(2 * days) }

// String formats the number of days, with one decimal only if it is needed.
func (h Halves) String() string {
	return strconv.FormatFloat(float64(h)/2, 'f', -1, 64) // a half is exact
}

// MarshalJSON writes the number of days.
func (h Halves) MarshalJSON() ([]byte, error) { return []byte(h.String()), nil }
