package report

import (
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// solidarityOn returns the minutes of a date that are of the journée de solidarité: 7 hours, of
// part time in proportion to the legal week (Code du travail, L3133-8); 0 on another date. They
// are paid by nobody: they are no hours of a public holiday, and neither overtime nor
// complementary (L3133-9).
func (r Rules) solidarityOn(date civil.Date) int64 {
	if !slices.Contains(r.Solidarity, date) {
		return 0
	}
	const day = 7 * 60
	target := r.targetFrom(date)
	if target == nil || target.Planned || target.DaysPerYear > 0 {
		return day
	}
	var week int64
	for _, minutes := range target.Minutes {
		week += minutes
	}
	return min(day, halfUp(week*day, LegalWeek))
}

// solidarityIn returns the minutes worked in a week that are of the journée de solidarité.
func (r Rules) solidarityIn(on worked, monday civil.Date) (minutes int64) {
	for _, date := range r.Solidarity {
		if date.Monday() == monday {
			minutes += min(r.solidarityOn(date), on.between(date, 1))
		}
	}
	return minutes
}

// isDayOff reports whether a date is a public holiday on which nothing is to be worked, as on all
// of them but the journée de solidarité.
func (r Rules) isDayOff(date civil.Date) bool {
	return r.IsHoliday(date) && !slices.Contains(r.Solidarity, date)
}

// holidays counts the hours of public holidays: of the journée de solidarité those beyond its own.
type holidays struct {
	rules Rules
	own   map[civil.Date]int64 // minutes that were counted as its own
}

// HoursNeed returns the first date whose days [Rules.Hours] needs from a date on: of the week before, if a night
// may go on from it into the journée de solidarité, whose own hours are the first.
func (r Rules) HoursNeed(from civil.Date) civil.Date {
	if slices.ContainsFunc(r.Solidarity, func(date civil.Date) bool { return from.Compare(date) <= 0 && from.DaysUntil(date) < longestSlot }) {
		return from.AddDays(-longestSlot)
	}
	return from
}

// holidays returns what counts the hours of days from a date on; the days are also those of [Rules.HoursNeed].
func (r Rules) holidays(days []models.Day, from civil.Date) holidays {
	h := holidays{r, map[civil.Date]int64{}}
	for _, before := range models.Between(days, r.HoursNeed(from), from.AddDays(-1)) {
		r.Night.cutDay(before, func(p piece) { h.of(p) })
	}
	return h
}

// of returns how many of some minutes of a date are of a public holiday.
func (h holidays) of(p piece) int64 {
	if !h.rules.IsHoliday(p.date) {
		return 0
	}
	own := min(p.minutes, h.rules.solidarityOn(p.date)-h.own[p.date])
	if own > 0 {
		h.own[p.date] += own
	}
	return p.minutes - own
}
