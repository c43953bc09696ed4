package pages

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/handlers/french"
	"worklog/views"
)

// maxSignInSize is the size of the login form without what it carries, in bytes.
const maxSignInSize = 8 << 10

// showLogin shows the login form, or redirects a browser that is signed in.
func (p *Pages) showLogin(c echo.Context) error {
	next := ownPath(c.QueryParam("next"))
	if access.Admitted(c) {
		return p.redirectSignedIn(c, next)
	}
	notice := ""
	if c.QueryParam("unsaved") != "" {
		notice = "Votre session a pris fin" + nbsp + ": ce que vous venez d’envoyer n’est pas enregistré. Après la connexion, recommencez."
	}
	return p.loginPage(c, http.StatusOK, views.Login{Next: next, Notice: notice})
}

// redirectSignedIn redirects a browser that is signed in to the page it wanted. It
// first sets the session cookie for every page, in case it was sent to this page
// only: the next page would otherwise redirect back here, forever.
func (p *Pages) redirectSignedIn(c echo.Context, next string) error {
	if err := p.Login.KeepSession(c); err != nil {
		return err
	}
	return p.SeeOther(c, next)
}

// signIn checks the password and redirects to the page that the browser wanted.
func (p *Pages) signIn(c echo.Context) error {
	values, err := forms.ReadUpTo(c, forms.MaxSize+maxSignInSize)
	if err != nil {
		return err
	}
	typed := typedBefore(values)
	next := ownPath(values.Get("next"))
	refuse := func(status int, message string) error {
		return p.loginPage(c, status, views.Login{Next: next, Message: message, Typed: typed})
	}
	password := values.Get("password")
	if password == "" {
		return refuse(http.StatusUnprocessableEntity, "Tapez votre mot de passe.")
	}
	if p.Login.LosesCookies(c.Request()) {
		return refuse(http.StatusUnprocessableEntity, "Cette adresse n’est pas chiffrée"+nbsp+": connectez-vous par "+p.Public.String()+".")
	}
	err = p.Login.SignIn(c, password)
	var throttled *access.ThrottledError
	if errors.As(err, &throttled) {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(throttled.Wait.Seconds()))))
		return refuse(http.StatusTooManyRequests, tooManyAttempts(throttled))
	}
	if errors.Is(err, access.ErrWrongPassword) {
		return refuse(http.StatusUnprocessableEntity, "Ce n’est pas le mot de passe.")
	}
	if err != nil {
		return err
	}
	if len(typed) > 0 {
		return p.showTypedAt(c, values.Get("typed"), values, "Voici ce que vous écriviez quand la session a pris fin"+nbsp+": rien n’en est encore enregistré.")
	}
	return p.SeeOther(c, next)
}

// tooManyAttempts returns a message with the time to wait and an alternative.
func tooManyAttempts(throttled *access.ThrottledError) string {
	text := "Trop d’essais. Réessayez dans " + french.Duration(int64((throttled.Wait+time.Minute-1)/time.Minute))
	if !throttled.KnownDevice {
		text += ", ou depuis un navigateur qui s’est déjà connecté ici"
	}
	return text + "."
}

func (p *Pages) loginPage(c echo.Context, status int, page views.Login) error {
	page.Frame = p.Frame(c, "Connexion")
	page.Action = p.Links.To("/login")
	return frame.Render(c, status, views.LoginPage(page))
}
