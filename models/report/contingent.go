package report

import (
	"slices"

	"worklog/models/civil"
)

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
