// Package reports has the pages that show figures: hours, counters, rests, travel costs, the
// pay and the sheet to sign. Each reads the days of a request and has models/report compute the
// figures, which a template of views writes.
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

// Route adds the pages; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) Pages) {
	on := frame.On(of)
	frame.Get(e, "/months/:month/sheet", on(Pages.sheetOf))
	frame.Get(e, "/months/:month/pay", on(Pages.payOf))
	frame.Get(e, frame.CountersPath, on(Pages.countersNow))
	frame.Get(e, "/years/:year/counters", on(Pages.countersOf))
	frame.Get(e, "/years/:year/sheets", on(Pages.sheetsOf))
	frame.Get(e, "/years/:year/costs", on(Pages.costsOf))
	e.POST("/years/:year/costs", on(Pages.compareCosts))
	frame.Get(e, "/years/:year/costs.csv", on(Pages.costsTable))
	frame.Get(e, "/years/:year/rests", on(Pages.rests))
	frame.Get(e, "/years/:year/hours", on(Pages.yearHours))
	frame.Get(e, "/years/:year/hours.csv", on(Pages.hoursTable))
	frame.Get(e, "/years/:year/hours/:kind", on(Pages.hoursOfKind))
	frame.Get(e, "/months/:month/hours", on(Pages.monthHours))
	frame.Get(e, "/months/:month/hours/:kind", on(Pages.hoursOfKind))
	frame.Get(e, "/months/:month/hours.csv", on(Pages.hoursTable))
}
