package report

import (
	"sort"
	"time"

	"worklog/models/civil"
)

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
