package report

import (
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Hours are the hours of days by their kinds, in minutes. An hour may be of several
// kinds, or of none.
type Hours struct {
	Worked    int64                        `json:"worked_minutes"` // by slots
	Night     int64                        `json:"night_minutes"`
	Sunday    int64                        `json:"sunday_minutes"`
	Holiday   int64                        `json:"holiday_minutes"` // on a public holiday, without those of the journée de solidarité
	CalledOut int64                        `json:"-"`               // on days on which one is on call or absent
	ByType    map[models.DayType]TypeHours `json:"by_type"`
}

// TypeHours are the days of a type and the hours of their slots. A day with half a day of
// absence is a half day of its type and one of the absence, and its hours are of its type.
type TypeHours struct {
	Days     int   `json:"days"`
	HalfDays int   `json:"half_days"`
	Minutes  int64 `json:"minutes"`
}

// Hours returns the hours of the days from one date to another, of days that go back to
// [Rules.HoursNeed]. A night counts in full with the date on which it
// starts, and its hours are those of the dates on which they lie: in the night before a
// Sunday, those from midnight on are hours of the Sunday. [Hours.ByType] has every type.
func (r Rules) Hours(days []models.Day, from, to civil.Date) Hours {
	hours := Hours{ByType: map[models.DayType]TypeHours{}}
	for _, dayType := range models.DayTypes {
		hours.ByType[dayType] = TypeHours{}
	}
	holidays := r.holidays(days, from)
	for _, day := range models.Between(days, from, to) {
		hours.add(holidays, day, day.WorkedMinutes())
	}
	return hours
}

// add adds the hours of a day, of which so many minutes are worked; those of holidays are counted over the
// days that are added.
func (h *Hours) add(holidays holidays, day models.Day, worked int64) {
	h.Worked += worked
	if Effects[day.DayType].CalledOut {
		h.CalledOut += worked
	}
	of := h.ByType[day.DayType]
	of.Minutes += worked
	if day.HalfDay == "" {
		of.Days++
	} else {
		of.HalfDays++
		absence := h.ByType[day.HalfDay.DayType()]
		absence.HalfDays++
		h.ByType[day.HalfDay.DayType()] = absence
	}
	h.ByType[day.DayType] = of
	holidays.rules.Night.cutDay(day, func(p piece) {
		if p.night {
			h.Night += p.minutes
		}
		if p.date.Weekday() == time.Sunday {
			h.Sunday += p.minutes
		}
		h.Holiday += holidays.of(p)
	})
}

// join adds the hours of other days.
func (h *Hours) join(other Hours) {
	h.Worked += other.Worked
	h.Night += other.Night
	h.Sunday += other.Sunday
	h.Holiday += other.Holiday
	h.CalledOut += other.CalledOut
	for dayType, more := range other.ByType {
		of := h.ByType[dayType]
		h.ByType[dayType] = TypeHours{of.Days + more.Days, of.HalfDays + more.HalfDays, of.Minutes + more.Minutes}
	}
}

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
