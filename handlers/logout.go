package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/views"
)

// askEnd shows which browsers are signed in, and offers to sign out.
func (l *login) askEnd(c echo.Context) error {
	open, err := l.pages.store.WebSessions(c.Request().Context(), models.NewInstant(l.pages.now()))
	if err != nil {
		return err
	}
	page := views.Logout{Frame: l.pages.frame(c, "Déconnexion"), Action: l.pages.links.To("/logout")}
	for _, session := range open {
		page.Browsers = append(page.Browsers, "Connexion"+nbsp+":"+nbsp+l.pages.moment(session.CreatedAt)+" · dernière visite"+nbsp+":"+nbsp+l.pages.moment(session.SeenAt))
	}
	return render(c, http.StatusOK, views.LogoutPage(page))
}

// signOut ends the browser's session, or everyone's.
func (l *login) signOut(c echo.Context) error {
	values, err := readForm(c)
	if err != nil {
		return err
	}
	everywhere := values.Get("everywhere") != ""
	if err := l.endSession(c, everywhere); err != nil {
		return err
	}
	l.pages.cookies.drop(c, sessionCookie)
	l.log.Info("signed out", "client", c.RealIP(), "everywhere", everywhere)
	said := flashSignedOut
	if everywhere {
		said = flashSignedOutEverywhere
	}
	l.pages.flash(c, newFlash(said))
	return l.pages.seeOther(c, "/login")
}

func (l *login) endSession(c echo.Context, everywhere bool) error {
	if everywhere {
		return l.pages.store.DeleteWebSessions(c.Request().Context())
	}
	return l.endSent(c)
}
