// Package reports has the pages that show figures: hours, counters, rests, travel costs, the
// pay and the sheet to sign. Each reads the days of a request and has models/report compute the
// figures, which a template of views writes.
package reports

import (
	"bytes"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
)

// Others is what these pages show of other packages.
type Others struct {
	// Corrections are the changes that persons have made to days whose records are given, the latest
	// first.
	Corrections func(c echo.Context, from, to civil.Date, records []models.DayRecord) ([]views.Correction, error)
	// Refusals are the arrivals and departures that were refused, in the order in which they came.
	Refusals func(c echo.Context, from, to civil.Date) ([]views.JournalLine, error)
}

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
	Others Others
	// Version is the program's, such as "worklog 1.2.0".
	Version string
	// costs are those that were read last: about 0.2 MB.
	costs *models.Cached[costsKey, report.Costs]
	// lastCosts are those of last year, in a line, by today; nil if there are none.
	lastCosts *models.Cached[civil.Date, *views.CounterLine]
}

// New returns the pages.
func New(site *frame.Site, version string) Pages {
	return Pages{
		Site: site, Version: version,
		costs: &models.Cached[costsKey, report.Costs]{}, lastCosts: &models.Cached[civil.Date, *views.CounterLine]{},
	}
}

// Route adds the pages; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) Pages) {
	on := frame.On(of)
	frame.Get(e, "/months/:month/sheet", on(Pages.sheetOf))
	e.POST("/months/:month/sheet", on(Pages.keepSheet))
	frame.Get(e, "/months/:month/pay", on(Pages.payOf))
	frame.Get(e, frame.CountersPath, on(Pages.countersNow))
	frame.Get(e, "/years/:year/counters", on(Pages.countersOf))
	frame.Get(e, "/years/:year/sheets", on(Pages.sheetsOf))
	frame.Get(e, "/years/:year/costs", on(Pages.costsOf))
	e.POST("/years/:year/costs", on(Pages.compareCosts))
	frame.Get(e, "/years/:year/costs.csv", on(Pages.costsTable))
	frame.Get(e, "/years/:year/rests", on(Pages.rests))
	frame.Get(e, "/years/:year/planned", on(Pages.planned))
	frame.Get(e, "/years/:year/planned.csv", on(Pages.plannedTable))
	frame.Get(e, "/years/:year/hours", on(Pages.yearHours))
	frame.Get(e, "/years/:year/hours.csv", on(Pages.hoursTable))
	frame.Get(e, "/years/:year/hours/:kind", on(Pages.hoursOfKind))
	frame.Get(e, "/months/:month/hours", on(Pages.monthHours))
	frame.Get(e, "/months/:month/hours/:kind", on(Pages.hoursOfKind))
	frame.Get(e, "/months/:month/hours.csv", on(Pages.hoursTable))
}

// yearHead returns the beginning of a page of a year, which stands at a path.
func (p Pages) yearHead(c echo.Context, heading string, year int, path func(year int) string) views.Head {
	first, last := civil.DatesOfYear(year)
	return p.leavingOut(c, first, last, false, views.Head{
		Frame: p.Frame(c, heading), Heading: heading, Person: p.Person.Line(), Tabs: frame.YearTabs(c, year),
		Others: "Autres années", Earlier: frame.YearLink(path, year-1), Later: frame.YearLink(path, year+1),
	})
}

// monthHead returns the beginning of a page of a month, which stands at a path.
func (p Pages) monthHead(c echo.Context, heading string, first civil.Date, path func(civil.Date) string) views.Head {
	return p.leavingOut(c, first, first.LastOfMonth(), false, views.Head{
		Frame: p.Frame(c, heading), Heading: heading, Person: p.Person.Line(),
		Others: "Autres mois", Earlier: monthLink(first.AddDays(-1), path), Later: monthLink(first.LastOfMonth().AddDays(1), path),
	})
}

// leavingOut returns the beginning of a page of figures of some dates, of the balance too if it is
// balanced, with what these leave out.
func (p Pages) leavingOut(c echo.Context, from, to civil.Date, balanced bool, head views.Head) views.Head {
	head.Without = p.Without(c, from, to, balanced)
	return head
}

// sendTable offers a table as a file of CSV with a name.
func sendTable(c echo.Context, name string, write func(to io.Writer) error) error {
	var table bytes.Buffer
	if err := write(&table); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=utf-8", table.Bytes())
}

// monthLink returns a link to the page of a date's month at a path, or an empty one outside the
// supported years.
func monthLink(date civil.Date, path func(civil.Date) string) views.Link {
	link := frame.MonthLink(date, 0)
	if link.Path != "" {
		link.Path = path(date)
	}
	return link
}
