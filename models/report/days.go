package report

import (
	"strconv"

	"worklog/models"
	"worklog/models/civil"
)

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

// Effect is what a type of day does to the figures.
type Effect struct {
	// Absence puts the target of the day to nothing; slots then count as extra.
	Absence bool
	// KeptByRTT keeps the target of an absence where days of RTT consume hours
	// ([BalanceRules.RTTConsumes]).
	KeptByRTT bool
	// Credited has a day without slots count as its target, where that is wanted
	// ([BalanceRules.CreditWithoutSlots]).
	Credited bool
	// Works has the day count among those of days_per_year, with or without slots.
	Works bool
	// CalledOut says that slots on the day are call-outs.
	CalledOut bool
}

// Effects is the table of what each type of day does.
var Effects = map[models.DayType]Effect{
	models.Work:      {Works: true},
	models.Telework:  {Works: true, Credited: true},
	models.Duty:      {Works: true},
	models.OnCall:    {CalledOut: true},
	models.Training:  {Works: true, Credited: true},
	models.RTT:       {Absence: true, KeptByRTT: true, CalledOut: true},
	models.Leave:     {Absence: true, CalledOut: true},
	models.SickLeave: {Absence: true, CalledOut: true},
	models.Holiday:   {Absence: true, CalledOut: true},
}

// Effect returns what a type of day does under the rules: [Effects] with the options of the
// balance. An absence that keeps its target is none.
func (r Rules) Effect(dayType models.DayType) Effect {
	effect := Effects[dayType]
	if effect.KeptByRTT && r.Balance != nil && r.Balance.RTTConsumes {
		effect.Absence = false
	}
	if r.Balance == nil || !r.Balance.CreditWithoutSlots {
		effect.Credited = false
	}
	return effect
}
