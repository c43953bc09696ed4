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
	onSpan := frame.OnSpan(of)
	frame.Get(e, "/months/:month/sheet", onSpan(Pages.sheetOf))
	e.POST("/months/:month/sheet", onSpan(Pages.keepSheet))
	frame.Get(e, "/months/:month/pay", onSpan(Pages.payOf))
	frame.Get(e, "/years/:year/counters", onSpan(Pages.countersOf))
	frame.Get(e, "/years/:year/sheets", onSpan(Pages.sheetsOf))
	frame.Get(e, "/years/:year/costs", onSpan(Pages.costsOf))
	e.POST("/years/:year/costs", onSpan(Pages.compareCosts))
	frame.Get(e, "/years/:year/costs.csv", onSpan(Pages.costsTable))
	frame.Get(e, "/years/:year/rests", onSpan(Pages.rests))
	frame.Get(e, "/years/:year/planned", onSpan(Pages.planned))
	frame.Get(e, "/years/:year/planned.csv", onSpan(Pages.plannedTable))
	frame.Get(e, "/years/:year/hours", onSpan(Pages.hours))
	frame.Get(e, "/years/:year/hours.csv", onSpan(Pages.hoursTable))
	frame.Get(e, "/years/:year/hours/:kind", onSpan(Pages.hoursOfKind))
	frame.Get(e, "/months/:month/hours", onSpan(Pages.hours))
	frame.Get(e, "/months/:month/hours/:kind", onSpan(Pages.hoursOfKind))
	frame.Get(e, "/months/:month/hours.csv", onSpan(Pages.hoursTable))
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
