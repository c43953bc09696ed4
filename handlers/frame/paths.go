package frame

import (
	"fmt"
	"strconv"

	"worklog/models"
)

// MonthPath returns the path of the month of a date.
func MonthPath(date models.Date) string {
	return "/months/" + date.String()[:len("2026-11")]
}

// YearPath returns the path of a year.
func YearPath(year int) string { return "/years/" + strconv.Itoa(year) }

// NewPath returns the path of a new day on a date; it leads to the day if there is one.
func NewPath(date models.Date) string { return "/entries/new?date=" + date.String() }

// EditPath returns the path of a day.
func EditPath(id int64) string { return "/entries/" + strconv.FormatInt(id, 10) + "/edit" }

// MergePath returns the path to which a day's form is sent to merge slots.
func MergePath(id int64) string { return fmt.Sprintf("/entries/%d/merge", id) }

// HistoryPath returns the path of a day's history.
func HistoryPath(id int64) string { return fmt.Sprintf("/entries/%d/history", id) }

// DeletePath returns the path to delete a day.
func DeletePath(id int64) string { return fmt.Sprintf("/entries/%d/delete", id) }

// HoursPath returns the path of the hours of a year.
func HoursPath(year int) string { return YearPath(year) + "/hours" }

// MonthHoursPath returns the path of the hours of a date's month.
func MonthHoursPath(date models.Date) string { return MonthPath(date) + "/hours" }

// CountersPath returns the path of the counters of a year.
func CountersPath(year int) string { return YearPath(year) + "/counters" }

// RestsPath returns the path of the rests of a year.
func RestsPath(year int) string { return YearPath(year) + "/rests" }

// CostsPath returns the path of the travel costs of a year.
func CostsPath(year int) string { return YearPath(year) + "/costs" }

// SheetPath returns the path of the sheet of a date's month.
func SheetPath(first models.Date) string { return MonthPath(first) + "/sheet" }

// InMonthPath returns the path of a month at one of its days.
func InMonthPath(date models.Date) string { return MonthPath(date) + "#" + date.String() }

// TakeBackPath is the path to take back a change.
const TakeBackPath = "/entries/take-back"
