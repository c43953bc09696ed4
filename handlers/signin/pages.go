// Package signin has the pages by which a person signs in and out. A form that was sent when
// the session had ended is carried through the login.
package signin

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/handlers/french"
)

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
	Drafts []frame.DraftKind // that the login carries
}

// nbsp keeps a number and its unit on one line.
const nbsp = french.NBSP

// What the forms of this package say once they are done.
var (
	saidSignedOut           = frame.Message{Code: "signed-out", Text: "Déconnexion faite."}
	saidSignedOutEverywhere = frame.Message{Code: "signed-out-everywhere", Text: "Tous les navigateurs sont déconnectés."}
	saidSessionEnded        = frame.Message{Code: "session-ended", Text: "Session terminée."}
)

// Messages are all of them.
var Messages = []frame.Message{saidSignedOut, saidSignedOutEverywhere, saidSessionEnded}

// Route adds the pages; none if there is no password.
func (p *Pages) Route(e *echo.Echo) {
	if p.Login == nil {
		return
	}
	frame.Get(e, "/login", p.showLogin)
	e.POST("/login", p.signIn)
	frame.Get(e, "/logout", p.showLogout)
	e.POST("/logout", p.signOut)
	frame.Get(e, "/sessions", p.showSessions)
	e.POST("/sessions", p.endSession)
}
