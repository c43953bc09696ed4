package signin

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/views"
)

// showLogout offers to sign out.
func (p *Pages) showLogout(c echo.Context) error {
	return frame.Render(c, http.StatusOK, views.LogoutPage(p.Frame(c, "Déconnexion")))
}

// signOut ends the browser's session, or all sessions.
func (p *Pages) signOut(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	everywhere := values.Get("everywhere") != ""
	if err := p.Login.SignOut(c, everywhere); err != nil {
		return err
	}
	said := saidSignedOut
	if everywhere {
		said = saidSignedOutEverywhere
	}
	p.Flash(c, said.With())
	return p.SeeOther(c, "/login")
}
