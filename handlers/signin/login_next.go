package signin

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/frame"
	"worklog/views"
)

// AskToSignIn answers a browser that is signed out: it returns the status, and a function
// that shows the login form, which carries the form that was sent, or else redirects there.
// What it posts counts as an attempt to sign in; after too many, nothing is read. What the
// script sends is kept in the browser: nothing of it is read, and it is no attempt.
func (p *Pages) AskToSignIn(c echo.Context) (status int, answer func() error) {
	if frame.ByScript(c.Request()) {
		status := http.StatusUnauthorized
		return status, func() error { return frame.RefuseScript(c, status, "Votre session a pris fin.") }
	}
	redirect := func() error { return p.redirectToLogin(c) }
	if c.Request().Method != http.MethodPost {
		return http.StatusSeeOther, redirect
	}
	attempt, err := p.Login.Attempt(c)
	if err != nil {
		return http.StatusSeeOther, redirect
	}
	typed, free, ok := p.carry(c, attempt)
	if !ok {
		return http.StatusSeeOther, redirect
	}
	return http.StatusForbidden, func() error {
		defer free()
		return p.loginPage(c, http.StatusForbidden, views.Login{Carried: typed.hidden(),
			Notice: "Votre session a pris fin" + nbsp + ": rien n’est encore enregistré, mais ce que vous avez envoyé revient après la connexion."})
	}
}

// redirectToLogin redirects a browser that is signed out to the login form, and from
// there to the page that it requested or from which it submitted a form.
func (p *Pages) redirectToLogin(c echo.Context) error {
	request := c.Request()
	query := url.Values{}
	wanted := request.URL.RequestURI()
	if request.Method == http.MethodPost && request.URL.Path != "/logout" {
		query.Set("unsaved", "1")
		referer, _ := url.Parse(request.Referer())
		wanted = "/"
		if referer != nil {
			wanted = access.PrefixOf(c).Off(referer.RequestURI())
		}
	}
	if next := frame.OwnPath(wanted); next != "/" {
		query.Set("next", next)
	}
	address := url.URL{Path: "/login", RawQuery: query.Encode()}
	return p.SeeOther(c, address.String())
}
