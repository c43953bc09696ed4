package frame

import (
	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// CountersOn returns of each counter what is left, and would be with a day of its type on a date.
func (s *Site) CountersOn(c echo.Context, date civil.Date) []report.CounterChange {
	return s.countersWith(c, date, date, func(counter report.Counter) []models.DayTotal {
		return []models.DayTotal{{Date: date, DayType: counter.Types[0]}}
	})
}

// CountersWith returns what is left of each counter, and would be with days in order, of which their types
// are known.
func (s *Site) CountersWith(c echo.Context, days []models.DayTotal) []report.CounterChange {
	if len(days) == 0 {
		return nil
	}
	return s.countersWith(c, days[0].Date, days[len(days)-1].Date, func(report.Counter) []models.DayTotal { return days })
}

// countersWith is [report.Reader.CountersWith], and none if they cannot be read: the form beside
// them can be sent all the same.
func (s *Site) countersWith(c echo.Context, from, to civil.Date, days func(report.Counter) []models.DayTotal) []report.CounterChange {
	changes, err := s.Reader.CountersWith(c.Request().Context(), from, to, days)
	s.LogOmitted(c, "counters", err)
	return changes
}
