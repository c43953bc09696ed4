// Package reports has the pages that show figures: hours, counters, rests, travel costs, the
// pay and the sheet to sign. Each reads the days of a request, has models/report compute the figures
// and handlers/figures write them.
package reports

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
)

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
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

// Route adds the pages.
func (p Pages) Route(e *echo.Echo) {
	frame.Get(e, "/months/:month/sheet", p.sheetOf)
	frame.Get(e, "/months/:month/pay", p.payOf)
	frame.Get(e, frame.CountersPath, p.countersNow)
	frame.Get(e, "/years/:year/counters", p.countersOf)
	frame.Get(e, "/years/:year/sheets", p.sheetsOf)
	frame.Get(e, "/years/:year/costs", p.costsOf)
	e.POST("/years/:year/costs", p.compareCosts)
	frame.Get(e, "/years/:year/costs.csv", p.costsTable)
	frame.Get(e, "/years/:year/rests", p.rests)
	frame.Get(e, "/years/:year/hours", p.yearHours)
	frame.Get(e, "/years/:year/hours.csv", p.yearHoursTable)
	frame.Get(e, "/years/:year/hours/:kind", p.yearHoursOfKind)
	frame.Get(e, "/months/:month/hours", p.monthHours)
	frame.Get(e, "/months/:month/hours/:kind", p.monthHoursOfKind)
	frame.Get(e, "/months/:month/hours.csv", p.monthHoursTable)
}
