package figures

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"worklog/handlers/french"
	"worklog/models"
)

// Weeks returns the Monday on or before a date and the Sunday on or after another: the
// figures of weeks are those of whole weeks.
func Weeks(from, to models.Date) (monday, sunday models.Date) {
	return from.Monday(), to.Monday().AddDays(6)
}

// datesFrom returns the dates from one to another.
func datesFrom(from, to models.Date) (dates []models.Date) {
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) {
		dates = append(dates, date)
	}
	return dates
}

// weeksAndMonths returns the dates from one to another on which a week or a month begins.
func weeksAndMonths(from, to models.Date) []models.Date {
	return slices.DeleteFunc(datesFrom(from, to), func(date models.Date) bool { return date.Day != 1 && date.DaysSinceMonday() != 0 })
}

// firsts returns the first dates of the months of a year.
func firsts(year int) (starts []models.Date) {
	for month := time.January; month <= time.December; month++ {
		starts = append(starts, models.Date{Year: year, Month: month, Day: 1})
	}
	return starts
}

// weekNumber writes "semaine 47".
func weekNumber(monday models.Date) string {
	return "semaine" + french.NBSP + strconv.Itoa(monday.ISOWeek())
}

// weekDates writes "du 16 au 22 nov.", or "du 26 oct. au 1er nov."
func weekDates(monday models.Date) string {
	sunday := monday.AddDays(6)
	from := french.ShortDayOfMonth(monday)
	if monday.Month == sunday.Month {
		from = strconv.Itoa(monday.Day)
	}
	return "du" + french.NBSP + from + " au" + french.NBSP + french.ShortDayOfMonth(sunday)
}

// weekName writes "Semaine 47, du 16 au 22 nov."
func weekName(monday models.Date) string {
	return capital(weekNumber(monday)) + ", " + weekDates(monday)
}

// capital returns a text that begins with a letter of ASCII, with a capital there.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
