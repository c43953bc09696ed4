package pages

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/views"
)

// Route adds the pages; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) *Pages) {
	on := frame.On(of)
	frame.Get(e, "/", on((*Pages).home))
	frame.Get(e, frame.TodayPath, on((*Pages).today))
	frame.Get(e, "/months", on((*Pages).jump))
	frame.Get(e, "/months/:month", on((*Pages).month))
	frame.Get(e, "/years/:year", on((*Pages).year))
	frame.Get(e, frame.ReviewPath, on((*Pages).reviewPage))
	e.POST("/review/record", on((*Pages).recordRefused))
	e.POST("/review/part", on((*Pages).partSlot))
	e.POST("/review/end", on((*Pages).takeBetterEnd))
	e.POST("/review/dismiss", on((*Pages).dismissRefused))
	e.POST("/review/right", on((*Pages).acceptDoubt))
	e.POST("/review/merge", on((*Pages).mergeDoubt))
	e.POST("/review/shorten", on((*Pages).shortenDoubt))
	e.POST("/review/fill", on((*Pages).fillDoubt))
	frame.Get(e, views.ClosePath, on((*Pages).askClose))
	e.POST(views.ClosePath, on((*Pages).closeArrival))
	e.POST(views.DiscardPath, on((*Pages).discardArrival))
	e.POST(views.HandPath, on((*Pages).recordByHand))
	frame.Get(e, "/entries/new", on((*Pages).blank))
	e.POST("/entries/new", on((*Pages).create))
	frame.Get(e, "/entries/range", on((*Pages).showRange))
	e.POST("/entries/range", on((*Pages).fillRange))
	frame.Get(e, "/entries/:id/edit", on((*Pages).edit))
	e.POST("/entries/:id/edit", on((*Pages).save))
	e.POST("/entries/:id/merge", on((*Pages).merge))
	frame.Get(e, "/entries/:id/delete", on((*Pages).confirmDelete))
	e.POST("/entries/:id/delete", on((*Pages).remove))
}
