package reports

import (
	"io"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
)

// planned shows what was due and done in a year: the days beyond.
func (p Pages) planned(c echo.Context, first, last civil.Date) error {
	done, err := p.Hours.ReadDone(c.Request().Context(), p.Store, first, last)
	if err != nil {
		return err
	}
	page := views.Planned{Head: p.Head(c, "Prévu et fait "+strconv.Itoa(first.Year), first, last), Done: done, Counted: p.Hours.CountsHours(first, last)}
	return frame.Show(c, views.PlannedPage(page))
}

// plannedTable offers the days of a year, with what of them is beyond what was due, as CSV, for
// spreadsheets in French.
func (p Pages) plannedTable(c echo.Context, first, last civil.Date) error {
	done, err := p.Hours.ReadDone(c.Request().Context(), p.Store, first, last)
	if err != nil {
		return err
	}
	return sendTable(c, "prevu-et-fait-"+c.Param("year"), func(to io.Writer) error { return done.WriteCSV(to, true) })
}
