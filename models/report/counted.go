package report

import (
	"slices"
	"time"

	"worklog/models"
)

// counted returns the days that a counter counts, in order.
func (r Rules) counted(counter Counter, days []models.DayTotal) []Counted {
	var counted []Counted
	for i, day := range days {
		if halves := counter.halves(day); halves > 0 && r.countsOn(counter.Unit, day.Date) {
			counted = append(counted, Counted{ID: day.ID, Date: day.Date, Halves: halves})
		}
		next := day.Date.AddDays(1)
		onNext := i+1 < len(days) && days[i+1].Date == next
		if counter.Unit == Ouvrables && day.Date.Weekday() == time.Friday && counter.halves(day) == WholeDays(1) && !onNext && r.countsOn(Ouvrables, next) {
			counted = append(counted, Counted{Date: next, Halves: WholeDays(1)})
		}
	}
	return counted
}

// halves returns how much of a day is of the counter's types.
func (c Counter) halves(day models.DayTotal) (halves Halves) {
	of := func(dayType models.DayType) Halves {
		if slices.Contains(c.Types, dayType) {
			return 1
		}
		return 0
	}
	if day.HalfDay == "" {
		return 2 * of(day.DayType)
	}
	return of(day.DayType) + of(day.HalfDay.DayType())
}

// countsOn reports whether a day of absence counts on a date.
func (r Rules) countsOn(unit Unit, date models.Date) bool {
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
