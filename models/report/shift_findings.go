package report

import (
	"sort"
	"time"

	"worklog/models/civil"
)

// shiftFindings returns the rests between shifts that are too short, and the shifts that last too
// long or have too many hours.
func (r Rules) shiftFindings(work []stretch, on worked) (found []Finding) {
	shifts, short := r.Limits.inShifts(work)
	if r.Limits.DailyRest > 0 {
		found = append(short, r.Limits.tooLong(shifts)...)
	}
	if r.Limits.checks(Split) {
		found = append(found, r.Limits.splits(shifts)...)
	}
	return append(found, r.dayFindings(shifts, on)...)
}

// Of a shift that a gap splits (décret 2002-9, article 7, 2°), in minutes.
const (
	splittingGap  = 2 * 60
	splitMost     = 10*60 + 30 // from its start to its end
	shortestSpell = 3 * 60
)

// splits returns the shifts in two that last too long, or have a part that is too short. Those that
// are too long for any shift are [Amplitude].
func (l Limits) splits(shifts []shift) (found []Finding) {
	for _, shift := range shifts {
		length, spell, split, short := shift.amplitude(), shift.start(), false, false
		for i := 1; i < len(shift); i++ {
			if minutesUntil(shift[i-1].end, shift[i].start) >= splittingGap {
				split, short = true, short || minutesUntil(spell, shift[i-1].end) < shortestSpell
				spell = shift[i].start
			}
		}
		short = short || minutesUntil(spell, shift.end()) < shortestSpell
		if split && (length > splitMost || short) && (l.DailyRest == 0 || length <= l.LongestShift()) {
			found = append(found, shift.finding(Split, length, splitMost))
		}
	}
	return found
}

// tooLong returns the shifts that last too long.
func (l Limits) tooLong(shifts []shift) (found []Finding) {
	most := l.LongestShift()
	for _, shift := range shifts {
		if length := shift.amplitude(); length > most {
			found = append(found, shift.finding(Amplitude, length, most))
		}
	}
	return found
}

// dayFindings returns the shifts and the dates with too many hours. In hospitals the hours are
// those of a shift, elsewhere those of a civil day; shifts of the night with a limit of their own
// are judged whole, and civil days without their hours.
func (r Rules) dayFindings(shifts []shift, on worked) (found []Finding) {
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
	for at, minutes := range on {
		if rest := minutes.all - judged[at].all; rest > limits.DayMax {
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
		minutes, ofNight := shift.hours(r.Night)
		limit := r.Limits.DayMax
		switch {
		case 2*ofNight >= minutes && r.Limits.DayMaxNight > 0:
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

// withoutBreak finds the work that is too long without a break. Private companies owe one
// when the time is reached, hospitals when it is exceeded.
func (l Limits) withoutBreak(work []stretch) (found []Finding) {
	from := l.BreakAfter
	if l.Profile == Hospital {
		from++
	}
	for len(work) > 0 {
		length, minutes := 1, minutesUntil(work[0].start, work[0].end)
		for length < len(work) && minutesUntil(work[length-1].end, work[length].start) < l.Break {
			minutes += minutesUntil(work[length].start, work[length].end)
			length++
		}
		if minutes >= from {
			found = append(found, shift(work[:length]).finding(Break, minutes, l.BreakAfter))
		}
		work = work[length:]
	}
	return found
}

// restInWeek is how much of the weekly rest must lie in the week.
const restInWeek = 24 * 60

// weeklyRest returns the finding of a week that begins on a Monday and is over, or nil if
// it has a rest of the minimum, at least [restInWeek] of it within the week. Before all work
// and after it, one rests. The finding is about the longest rest or, if none lies in the week
// for long enough, about the longest part of one in it.
func weeklyRest(work []stretch, monday civil.Date, minimum int64, zone *time.Location) *Finding {
	start, end := midnight(monday, zone), midnight(monday.AddDays(7), zone)
	found := Finding{Rule: WeeklyRest, Date: monday, First: monday, Last: monday.AddDays(6), Limit: minimum}
	inWeek := min(restInWeek, minimum)
	first := sort.Search(len(work), func(i int) bool { return work[i].end.After(start.Time) })
	for i := first; i <= len(work) && (i == first || work[i-1].end.Before(end.Time)); i++ {
		from, to, known := start, end, i > 0 && i < len(work)
		if i > 0 {
			from = work[i-1].end
		}
		if i < len(work) {
			to = work[i].start
		}
		within := minutesUntil(civil.Latest(from, start), civil.Earliest(to, end))
		rest := minutesUntil(from, to)
		if within >= inWeek && (rest >= minimum || !known) {
			return nil
		}
		if within < inWeek {
			from, to, rest = civil.Latest(from, start), civil.Earliest(to, end), within
		}
		if rest > found.Minutes {
			found.From, found.To, found.Minutes = from.Time, to.Time, rest
		}
	}
	return &found
}
