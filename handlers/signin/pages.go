// Package signin has the pages by which a person signs in and out. A form that was sent when
// the session had ended is carried through the login.
package signin

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/views"
)

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
	Drafts frame.Drafts // that the login carries
}

var saidSignedOut = frame.Flash{Text: "Déconnexion faite."}

var errWithoutPassword = fmt.Errorf("no password is configured: %w", echo.ErrNotFound)

var errFramed = fmt.Errorf("signed in by Home Assistant: %w", echo.ErrNotFound)

// PageErrors are the pages of what is not there.
var PageErrors = []frame.PageError{
	{Err: errFramed, Status: http.StatusNotFound, Heading: "Connexion par Home Assistant",
		Text: "Home Assistant vous a fait entrer\u00a0: la connexion et la déconnexion se font chez lui."},
	{Err: errWithoutPassword, Status: http.StatusNotFound, Heading: "Pas de mot de passe",
		Text: "Ce serveur ne demande pas de mot de passe\u00a0: il n’y a ni connexion ni déconnexion. Pour qu’il en demande un, réglez «\u00a0auth\u00a0» dans la section [web] de config.toml."},
}

// Route adds the pages; of returns those that answer a request. If there is no password, one says so
// in their place.
func Route(e *echo.Echo, of func(echo.Context) *Pages, withPassword bool) {
	on, onForm := frame.On(of), frame.OnForm(of)
	frame.Get(e, views.PasswordPath, on((*Pages).showPassword))
	e.POST(views.PasswordPath, onForm((*Pages).changePassword))
	unframed := func(page echo.HandlerFunc) echo.HandlerFunc { return frame.Unframed(errFramed, page) }
	if !withPassword {
		for _, path := range []string{"/login", "/logout", "/sessions"} {
			frame.Get(e, path, unframed(func(echo.Context) error { return errWithoutPassword }))
		}
		return
	}
	frame.Get(e, "/login", unframed(on((*Pages).showLogin)))
	e.POST("/login", unframed(on((*Pages).signIn)))
	frame.Get(e, "/logout", unframed(on((*Pages).showLogout)))
	e.POST("/logout", unframed(onForm((*Pages).signOut)))
	frame.Get(e, "/sessions", unframed(on((*Pages).showSessions)))
	e.POST("/sessions", unframed(onForm((*Pages).endSession)))
}
