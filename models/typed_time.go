package models

// StartAt returns the instant of a slot's start that was typed as wall. The form
// showed the slot as shown, which is nil for a new one: an unchanged start keeps
// its instant, a changed one keeps its date. In the hour that is repeated in
// autumn, it returns the first instant. It returns [ErrTimeSkipped] in the hour
// that is skipped in spring.
func (d *Day) StartAt(wall WallTime, shown *TimeSlot) (Instant, error) {
	date := d.Date
	if shown != nil {
		if wall == WallTimeOf(shown.StartAt, d.Zone) {
			return shown.StartAt, nil
		}
		date = DateOf(shown.StartAt.In(d.Zone))
	}
	instants := InstantsAt(date, wall, d.Zone)
	if len(instants) == 0 {
		return Instant{}, ErrTimeSkipped
	}
	return instants[0], nil
}

// EndDate returns the date that many days after the day's. It returns
// [ErrDateOutOfRange] outside the years 1970 to 9999.
func (d *Day) EndDate(days int) (Date, error) {
	date := d.Date.AddDays(days)
	if !date.InRange() {
		return Date{}, ErrDateOutOfRange
	}
	return date, nil
}

// EndAt returns the instant of a slot's end that was typed as wall on the date. The
// form showed the slot as shown, which is nil for a new one: an unchanged end keeps
// its instant. In the hour that is repeated in autumn, it returns the first instant,
// or the second if only that is later than the start. It returns [ErrTimeSkipped]
// in the hour that is skipped in spring.
func (d *Day) EndAt(date Date, wall WallTime, start Instant, shown *TimeSlot) (Instant, error) {
	if shown != nil && wall == WallTimeOf(shown.EndAt, d.Zone) && date == DateOf(shown.EndAt.In(d.Zone)) {
		return shown.EndAt, nil
	}
	instants := InstantsAt(date, wall, d.Zone)
	if len(instants) == 0 {
		return Instant{}, ErrTimeSkipped
	}
	if first := instants[0]; first.After(start.Time) {
		return first, nil
	}
	return instants[len(instants)-1], nil
}
