package pages

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/views"
)

// showLogout offers to sign out.
func (l loginPages) showLogout(c echo.Context) error {
	return frame.Render(c, http.StatusOK, views.LogoutPage(views.Logout{
		Frame:    l.Frame(c, "Déconnexion"),
		Action:   l.Links.To("/logout"),
		Sessions: views.Link{URL: l.Links.To("/sessions"), Label: "Navigateurs connectés"},
	}))
}

// signOut ends the browser's session, or all sessions.
func (l loginPages) signOut(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	everywhere := values.Get("everywhere") != ""
	if err := l.Login.SignOut(c, everywhere); err != nil {
		return err
	}
	said := frame.FlashSignedOut
	if everywhere {
		said = frame.FlashSignedOutEverywhere
	}
	l.Flash(c, frame.NewFlash(said))
	return l.SeeOther(c, "/login")
}
