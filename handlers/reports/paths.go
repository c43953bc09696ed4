package reports

import (
	"worklog/handlers/frame"
	"worklog/models/civil"
)

// hoursPath returns the path of the hours of a year.
func hoursPath(year int) string { return frame.YearPath(year) + "/hours" }

// monthHoursPath returns the path of the hours of a date's month.
func monthHoursPath(date civil.Date) string { return frame.MonthPath(date) + "/hours" }

// countersPath returns the path of the counters of a year.
func countersPath(year int) string { return frame.YearPath(year) + "/counters" }

// restsPath returns the path of the rests of a year.
func restsPath(year int) string { return frame.YearPath(year) + "/rests" }

// costsPath returns the path of the travel costs of a year.
func costsPath(year int) string { return frame.YearPath(year) + "/costs" }

// payPath returns the path of the pay of a date's month.
func payPath(date civil.Date) string { return frame.MonthPath(date) + "/pay" }

// sheetPath returns the path of the sheet of a date's month.
func sheetPath(first civil.Date) string { return frame.MonthPath(first) + "/sheet" }
