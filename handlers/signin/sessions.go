package signin

import (
	"net/url"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/frame"
	"worklog/views"
)

func (p *Pages) showSessions(c echo.Context) error {
	browsers, err := p.Login.Browsers(c)
	if err != nil {
		return err
	}
	var shown []views.Browser
	for _, browser := range browsers {
		shown = append(shown, views.Browser{
			ID:       browser.ID,
			Name:     browserName(browser),
			This:     browser.This,
			SignedIn: "Connexion\u00a0: " + p.FullMoment(browser.SignedInAt),
			Seen:     "dernière visite\u00a0: " + p.FullMoment(browser.SeenAt),
		})
	}
	return frame.Show(c, views.SessionsPage(p.Frame(c, "Navigateurs connectés"), shown))
}

// browserName names a browser, such as "Firefox sur Android".
func browserName(browser access.Browser) string {
	switch {
	case browser.Name != "" && browser.System != "":
		return browser.Name + " sur " + browser.System
	case browser.Name+browser.System != "":
		return browser.Name + browser.System
	}
	return "Navigateur inconnu"
}

// endSession signs a browser out. It is not an error if the browser is signed out
// already, so that pressing twice is harmless.
func (p *Pages) endSession(c echo.Context, values url.Values) error {
	this, err := p.Login.EndBrowser(c, values.Get("browser"))
	if err != nil {
		return err
	}
	if this {
		p.Flash(c, saidSignedOut)
		return p.SeeOther(c, "/login")
	}
	p.Flash(c, frame.Flash{Text: "Session terminée."})
	return p.SeeOther(c, "/sessions")
}

func (p *Pages) showLogout(c echo.Context) error {
	return frame.Show(c, views.LogoutPage(p.Frame(c, "Déconnexion")))
}

func (p *Pages) signOut(c echo.Context, values url.Values) error {
	everywhere := values.Get("everywhere") != ""
	if err := p.Login.SignOut(c, everywhere); err != nil {
		return err
	}
	said := saidSignedOut
	if everywhere {
		said = frame.Flash{Text: "Tous les navigateurs sont déconnectés."}
	}
	p.Flash(c, said)
	return p.SeeOther(c, "/login")
}
