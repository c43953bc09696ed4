package report

import "worklog/models/civil"

// Since is a value from a date on; that of the zero date is in force before all others.
type Since[T any] struct {
	From  civil.Date
	Value T
}

// InForce returns the value in force on a date, of values in the order of their dates; false before
// the first of them.
func InForce[T any](values []Since[T], on civil.Date) (value T, found bool) {
	for _, since := range values {
		if since.From.Compare(on) <= 0 {
			value, found = since.Value, true
		}
	}
	return value, found
}
