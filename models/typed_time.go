package models

import "worklog/models/civil"

// StartAt returns the instant of a slot's start that was typed as wall. The form
// showed the slot as shown, which is nil for a new one: an unchanged start keeps
// its instant, a changed one keeps its date. In the hour that is repeated in
// autumn, it returns the first instant. It returns [ErrTimeSkipped] in the hour
// that is skipped in spring.
func (d *Day) StartAt(wall civil.WallTime, shown *TimeSlot) (civil.Instant, error) {
	date := d.Date
	if shown != nil {
		if wall == civil.WallTimeOf(shown.StartAt, d.Zone) {
			return shown.StartAt, nil
		}
		date = civil.DateOf(shown.StartAt.In(d.Zone))
	}
	instants := civil.InstantsAt(date, wall, d.Zone)
	if len(instants) == 0 {
		return civil.Instant{}, ErrTimeSkipped
	}
	return instants[0], nil
}

// TypedEnd is the end of a slot as it was typed.
type TypedEnd struct {
	civil.WallTime
	// Date is zero when only the time was typed: it is then that of the first time after
	// the start at which the clock shows it, within 24 hours of the wall clock.
	Date civil.Date
}

// EndAt returns the instant of a typed end. The form showed the slot as shown, which is
// nil for a new one: an unchanged end keeps its instant. In the hour that is repeated in
// autumn, it returns the first instant, or the second if only that is later than the
// start. It returns [ErrEndLikeStart] for a time without a date that the start shows too,
// [ErrTimeSkipped] in the hour that is skipped in spring, and [civil.ErrDateOutOfRange]
// for another end outside the years 1970 to 9999.
func (d *Day) EndAt(typed TypedEnd, start civil.Instant, shown *TimeSlot) (civil.Instant, error) {
	date, err := d.EndDate(typed, start)
	if err != nil {
		return civil.Instant{}, err
	}
	if shown != nil && typed.WallTime == civil.WallTimeOf(shown.EndAt, d.Zone) && date == civil.DateOf(shown.EndAt.In(d.Zone)) {
		return shown.EndAt, nil
	}
	if !date.InRange() {
		return civil.Instant{}, civil.ErrDateOutOfRange
	}
	instants := civil.InstantsAt(date, typed.WallTime, d.Zone)
	if len(instants) == 0 {
		return civil.Instant{}, ErrTimeSkipped
	}
	if first := instants[0]; first.After(start.Time) {
		return first, nil
	}
	return instants[len(instants)-1], nil
}

// EndDate returns the date of a typed end. It returns [ErrEndLikeStart] and
// [civil.ErrDateOutOfRange].
func (d *Day) EndDate(typed TypedEnd, start civil.Instant) (civil.Date, error) {
	if typed.Date != (civil.Date{}) {
		return typed.Date, nil
	}
	date, from := civil.DateOf(start.In(d.Zone)), civil.WallTimeOf(start, d.Zone)
	if typed.WallTime == from {
		return civil.Date{}, ErrEndLikeStart
	}
	instants := civil.InstantsAt(date, typed.WallTime, d.Zone)
	repeated := len(instants) > 0 && instants[len(instants)-1].After(start.Time) // in autumn, an earlier time comes again
	if from.Before(typed.WallTime) || repeated {
		return date, nil
	}
	if date = date.AddDays(1); !date.InRange() {
		return civil.Date{}, civil.ErrDateOutOfRange
	}
	return date, nil
}
