// Package guide shows the guide in French.
package guide

import (
	"html"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/deploy"
	"worklog/handlers/access"
	"worklog/handlers/frame"
	"worklog/views"
)

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
	Book *Book
}

// Route adds the pages; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) Pages) {
	frame.Get(e, "/help/:name", frame.On(of)(Pages.page))
}

// aboutNeighbours are the pages on which the server's address is for Home Assistant or its apps.
var aboutNeighbours = []string{"home-assistant", "node-red"}

// page shows a page of the guide, with this server's address where one is needed.
func (p Pages) page(c echo.Context) error {
	found, ok := p.Book.page(c.Param("name"))
	if !ok {
		return echo.ErrNotFound
	}
	view := views.Guide{
		Frame:   p.Frame(c, found.Title),
		Back:    views.Link{Path: "/help", Label: "Aide"},
		Earlier: found.earlier,
		Later:   found.later,
	}
	if found.Name != Contents {
		view.Back = frame.GuideLink(Contents, "Guide")
	}
	reader := access.Device
	if slices.Contains(aboutNeighbours, found.Name) {
		reader = access.Neighbour
	}
	address, missing := p.Address(c, reader)
	if strings.Contains(found.HTML, deploy.Placeholder) {
		view.Missing = missing
	}
	view.HTML = strings.NewReplacer(Root, html.EscapeString(access.PrefixOf(c).To("")), deploy.Placeholder, html.EscapeString(address)).Replace(found.HTML)
	return frame.Show(c, views.GuidePage(view))
}
