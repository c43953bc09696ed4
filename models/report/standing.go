package report

import "worklog/models/civil"

// Standing is how the hours stand today. What is not configured is nil.
type Standing struct {
	TargetToday *int64 // minutes; nil while a number of days is to be worked
	TargetWeek  *int64 // of the days from this Monday to Sunday, those to come included
	Balance     *int64 // at the end of yesterday
}

func (r Rules) standing(record Record, today civil.Date) (standing Standing) {
	if monday := today.Monday(); r.CountsHours(monday, monday.AddDays(6)) {
		if target := r.targetFrom(today); target == nil || target.DaysPerYear == 0 {
			standing.TargetToday = new(r.TargetOf(record.Totals, today, today))
		}
		standing.TargetWeek = new(r.TargetOf(record.Totals, monday, monday.AddDays(6)))
	}
	if r.Balance != nil {
		standing.Balance = new(r.balanceAt(record, today.AddDays(-1)))
	}
	return standing
}
