package reports

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
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

// CountersOn says what is left of each counter, and would be with a day of its type on a date.
func (p Pages) CountersOn(c echo.Context, date civil.Date) (texts []string) {
	ofItsType := func(counter report.Counter) []models.DayTotal {
		return []models.DayTotal{{Date: date, DayType: counter.Types[0]}}
	}
	for _, change := range p.countersWith(c, date, date, ofItsType) {
		texts = append(texts, figures.CounterProposal(change))
	}
	return texts
}

// CountersAfter says what days in order, of which their types are known, leave of the counters
// that they change.
func (p Pages) CountersAfter(c echo.Context, days []models.DayTotal) []string {
	if len(days) == 0 {
		return nil
	}
	these := func(report.Counter) []models.DayTotal { return days }
	return figures.CounterChanges(p.countersWith(c, days[0].Date, days[len(days)-1].Date, these))
}

// countersWith is [report.Reader.CountersWith], and none if they cannot be read: the form beside
// them can be sent all the same.
func (p Pages) countersWith(c echo.Context, from, to civil.Date, days func(report.Counter) []models.DayTotal) []report.CounterChange {
	changes, err := p.Reader.CountersWith(c.Request().Context(), from, to, days)
	if err != nil {
		p.LogOmitted(c, "counters", err)
	}
	return changes
}
