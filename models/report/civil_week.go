package report

import (
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// CivilWeek is a week from Monday 00:00 to Sunday 24:00.
type CivilWeek struct {
	Monday civil.Date
	// Worked are minutes. Unlike in [Hours], slots are cut at the edges of the week, and where
	// those of two days overlap their time counts once.
	Worked int64
	// Solidarity are those of the minutes worked that are of the journée de solidarité: they do not
	// count towards overtime, nor does leave on it within them.
	Solidarity int64
	// Leave is what leave counts as towards overtime, and Overtime are the minutes above
	// [Limits.Overtime], with leave; 0 without a threshold, and Overtime until the week is over.
	Leave, Overtime int64
}

// Base returns the minutes that count towards overtime.
func (w CivilWeek) Base() int64 { return w.Worked - w.Solidarity + w.Leave }

// CivilWeeks returns the weeks from that of one date to that of another. The days must be
// in order and reach back to the first slot that goes on in a week.
func (r Rules) CivilWeeks(days []models.Day, from, to civil.Date, now civil.Instant) (weeks []CivilWeek) {
	on, today := workedOn(withoutOverlap(days), r.Night), civil.DateOf(now.In(r.Zone))
	for monday := from.Monday(); monday.Compare(to) <= 0; monday = monday.AddDays(7) {
		weeks = append(weeks, r.civilWeek(on, days, monday, today))
	}
	return weeks
}

// civilWeek returns the week from a Monday on, of what was worked.
func (r Rules) civilWeek(on worked, days []models.Day, monday, today civil.Date) CivilWeek {
	week := CivilWeek{Monday: monday, Worked: on.between(monday, 7)}
	if r = r.AsOf(monday); r.Limits == nil || r.Limits.Overtime == 0 || r.weekInDays(monday) {
		return week
	}
	week.Solidarity = r.solidarityIn(on, monday)
	if week.Worked > 0 { // the court spoke of a week on leave in part
		r.eachLeave(on, days, monday, func(_ *models.Day, leave int64) { week.Leave += leave })
	}
	if monday.AddDays(6).Compare(today) < 0 {
		week.Overtime = max(0, week.Base()-r.Limits.Overtime)
	}
	return week
}

// eachLeave visits the days of leave of a week, with the minutes that they count as in its
// overtime (Cour de cassation, 10 September 2025, 23-14.455): what absences on its dates are worth,
// no more than the week in all, or, where hours have no target, a fifth of the threshold from
// Monday to Friday. The rules are as of the Monday.
func (r Rules) eachLeave(on worked, days []models.Day, monday civil.Date, visit func(day *models.Day, minutes int64)) {
	left := r.contractOf(monday)
	if left == 0 {
		left = 7 * 24 * 60 // each date has its own
	}
	days = models.Between(days, monday, monday.AddDays(6))
	for i := range days {
		if leave := min(r.leaveOn(on, &days[i]), left); leave > 0 {
			left -= leave
			visit(&days[i], leave)
		}
	}
}

// leaveOn returns what a day counts as, 0 for one that is not of leave.
func (r Rules) leaveOn(on worked, day *models.Day) int64 {
	if day.DayType != models.Leave && day.HalfDay.DayType() != models.Leave {
		return 0
	}
	target := r.targetFrom(day.Date)
	due := r.absenceOn(target, day.Date, day.Date.Weekday())
	if (target == nil || target.DaysPerYear > 0) && r.countsOn(Ouvres, day.Date) {
		due = r.Limits.Overtime / 5
	}
	if day.DayType != models.Leave {
		due /= 2
	}
	if solidarity := r.solidarityOn(day.Date); solidarity > 0 {
		due -= max(0, solidarity-on.between(day.Date, 1))
	}
	return due
}

// DaysToWork returns how many days are to be worked in a year by what is in force on a
// date, or 0 if days are not counted.
func (r Rules) DaysToWork(date civil.Date) int {
	if target := r.targetFrom(date); target != nil && target.DaysPerYear > 0 {
		return target.DaysPerYear
	}
	if limits := r.AsOf(date).Limits; limits != nil {
		return limits.DaysPerYear
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

// OvertimeYear is the overtime of a year that counts in its contingent, of weeks that are over: what
// was worked, without leave. A week is one of the year in which its Monday lies.
type OvertimeYear struct {
	From, To civil.Date     // the first Monday and the last Sunday
	Weeks    []overtimeWeek // those that have any
	Minutes  int64
	Limits   Limits // of the latest week that counts
}

// overtimeWeek is the overtime of a week.
type overtimeWeek struct {
	Monday  civil.Date
	Minutes int64
}

// Beyond returns the minutes beyond the contingent, which owe rest.
func (o OvertimeYear) Beyond() int64 { return max(0, o.Minutes-o.Limits.Contingent) }

// CountsContingent reports whether overtime is counted by the contingent of the Code du travail, by
// the limits in force on any of the dates from one to another.
func (r Rules) CountsContingent(from, to civil.Date) bool {
	return slices.ContainsFunc(r.byLimits(from, to), func(span limitedSpan) bool { return span.Limits.PaysOvertime() && span.Limits.Contingent > 0 })
}

// Contingent returns the overtime of a year, or nil if there is none. It must be counted, and the
// record that of the year.
func (r Rules) Contingent(record Record, year int, now civil.Instant) *OvertimeYear {
	on := workedOn(stretches(withPresence(record.Days, record.Present), now), r.Night)
	used := r.overtimeOf(on, year, civil.DateOf(now.In(r.Zone)).AddDays(-7))
	if used.Minutes == 0 {
		return nil
	}
	return &used
}

// overtimeOf returns the overtime of the weeks of a year whose Monday is not after a date, each by
// the limits in force on it.
func (r Rules) overtimeOf(on worked, year int, until civil.Date) OvertimeYear {
	used := OvertimeYear{From: firstMonday(year)}
	until = civil.Earlier(until, civil.Date{Year: year, Month: 12, Day: 31})
	for start := used.From; start.DaysUntil(until) >= 0; start = start.AddDays(7) {
		used.To = start.AddDays(6)
		of := r.AsOf(start)
		if of.Limits == nil || of.Limits.Overtime == 0 || of.Limits.Contingent == 0 || of.weekInDays(start) {
			continue
		}
		used.Limits = *of.Limits
		if minutes := OvertimeAbove(on.between(start, 7)-r.solidarityIn(on, start), of.Limits.Overtime).Total(); minutes > 0 {
			used.Weeks, used.Minutes = append(used.Weeks, overtimeWeek{start, minutes}), used.Minutes+minutes
		}
	}
	return used
}

// contingents returns the years with more overtime than the contingent, that in force on the week
// by which it is exceeded.
func (r Rules) contingents(on worked, from, to, today civil.Date) (found []Finding) {
	for year := from.Year; year <= to.Year; year++ {
		used := r.overtimeOf(on, year, civil.Earlier(to, today.AddDays(-7)))
		var sum int64
		for _, week := range used.Weeks {
			sum += week.Minutes
			limits := r.AsOf(week.Monday).Limits
			if limits.checks(Contingent) && sum > limits.Contingent {
				found = append(found, Finding{Rule: Contingent, Date: week.Monday, First: week.Monday, Last: week.Monday.AddDays(6), Minutes: used.Minutes, Limit: limits.Contingent,
					From: midnight(firstMonday(year), r.Zone).Time, To: midnight(firstMonday(year+1), r.Zone).Time})
				break
			}
		}
	}
	return found
}
