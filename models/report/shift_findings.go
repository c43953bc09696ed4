package report

import "worklog/models/civil"

// shiftFindings returns the rests between shifts that are too short, and the shifts that last too
// long or have too many hours.
func (r Rules) shiftFindings(work []stretch, on worked, from, to civil.Date) (found []Finding) {
	shifts, short := r.Limits.inShifts(work)
	if r.Limits.DailyRest > 0 {
		found = append(short, r.Limits.tooLong(shifts)...)
	}
	return append(found, r.dayFindings(shifts, on, from, to)...)
}

// tooLong returns the shifts that last too long.
func (l Limits) tooLong(shifts []shift) (found []Finding) {
	for _, shift := range shifts {
		if length := shift.amplitude(); l.LongestShift() > 0 && length > l.LongestShift() {
			found = append(found, shift.finding(Amplitude, length, l.LongestShift()))
		}
	}
	return found
}

// dayFindings returns the shifts and the dates with too many hours. In hospitals the hours are
// those of a shift, elsewhere those of a civil day; shifts of the night with a limit of their own
// are judged whole, and civil days without their hours.
func (r Rules) dayFindings(shifts []shift, on worked, from, to civil.Date) (found []Finding) {
	limits, judged := r.Limits, worked{} // in shifts that are judged whole
	if limits.Profile == Hospital {
		found, _ = r.judgedWhole(shifts)
		return found
	}
	if limits.DayMaxNight > 0 {
		var whole []shift
		found, whole = r.judgedWhole(shifts)
		for _, shift := range whole {
			shift.cut(r.Night, judged.add)
		}
	}
	if limits.DayMax == 0 {
		return found
	}
	first, last := number(from), number(to)
	for at, minutes := range on {
		if rest := minutes.all - judged[at].all; at >= first && at <= last && rest > limits.DayMax {
			date := civil.FirstDate.AddDays(at)
			if r.inDays(date) {
				continue
			}
			found = append(found, Finding{Rule: DayMax, Date: date, First: date, Last: date, Minutes: rest, Limit: limits.DayMax})
		}
	}
	return found
}

// judgedWhole returns the shifts whose hours are judged at once, and what is beyond a limit.
func (r Rules) judgedWhole(shifts []shift) (found []Finding, whole []shift) {
	for _, shift := range shifts {
		minutes, nightly := shift.hours(r.Night)
		limit := r.Limits.DayMax
		switch {
		case nightly && r.Limits.DayMaxNight > 0:
			limit = r.Limits.DayMaxNight
		case r.Limits.Profile != Hospital:
			continue
		}
		whole = append(whole, shift)
		if limit > 0 && minutes > limit && !r.inDays(shift[0].startsOn()) {
			found = append(found, shift.finding(DayMax, minutes, limit))
		}
	}
	return found, whole
}
