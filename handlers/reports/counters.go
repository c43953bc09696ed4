package reports

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
)

// countersOf shows the counters of a year.
func (p Pages) countersOf(c echo.Context) error {
	first, _, err := frame.YearIn(c)
	if err != nil {
		return err
	}
	counters, err := p.Reader.ReadCounters(c.Request().Context(), first.Year, civil.NewInstant(p.Now()))
	if err != nil {
		return err
	}
	year := strconv.Itoa(first.Year)
	page := views.Counters{
		Frame:    p.Frame(c, "Congés et compteurs "+year),
		Heading:  "Congés et compteurs " + year,
		Person:   p.Person.Line(),
		Year:     views.Link{Path: frame.YearPath(first.Year), Label: "Année " + year},
		Earlier:  frame.YearLink(countersPath, first.Year-1),
		Later:    frame.YearLink(countersPath, first.Year+1),
		Counters: figures.Counters(counters, p.Hours, p.Today(), dayPath),
	}
	if len(counters) == 0 {
		page.Example = figures.CounterExample
	}
	return frame.Render(c, http.StatusOK, views.CountersPage(page))
}
