package models

// A typed time is a wall time beside a day's date. Which instant it means is
// decided here, whoever asks.

// StartAt returns the instant at which a slot starts whose start was typed as
// wall. The slot was shown before as shown, nil for a new one: a start that is
// left as it was shown keeps its instant, one that is changed keeps its date. Of
// the two instants in the hour that autumn repeats it is the first. It returns
// [ErrTimeSkipped] in the hour that spring skips.
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

// EndDate returns the date so many days after the day's. It returns
// [ErrDateOutOfRange] outside the years 1970 to 9999.
func (d *Day) EndDate(days int) (Date, error) {
	date := d.Date.AddDays(days)
	if !date.InRange() {
		return Date{}, ErrDateOutOfRange
	}
	return date, nil
}

// EndAt returns the instant at which a slot ends whose end was typed as wall on
// the date. An end that is left as it was shown keeps its instant; shown is nil
// for a new slot. In the hour that autumn repeats it is the first instant, or the
// second if only that is later than the start. It returns [ErrTimeSkipped] in
// the hour that spring skips.
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
