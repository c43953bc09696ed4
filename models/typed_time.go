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

// EndDateAfter returns the date on which a slot that starts at start ends, when only
// the time of its end was typed: that of the first time after the start at which the
// clock shows it, within 24 hours of the wall clock. It returns [ErrEndLikeStart] for
// the time that the start shows, and [civil.ErrDateOutOfRange] after the year 9999.
func (d *Day) EndDateAfter(start civil.Instant, wall civil.WallTime) (civil.Date, error) {
	date, from := civil.DateOf(start.In(d.Zone)), civil.WallTimeOf(start, d.Zone)
	if wall == from {
		return civil.Date{}, ErrEndLikeStart
	}
	instants := civil.InstantsAt(date, wall, d.Zone)
	repeated := len(instants) > 0 && instants[len(instants)-1].After(start.Time) // in autumn, an earlier time comes again
	if from.Before(wall) || repeated {
		return date, nil
	}
	if date = date.AddDays(1); !date.InRange() {
		return civil.Date{}, civil.ErrDateOutOfRange
	}
	return date, nil
}

// EndAt returns the instant of a slot's end that was typed as wall on the date. The
// form showed the slot as shown, which is nil for a new one: an unchanged end keeps
// its instant. In the hour that is repeated in autumn, it returns the first instant,
// or the second if only that is later than the start. It returns [ErrTimeSkipped]
// in the hour that is skipped in spring, and [civil.ErrDateOutOfRange] for another end
// outside the years 1970 to 9999.
func (d *Day) EndAt(date civil.Date, wall civil.WallTime, start civil.Instant, shown *TimeSlot) (civil.Instant, error) {
	if shown != nil && wall == civil.WallTimeOf(shown.EndAt, d.Zone) && date == civil.DateOf(shown.EndAt.In(d.Zone)) {
		return shown.EndAt, nil
	}
	if !date.InRange() {
		return civil.Instant{}, civil.ErrDateOutOfRange
	}
	instants := civil.InstantsAt(date, wall, d.Zone)
	if len(instants) == 0 {
		return civil.Instant{}, ErrTimeSkipped
	}
	if first := instants[0]; first.After(start.Time) {
		return first, nil
	}
	return instants[len(instants)-1], nil
}
