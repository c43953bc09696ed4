package connect

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/views"
)

// help explains what a day asks for, what its marks mean, and which keys there are.
func (p Pages) help(c echo.Context) error {
	return frame.Render(c, http.StatusOK, views.HelpPage(views.Help{
		Frame: p.Frame(c, "Aide"), Today: p.Today(), KeepDays: p.Rules.KeepDays, Ways: p.ways(c),
	}))
}
