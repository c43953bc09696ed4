// Package guide shows the guide in French.
package guide

import (
	_ "embed" // the pages
	"encoding/json"
	"html"
	"slices"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"worklog/deploy"
	"worklog/handlers/access"
	"worklog/handlers/frame"
	"worklog/views"
)

// Route adds the pages; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) *frame.Site) {
	frame.Get(e, "/help/:name", frame.On(of)(page))
}

// aboutNeighbours are the pages on which the server's address is for Home Assistant or its apps.
var aboutNeighbours = []string{"home-assistant", "node-red"}

// page shows a page of the guide, with this server's address where one is needed.
func page(s *frame.Site, c echo.Context) error {
	all := pages()
	at := slices.IndexFunc(all, func(page Page) bool { return page.Name == c.Param("name") })
	if at < 0 {
		return echo.ErrNotFound
	}
	found := all[at]
	view := views.Guide{Frame: s.Frame(c, found.Title), Back: views.Link{Path: "/help", Label: "Aide"}}
	if found.Name != Contents {
		view.Back = frame.GuideLink(Contents, "Guide")
	}
	if at > 1 {
		view.Earlier = frame.GuideLink(all[at-1].Name, all[at-1].Title)
	}
	if at > 0 && at+1 < len(all) {
		view.Later = frame.GuideLink(all[at+1].Name, all[at+1].Title)
	}
	reader := access.Device
	if slices.Contains(aboutNeighbours, found.Name) {
		reader = access.Neighbour
	}
	address, missing := s.Address(c, reader)
	if strings.Contains(found.HTML, deploy.Placeholder) {
		view.Missing = missing
	}
	view.HTML = strings.NewReplacer(Root, html.EscapeString(access.PrefixOf(c).To("")), deploy.Placeholder, html.EscapeString(address)).Replace(found.HTML)
	return frame.Show(c, views.GuidePage(view))
}

// Contents is the name of the page that lists the others.
const Contents = "guide"

// written are the pages, as package markdown makes them.
//
//go:generate go run generate.go
//go:embed pages.json
var written []byte

// Page is a page of the guide, as it is written.
type Page struct {
	Name  string // in its address
	Title string
	HTML  string // with [Root] before each of our paths, and [deploy.Placeholder]
}

// Root stands where the prefix of the request will. No Markdown has it: a NUL is replaced as it is read.
const Root = "\x00"

// pages are those of the guide, in order, the contents first. They are read when one is first asked for.
var pages = sync.OnceValue(func() (pages []Page) {
	if err := json.Unmarshal(written, &pages); err != nil {
		panic(err) // it is embedded
	}
	return pages
})
