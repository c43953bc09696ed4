package report

import (
	"worklog/models"
	"worklog/models/civil"
)

// CivilWeek is a week from Monday 00:00 to Sunday 24:00.
type CivilWeek struct {
	Monday civil.Date
	Worked int64 // minutes; unlike in [Hours], slots are cut at the edges of the week
	// Overtime are the minutes above [Limits.Overtime], with leave; 0 without a threshold,
	// and until the week is over. Leave is what leave counts as in them.
	Overtime, Leave int64
}

// CivilWeeks returns the weeks from that of one date to that of another. The days must be
// in order and reach back to the first slot that goes on in a week.
func (r Rules) CivilWeeks(days []models.Day, from, to civil.Date, now civil.Instant) []CivilWeek {
	first, today := from.Monday(), civil.DateOf(now.In(r.Zone))
	weeks := make([]CivilWeek, first.DaysUntil(to.Monday())/7+1)
	add := func(date civil.Date, minutes int64) {
		if after := first.DaysUntil(date); after >= 0 && after/7 < len(weeks) {
			weeks[after/7].Worked += minutes
		}
	}
	for i := range days {
		day := &days[i]
		var longer []models.TimeSlot // than a date
		for _, slot := range day.Slots {
			start, end := civil.DateOf(slot.StartAt.In(day.Zone)), civil.DateOf(slot.EndAt.In(day.Zone))
			if start == end {
				add(start, slot.Minutes(day.Zone))
				continue
			}
			longer = append(longer, slot)
		}
		r.Night.cut(longer, day.Zone, func(p piece) { add(p.date, p.minutes) })
	}
	for i := range weeks {
		week := &weeks[i]
		week.Monday = first.AddDays(7 * i)
		if r.Limits != nil && r.Limits.Overtime > 0 && week.Monday.AddDays(6).DaysUntil(today) > 0 {
			week.Leave = r.leaveIn(days, week.Monday)
			week.Overtime = max(0, week.Worked+week.Leave-r.Limits.Overtime)
		}
	}
	return weeks
}

// DaysToWork returns how many days are to be worked in a year by what is in force on a
// date, or 0 if days are not counted.
func (r Rules) DaysToWork(date civil.Date) int {
	if target := r.targetFrom(date); target != nil && target.DaysPerYear > 0 {
		return target.DaysPerYear
	}
	if r.Limits != nil {
		return r.Limits.DaysPerYear
	}
	return 0
}

// DaysWorked returns how much of days counts as worked: those of a type that works, and
// those with slots.
func DaysWorked(days []models.Day) (worked Days) {
	for i := range days {
		worked += dayWorked(&days[i])
	}
	return worked
}
