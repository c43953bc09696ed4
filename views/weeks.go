package views

import "worklog/models/civil"

// Weeks returns the Monday on or before a date and the Sunday on or after another: the
// figures of weeks are those of whole weeks.
func Weeks(from, to civil.Date) (monday, sunday civil.Date) {
	return from.Monday(), to.Monday().AddDays(6)
}

// datesFrom returns the dates from one to another.
func datesFrom(from, to civil.Date) (dates []civil.Date) {
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) {
		dates = append(dates, date)
	}
	return dates
}
