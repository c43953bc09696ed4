package pages

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/models"
	"worklog/views"
)

// countersOf shows the counters of a year.
func (p *Pages) countersOf(c echo.Context) error {
	first, _, err := yearIn(c)
	if err != nil {
		return err
	}
	counters, err := p.reader.ReadCounters(c.Request().Context(), first.Year, models.NewInstant(p.now()))
	if err != nil {
		return err
	}
	year := strconv.Itoa(first.Year)
	page := views.Counters{
		Frame:    p.frame(c, "Congés et compteurs "+year),
		Heading:  "Congés et compteurs " + year,
		Person:   p.person.line(),
		Year:     views.Link{URL: p.links.To(yearPath(first.Year)), Label: "Année " + year},
		Earlier:  p.yearLink(countersPath, first.Year-1),
		Later:    p.yearLink(countersPath, first.Year+1),
		Counters: figures.Counters(counters, p.hours, p.today(), p.dayURL),
	}
	if len(counters) == 0 {
		page.Example = figures.CounterExample
	}
	return render(c, http.StatusOK, views.CountersPage(page))
}

func countersPath(year int) string { return yearPath(year) + "/counters" }
