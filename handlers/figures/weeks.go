package figures

import (
	"slices"
	"time"

	"worklog/models/civil"
)

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

// weeksAndMonths returns the dates from one to another on which a week or a month begins.
func weeksAndMonths(from, to civil.Date) []civil.Date {
	return slices.DeleteFunc(datesFrom(from, to), func(date civil.Date) bool { return date.Day != 1 && date.DaysSinceMonday() != 0 })
}

// firsts returns the first dates of the months of a year.
func firsts(year int) (starts []civil.Date) {
	for month := time.January; month <= time.December; month++ {
		starts = append(starts, civil.Date{Year: year, Month: month, Day: 1})
	}
	return starts
}
