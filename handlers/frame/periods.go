package frame

import (
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// EntryIDIn returns the id of the day in the path as [EntryPath] writes it, or
// echo.ErrNotFound.
func EntryIDIn(c echo.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != c.Param("id") {
		return 0, echo.ErrNotFound
	}
	return id, nil
}

// YearIn returns the first and the last date of the year in the path, or echo.ErrNotFound.
func YearIn(c echo.Context) (first, last civil.Date, err error) {
	first, err = civil.ParseDate(c.Param("year") + "-01-01")
	if err != nil {
		return first, last, echo.ErrNotFound
	}
	first, last = civil.DatesOfYear(first.Year)
	return first, last, nil
}

// MonthIn returns the first and the last date of the month in the path, or
// echo.ErrNotFound.
func MonthIn(c echo.Context) (first, last civil.Date, err error) {
	first, err = civil.ParseDate(c.Param("month") + "-01")
	if err != nil {
		return first, last, echo.ErrNotFound
	}
	return first, first.LastOfMonth(), nil
}

// SpanIn returns those of the year or of the month in the path, or echo.ErrNotFound.
func SpanIn(c echo.Context) (first, last civil.Date, err error) {
	if first, last, err = MonthIn(c); err != nil {
		return YearIn(c)
	}
	return first, last, nil
}

// YearLink returns a link to a page of a year, or an empty one outside the supported years.
func YearLink(path func(year int) string, year int) views.Link {
	if !(civil.Date{Year: year, Month: time.January, Day: 1}).InRange() {
		return views.Link{}
	}
	return views.Link{Path: path(year), Label: strconv.Itoa(year)}
}

// MonthLink returns a link to the month of a date, or an empty one outside the
// supported years. The label contains the year if it differs from shownYear.
func MonthLink(date civil.Date, shownYear int) views.Link {
	if !date.InRange() {
		return views.Link{}
	}
	label := french.Months[date.Month-1]
	if date.Year != shownYear {
		label = french.MonthName(date)
	}
	return views.Link{Path: views.MonthPath(date), Label: label}
}
