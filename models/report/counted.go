package report

import (
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// counted returns the days that a counter counts, in order.
func (r Rules) counted(counter Counter, days []models.DayTotal) []CountedDay {
	var counted []CountedDay
	for i, day := range days {
		taken := counter.taken(day)
		if taken == 0 {
			continue
		}
		if r.countsOn(counter.Unit, day.Date) {
			counted = append(counted, CountedDay{ID: day.ID, Date: day.Date, Days: taken})
		}
		if counter.Unit != Ouvrables || taken != WholeDays(1) || day.Date.Weekday() != time.Friday {
			continue
		}
		saturday := day.Date.AddDays(1)
		recorded := i+1 < len(days) && days[i+1].Date == saturday
		if !recorded && r.countsOn(Ouvrables, saturday) {
			counted = append(counted, CountedDay{Date: saturday, Days: WholeDays(1)})
		}
	}
	return counted
}

// in returns those of the counted days that lie in the period from one date to another.
func in(counted []CountedDay, from, to civil.Date) []CountedDay {
	at := func(date civil.Date) int {
		position, _ := slices.BinarySearchFunc(counted, date, func(day CountedDay, date civil.Date) int { return day.Date.Compare(date) })
		return position
	}
	return counted[at(from):at(to.AddDays(1))]
}

// taken returns how much of a day is of the counter's types.
func (c Counter) taken(day models.DayTotal) Days {
	of := func(dayType models.DayType) Days {
		if slices.Contains(c.Types, dayType) {
			return HalfDay
		}
		return 0
	}
	if day.HalfDay == "" {
		return 2 * of(day.DayType)
	}
	return of(day.DayType) + of(day.HalfDay.DayType())
}

// countsOn reports whether a day of absence counts on a date.
func (r Rules) countsOn(unit Unit, date civil.Date) bool {
	if r.IsHoliday(date) {
		return false
	}
	if unit == Ouvrables {
		return date.Weekday() != time.Sunday
	}
	if target := r.targetFrom(date); target != nil && !target.ByWeek {
		return target.Minutes[date.Weekday()] > 0
	}
	return !date.IsWeekend()
}
