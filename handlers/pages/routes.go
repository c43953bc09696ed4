package pages

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
)

// Route adds the pages.
func (p *Pages) Route(e *echo.Echo) {
	frame.Get(e, "/", p.home)
	frame.Get(e, frame.TodayPath, p.today)
	frame.Get(e, "/months", p.jump)
	frame.Get(e, "/months/:month", p.month)
	frame.Get(e, "/years/:year", p.year)
	frame.Get(e, frame.ReviewPath, p.reviewPage)
	e.POST("/review/record", p.recordRefused)
	e.POST("/review/part", p.partSlot)
	e.POST("/review/end", p.takeBetterEnd)
	e.POST("/review/dismiss", p.dismissRefused)
	e.POST("/review/right", p.acceptDoubt)
	e.POST("/review/merge", p.mergeDoubt)
	e.POST("/review/shorten", p.shortenDoubt)
	e.POST("/review/fill", p.fillDoubt)
	frame.Get(e, "/presence/close", p.askClose)
	e.POST("/presence/close", p.closeArrival)
	e.POST("/presence/discard", p.discardArrival)
	e.POST(frame.HandPath, p.recordByHand)
	frame.Get(e, "/entries/new", p.blank)
	e.POST("/entries/new", p.create)
	frame.Get(e, "/entries/range", p.showRange)
	e.POST("/entries/range", p.fillRange)
	frame.Get(e, "/entries/:id/edit", p.edit)
	e.POST("/entries/:id/edit", p.save)
	e.POST("/entries/:id/merge", p.merge)
	frame.Get(e, "/entries/:id/delete", p.confirmDelete)
	e.POST("/entries/:id/delete", p.remove)
}
