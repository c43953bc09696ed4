package pages

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/views"
)

// showLogout shows which browsers are signed in, and offers to sign out.
func (l loginPages) showLogout(c echo.Context) error {
	open, err := l.store.WebSessions(c.Request().Context(), models.NewInstant(l.now()))
	if err != nil {
		return err
	}
	page := views.Logout{Frame: l.frame(c, "Déconnexion"), Action: l.links.To("/logout")}
	for _, session := range open {
		page.Browsers = append(page.Browsers, "Connexion"+nbsp+":"+nbsp+l.moment(session.CreatedAt)+" · dernière visite"+nbsp+":"+nbsp+l.moment(session.SeenAt))
	}
	return render(c, http.StatusOK, views.LogoutPage(page))
}

// signOut ends the browser's session, or all sessions.
func (l loginPages) signOut(c echo.Context) error {
	values, err := readForm(c)
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
