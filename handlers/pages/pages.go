// Package pages has the pages of the record and of the login, one file each, and puts
// together those of the other packages.
package pages

import (
	"context"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/connect"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/handlers/french"
	"worklog/handlers/reports"
	"worklog/handlers/transfer"
	"worklog/models"
)

// noteLimit is how long a note may be, for the browser.
var noteLimit = strconv.Itoa(models.MaxNoteLength)

// Config is the configuration of the pages.
type Config struct {
	frame.Config
	// Journeys and Vehicles are the choices for a day.
	Journeys []Choice
	Vehicles []Choice
	// Reports is the configuration of the reports.
	Reports reports.Config
	// ConfigFile is the configuration's; empty if the program runs on its defaults.
	ConfigFile string
}

// Wiring is the dependencies of the pages.
type Wiring struct {
	frame.Wiring
	// Endpoint is what is known of the endpoint.
	Endpoint connect.Endpoint
	// BackUp makes a backup before an import.
	BackUp func(context.Context) error
	// Version is the program's, such as "worklog v1.2.0".
	Version string
}

// Pages is the web interface.
type Pages struct {
	*frame.Site
	choices  choices
	connect  connect.Pages
	reports  reports.Pages
	transfer *transfer.Pages
}

// New returns the pages of a configuration.
func New(config Config, with Wiring) *Pages {
	site := frame.New(config.Config, with.Wiring)
	return &Pages{
		Site:     site,
		choices:  choices{config.Journeys, config.Vehicles},
		connect:  connect.Pages{Site: site, Endpoint: with.Endpoint, ConfigFile: config.ConfigFile},
		reports:  reports.New(site, config.Reports, with.Version),
		transfer: &transfer.Pages{Site: site, BackUp: with.BackUp},
	}
}

// nbsp keeps a number and its unit on one line.
const nbsp = french.NBSP

// day returns the day in the path. It returns echo.ErrNotFound for a malformed id, or
// [models.ErrEntryNotFound].
func (p *Pages) day(c echo.Context) (*models.Day, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != c.Param("id") {
		return nil, echo.ErrNotFound
	}
	return p.Store.Day(c.Request().Context(), id)
}

// formAndDay returns the submitted fields and the day in the path. Its errors are
// those of [forms.Read] and day.
func (p *Pages) formAndDay(c echo.Context) (url.Values, *models.Day, error) {
	day, err := p.day(c)
	if err != nil {
		return nil, nil, err
	}
	values, err := forms.ReadDay(c, len(day.Slots))
	return values, day, err
}
