package views

import (
	"strconv"

	"worklog/models/civil"
)

// MonthPath returns the path of the month of a date.
func MonthPath(date civil.Date) string {
	return "/months/" + date.String()[:len("2026-11")]
}

// YearPath returns the path of a year.
func YearPath(year int) string { return "/years/" + strconv.Itoa(year) }

// MonthHoursPath returns the path of the hours of a date's month.
func MonthHoursPath(date civil.Date) string { return MonthPath(date) + "/hours" }

// SheetPath returns the path of the sheet of a date's month.
func SheetPath(date civil.Date) string { return MonthPath(date) + "/sheet" }

// PayPath returns the path of the pay of a date's month.
func PayPath(date civil.Date) string { return MonthPath(date) + "/pay" }

// HoursPath returns the path of the hours of a year.
func HoursPath(year int) string { return YearPath(year) + "/hours" }

// CostsPath returns the path of the travel costs of a year.
func CostsPath(year int) string { return YearPath(year) + "/costs" }

// yearCountersPath returns the path of the days that the counters of a year count.
func yearCountersPath(year int) string { return YearPath(year) + "/counters" }

// PlannedPath returns the path of what was planned, or due, and done in a year.
func PlannedPath(year int) string { return YearPath(year) + "/planned" }

// YesterdayPath leads to the day before today.
const YesterdayPath = "/today/yesterday"

// NewEntryPath returns the path of a new day on a date; it leads to the day if there is one.
func NewEntryPath(date civil.Date) string { return "/entries/new?date=" + date.String() }

// RangePath is the path of the form of several days.
const RangePath = "/entries/range"

// newRangePath returns its path for days from a date on.
func newRangePath(from civil.Date) string { return RangePath + "?from=" + from.String() }

func ofEntry(id int64, what string) string {
	return "/entries/" + strconv.FormatInt(id, 10) + "/" + what
}

// EntryPath returns the path of a day.
func EntryPath(id int64) string { return ofEntry(id, "edit") }

// DayPath returns the path of the day with an id on a date, or of a new one for 0.
func DayPath(date civil.Date, id int64) string {
	if id == 0 {
		return NewEntryPath(date)
	}
	return EntryPath(id)
}

func deletePath(id int64) string { return ofEntry(id, "delete") }

// ReviewPath is the path of what is to be verified.
const ReviewPath = "/review"

// HistoryPath returns the path of a day's history.
func HistoryPath(id int64) string { return ofEntry(id, "history") }

// InMonthPath returns the path of a month at one of its days.
func InMonthPath(date civil.Date) string { return MonthPath(date) + "#" + date.String() }

// ConnectPath is the path of the page about automations.
const ConnectPath = "/help/connect"

// BringBackPath is where a state of a day is brought back.
const BringBackPath = "/entries/bring-back"
