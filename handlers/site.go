package handlers

import (
	"slices"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/connect"
	"worklog/handlers/frame"
	"worklog/handlers/pages"
	"worklog/handlers/reports"
	"worklog/handlers/transfer"
	"worklog/models/report"
)

// site is the pages of all packages, side by side in one frame. What one of them shows of
// another is wired here, so that none imports another.
type site struct {
	frame    *frame.Site
	record   *pages.Pages
	reports  reports.Pages
	transfer *transfer.Pages
	connect  connect.Pages
}

// messages are those of all pages.
var messages = frame.Messages(slices.Concat(pages.Messages, transfer.Messages, connect.Messages))

// newSite returns the pages; login is nil if there is no password.
func newSite(config Config, hours *report.Reader, login *access.Login) site {
	around := frame.New(config.Frame, frame.Wiring{
		Store:      config.Store,
		Reader:     hours,
		Address:    config.Access.Address,
		Cookies:    config.Access.Cookies(),
		Login:      login,
		Backups:    config.Backups,
		Messages:   messages,
		PageErrors: slices.Concat(pages.PageErrors, transfer.PageErrors),
		Now:        config.Clock.Now,
		Log:        config.Log,
	})
	s := site{
		frame:    around,
		reports:  reports.Pages{Site: around, Figures: config.Reports, Version: config.Version},
		transfer: &transfer.Pages{Site: around, BackUp: config.BackUp},
		connect:  connect.Pages{Site: around, Endpoint: endpoint(config), ConfigFile: config.ConfigFile},
	}
	s.record = &pages.Pages{Site: around, Choices: config.Choices, Others: pages.Others{
		Welcome:      s.connect.Welcome,
		YearFigures:  s.reports.YearFigures,
		MonthFigures: reports.MonthFigures,
		Journeys:     s.reports.Journeys,
	}}
	return s
}

// route adds the pages and what they share.
func (s site) route(e *echo.Echo) {
	s.frame.RouteAssets(e)
	s.record.Route(e)
	s.reports.Route(e)
	s.transfer.Route(e)
	s.connect.Route(e)
}

// endpoint is what the pages know of the endpoint: not its token.
func endpoint(config Config) connect.Endpoint {
	known := connect.Endpoint{State: endpointState(config), Answer: api.Answer, OwnTracksRegions: config.API.OwnTracksRegions}
	if config.Counts != nil {
		known.PendingCounts, known.PendingContacts = config.Counts.Pending, config.Counts.PendingContacts
	}
	return known
}

func endpointState(config Config) connect.EndpointState {
	switch {
	case !config.Store.Rules().Integrated:
		return connect.EndpointOff
	case config.API.Token == "":
		return connect.EndpointWithoutToken
	}
	return connect.EndpointOn
}
