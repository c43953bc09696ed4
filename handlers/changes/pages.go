// Package changes has the pages of what was done to days: the history of a day, and the
// buttons that take a change back or bring a day back.
package changes

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/views"
	"worklog/views/french"
)

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
}

// nbsp keeps a number and its unit on one line.
const nbsp = french.NBSP

// What the forms of this package say once they are done.
var (
	saidTakenBack   = frame.Message{Code: "taken-back", Text: "Annulé.", Again: true, Focus: views.FocusFlash}
	saidMadeAgain   = frame.Message{Code: "made-again", Text: "Rétabli.", Focus: views.FocusFlash}
	saidAlready     = frame.Message{Code: "already", Text: "%s.", Values: []frame.Words{doneWords}, Focus: views.FocusFlash}
	saidBroughtBack = frame.Message{Code: "brought-back", Text: "La journée est de nouveau comme avant."}
)

// Messages are all of them.
var Messages = []frame.Message{saidTakenBack, saidMadeAgain, saidAlready, saidBroughtBack}

// Drafts are the buttons that the login carries.
func (p *Pages) Drafts() []frame.DraftKind {
	return []frame.DraftKind{
		{Path: frame.Pattern("^" + frame.TakeBackPath + "$"), Field: "change", Show: p.showTakeBackBefore},
	}
}

// Route adds the pages; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) *Pages) {
	on := frame.On(of)
	frame.Get(e, "/entries/:id/history", on((*Pages).history))
	e.POST(frame.TakeBackPath, on((*Pages).takeBack))
	e.POST(views.BringBackPath, on((*Pages).bringBack))
}
