package report

import (
	"slices"
	"sort"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// shift is time at work without a break: slots that touch or overlap.
type shift struct {
	start, end civil.Instant // at the start of a minute
	zone       *time.Location
}

// startsOn returns the date on which the shift starts.
func (s shift) startsOn() civil.Date { return civil.DateOf(s.start.In(s.zone)) }

// endsOn returns the date on which the shift ends.
func (s shift) endsOn() civil.Date { return civil.DateOf(s.end.In(s.zone)) }

// minutesUntil returns the minutes from an instant to a later one.
func minutesUntil(from, to civil.Instant) int64 { return (to.Unix() - from.Unix()) / 60 }

// shifts returns the shifts of days that have begun, in order of time, up to now.
func shifts(days []models.Day, now civil.Instant) []shift {
	slots := 0
	for i := range days {
		slots += len(days[i].Slots)
	}
	all := make([]shift, 0, slots)
	for i := range days {
		day := &days[i]
		for _, slot := range day.Slots {
			end := slot.EndAt
			if end.After(now.Time) {
				end = now
			}
			if slot.StartAt.Before(now.Time) {
				all = append(all, shift{slot.StartAt.StartOfMinute(day.Zone), end.StartOfMinute(day.Zone), day.Zone})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b shift) int { return a.start.Compare(b.start.Time) })
	merged := all[:0]
	for _, next := range all {
		if last := len(merged) - 1; last >= 0 && !next.start.After(merged[last].end.Time) {
			if next.end.After(merged[last].end.Time) {
				merged[last].end = next.end
			}
			continue
		}
		merged = append(merged, next)
	}
	return merged
}

// dailyRests finds the spans of work that leave no rest of the minimum within 24 hours.
// Rests of at least the minimum part the spans; one that is longer than what the minimum
// leaves of 24 hours is a finding, with the longest rest in it.
func dailyRests(shifts []shift, minimum int64) []Finding {
	const day = 24 * 60
	var found []Finding
	for len(shifts) > 0 {
		length := 1
		for length < len(shifts) && minutesUntil(shifts[length-1].end, shifts[length].start) < minimum {
			length++
		}
		span := shifts[:length]
		shifts = shifts[length:]
		if minutesUntil(span[0].start, span[length-1].end) <= day-minimum {
			continue
		}
		end := span[length-1].endsOn()
		longest := Finding{Rule: DailyRest, Date: end, First: span[0].startsOn(), Last: end, Limit: minimum} // without any rest
		for i := 1; i < length; i++ {
			if rest := minutesUntil(span[i-1].end, span[i].start); rest > longest.Minutes {
				longest.Date, longest.Minutes = span[i].startsOn(), rest
			}
		}
		found = append(found, longest)
	}
	return found
}

// withoutBreak finds the work that is too long without a break. Private companies owe one
// when the time is reached, hospitals when it is exceeded.
func (l Limits) withoutBreak(shifts []shift) (found []Finding) {
	from := l.BreakAfter
	if l.Profile == Hospital {
		from++
	}
	for len(shifts) > 0 {
		length, minutes := 1, minutesUntil(shifts[0].start, shifts[0].end)
		for length < len(shifts) && minutesUntil(shifts[length-1].end, shifts[length].start) < l.Break {
			minutes += minutesUntil(shifts[length].start, shifts[length].end)
			length++
		}
		if minutes >= from {
			first := shifts[0].startsOn()
			found = append(found, Finding{Rule: Break, Date: first, First: first, Last: shifts[length-1].endsOn(), Minutes: minutes, Limit: l.BreakAfter})
		}
		shifts = shifts[length:]
	}
	return found
}

// restInWeek is how much of the weekly rest must lie in the week.
const restInWeek = 24 * 60

// weeklyRest returns the finding of a week that begins on a Monday and is over, or nil if
// it has a rest of the minimum, at least [restInWeek] of it within the week. Before the
// first shift and after the last, one rests.
func weeklyRest(shifts []shift, monday civil.Date, minimum int64, zone *time.Location) *Finding {
	start, end := edge(monday, civil.WallTime{}, zone), edge(monday.AddDays(7), civil.WallTime{}, zone)
	first := sort.Search(len(shifts), func(i int) bool { return shifts[i].end.After(start.Time) })
	longest := int64(0)
	for i := first; i <= len(shifts) && (i == first || shifts[i-1].end.Before(end.Time)); i++ {
		from, to, known := start, end, i > 0 && i < len(shifts)
		if i > 0 {
			from = shifts[i-1].end
		}
		if i < len(shifts) {
			to = shifts[i].start
		}
		within := minutesUntil(latest(from, start), earliest(to, end))
		rest := minutesUntil(from, to)
		if within >= restInWeek && (rest >= minimum || !known) {
			return nil
		}
		if within < restInWeek {
			rest = within
		}
		longest = max(longest, rest)
	}
	return &Finding{Rule: WeeklyRest, Date: monday, First: monday, Last: monday.AddDays(6), Minutes: longest, Limit: minimum}
}

func latest(a, b civil.Instant) civil.Instant {
	if a.After(b.Time) {
		return a
	}
	return b
}

func earliest(a, b civil.Instant) civil.Instant {
	if a.Before(b.Time) {
		return a
	}
	return b
}
