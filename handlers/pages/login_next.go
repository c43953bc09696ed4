package pages

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/views"
)

// ErrorPage returns the status of an error and a function that sends its page, which for
// a browser that is signed out leads to the login.
func (p *Pages) ErrorPage(c echo.Context, err error) (status int, answer func() error) {
	if errors.Is(err, access.ErrSignedOut) {
		return p.askToSignIn(c)
	}
	return p.Site.ErrorPage(c, err)
}

// askToSignIn shows a browser that is signed out the login form, which carries what
// was typed in the form that it sent, or else redirects it there.
func (p *Pages) askToSignIn(c echo.Context) (status int, answer func() error) {
	if typed := carried(c); len(typed) > 0 {
		return http.StatusForbidden, func() error {
			return p.loginPage(c, http.StatusForbidden, views.Login{Typed: typed,
				Notice: "Votre session a pris fin" + nbsp + ": rien n’est encore enregistré, mais ce que vous écriviez revient après la connexion."})
		}
	}
	return http.StatusSeeOther, func() error { return p.redirectToLogin(c) }
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
			wanted = p.Links.WithoutPrefix(referer.RequestURI())
		}
	}
	if next := ownPath(wanted); next != "/" {
		query.Set("next", next)
	}
	address := url.URL{Path: "/login", RawQuery: query.Encode()}
	return p.SeeOther(c, address.String())
}

// ownPath returns the path and query if they are safe to redirect to after signing
// in, and otherwise "/".
func ownPath(text string) string {
	address, err := url.Parse(text)
	if err != nil || address.Scheme != "" || address.Opaque != "" || address.Host != "" || address.User != nil {
		return "/"
	}
	if !strings.HasPrefix(address.Path, "/") || path.Clean(address.Path) != address.Path || strings.ContainsRune(text+address.Path, '\\') {
		return "/"
	}
	if address.Path == "/login" || address.Path == "/logout" {
		return "/"
	}
	own := url.URL{Path: address.Path, RawQuery: address.RawQuery} // encoded again
	return own.RequestURI()
}
