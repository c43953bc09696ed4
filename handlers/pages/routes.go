package pages

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
)

// get adds a route for GET and HEAD.
func get(e *echo.Echo, path string, handler echo.HandlerFunc) {
	e.GET(path, handler)
	e.HEAD(path, handler)
}

// Route adds the pages.
func (p *Pages) Route(e *echo.Echo) {
	get(e, "/static/*", p.ServeAsset)
	get(e, "/manifest.webmanifest", p.Manifest)
	get(e, "/", p.home)
	get(e, "/months", p.jump)
	get(e, "/months/:month", p.month)
	get(e, "/months/:month/sheet", p.sheetOf)
	get(e, "/years/:year", p.year)
	get(e, "/years/:year/counters", p.countersOf)
	get(e, "/years/:year/costs", p.costsOf)
	e.POST("/years/:year/costs", p.compareCosts)
	get(e, "/years/:year/costs.csv", p.costsTable)
	get(e, "/years/:year/rests", p.rests)
	get(e, "/years/:year/hours", p.yearHours)
	get(e, "/years/:year/hours.csv", p.yearHoursTable)
	get(e, "/months/:month/hours", p.monthHours)
	get(e, "/months/:month/hours.csv", p.monthHoursTable)
	get(e, "/help/files/*", p.helpFile)
	get(e, "/help/guides/:name", p.helpGuide)
	get(e, "/journal", p.journal)
	get(e, "/review", p.reviewPage)
	e.POST("/review/record", p.recordRefused)
	e.POST("/review/part", p.partSlot)
	e.POST("/review/end", p.takeBetterEnd)
	e.POST("/review/dismiss", p.dismissRefused)
	e.POST("/review/right", p.acceptDoubt)
	e.POST("/review/merge", p.mergeDoubt)
	e.POST("/review/shorten", p.shortenDoubt)
	e.POST("/review/fill", p.fillDoubt)
	get(e, "/presence/close", p.askClose)
	e.POST("/presence/close", p.closeArrival)
	e.POST("/presence/discard", p.discardArrival)
	e.POST("/presence/hand", p.recordByHand)
	get(e, "/entries/new", p.blank)
	e.POST("/entries/new", p.create)
	get(e, "/entries/range", p.showRange)
	e.POST("/entries/range", p.fillRange)
	get(e, "/entries/:id/edit", p.edit)
	e.POST("/entries/:id/edit", p.save)
	e.POST("/entries/:id/merge", p.merge)
	get(e, "/entries/:id/delete", p.confirmDelete)
	e.POST("/entries/:id/delete", p.remove)
	get(e, "/entries/:id/history", p.history)
	e.POST(frame.TakeBackPath, p.takeBack)
	e.POST(bringBackPath, p.bringBack)
	get(e, "/help", p.help)
	get(e, "/help/trial", func(c echo.Context) error { return p.SeeOther(c, "/help") })
	e.POST("/help/trial", p.tryEvent)
	get(e, "/data", p.data)
	get(e, "/data/export", p.export)
	get(e, "/data/import", func(c echo.Context) error { return p.SeeOther(c, "/data") })
	e.POST("/data/import", p.importData)
	get(e, "/feeds", p.feeds)
	e.POST("/feeds", p.changeFeeds)
	if p.Login == nil {
		return
	}
	l := loginPages{p, p.Login}
	get(e, "/login", l.showForm)
	e.POST("/login", l.signIn)
	get(e, "/logout", l.showLogout)
	e.POST("/logout", l.signOut)
	get(e, "/sessions", l.showSessions)
	e.POST("/sessions", l.endSession)
}
