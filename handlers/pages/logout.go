package pages

import (
	"net/http"

	"worklog/handlers/forms"

	"github.com/labstack/echo/v4"

	"worklog/views"
)

// showLogout offers to sign out.
func (l loginPages) showLogout(c echo.Context) error {
	return render(c, http.StatusOK, views.LogoutPage(views.Logout{
		Frame:    l.frame(c, "Déconnexion"),
		Action:   l.links.To("/logout"),
		Sessions: views.Link{URL: l.links.To("/sessions"), Label: "Navigateurs connectés"},
	}))
}

// signOut ends the browser's session, or all sessions.
func (l loginPages) signOut(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	everywhere := values.Get("everywhere") != ""
	if err := l.login.SignOut(c, everywhere); err != nil {
		return err
	}
	said := flashSignedOut
	if everywhere {
		said = flashSignedOutEverywhere
	}
	l.flash(c, newFlash(said))
	return l.seeOther(c, "/login")
}
