// Package connect has the help, and the pages about the automation and other programs: how to
// connect them, what they have sent, and what they may read.
package connect

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
)

// Endpoint is what the pages know of the endpoint.
type Endpoint struct {
	HasToken bool // without which it takes nothing
	// OccurredAt returns when the event of a line of the journal occurred, by its request.
	OccurredAt func(models.JournalLine) (at civil.Instant, readable bool)
	// PendingContacts returns the contacts that are not stored yet.
	PendingContacts func() []models.Contact
	// OwnTracksRegions are the regions whose crossings are taken.
	OwnTracksRegions []string
	// Reveal returns the token, for those whom Home Assistant lets in; nil elsewhere.
	Reveal func() string
}

func (p Pages) reveals(c echo.Context) bool {
	return access.Framed(c) && access.Admitted(c) && p.problem() == "" && p.Endpoint.Reveal != nil
}

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
	Endpoint Endpoint
	// ConfigFile is the configuration's; empty if the program runs on its defaults.
	ConfigFile string
	// Start leads to what a newcomer sets; it is empty if nothing is left of it.
	Start func(echo.Context) views.Link
}

// Route adds the pages; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) Pages) {
	on, onForm := frame.On(of), frame.OnForm(of)
	frame.Get(e, filesPath+"*", on(Pages.helpFile))
	frame.Get(e, "/help/guides/:name", on(Pages.helpGuide))
	frame.Get(e, "/journal", on(Pages.journal))
	frame.Get(e, "/help", on(Pages.help))
	frame.Get(e, views.ConnectPath, on(Pages.automations))
	frame.Get(e, "/help/trial", func(c echo.Context) error { return of(c).SeeOther(c, views.ConnectPath) })
	e.POST("/help/trial", onForm(Pages.tryEvent))
	frame.Get(e, views.TokenPath, func(c echo.Context) error { return of(c).SeeOther(c, views.ConnectPath) })
	e.POST(views.TokenPath, on(Pages.showToken))
	frame.Get(e, "/feeds", on(Pages.feeds))
	e.POST("/feeds", onForm(Pages.changeFeeds))
}
