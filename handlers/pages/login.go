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

// loginPages are the pages to sign in and out.
type loginPages struct{ *Pages }

// showForm shows the login form, or redirects a browser that is signed in.
func (l loginPages) showForm(c echo.Context) error {
	next := ownPath(c.QueryParam("next"))
	if access.Admitted(c) {
		return l.redirectSignedIn(c, next)
	}
	notice := ""
	if c.QueryParam("unsaved") != "" {
		notice = "Votre session a pris fin" + nbsp + ": ce que vous venez d’envoyer n’est pas enregistré. Après la connexion, recommencez."
	}
	return l.show(c, http.StatusOK, views.Login{Next: next, Notice: notice})
}

// redirectSignedIn redirects a browser that is signed in to the page it wanted. It
// first sets the session cookie for every page, in case it was sent to this page
// only: the next page would otherwise redirect back here, forever.
func (l loginPages) redirectSignedIn(c echo.Context, next string) error {
	if err := l.Login.KeepSession(c); err != nil {
		return err
	}
	return l.SeeOther(c, next)
}

// signIn checks the password and redirects to the page that the browser wanted.
func (l loginPages) signIn(c echo.Context) error {
	values, err := forms.ReadUpTo(c, forms.MaxSize+maxSignInSize)
	if err != nil {
		return err
	}
	typed := typedBefore(values)
	next := ownPath(values.Get("next"))
	refuse := func(status int, message string) error {
		return l.show(c, status, views.Login{Next: next, Message: message, Typed: typed})
	}
	password := values.Get("password")
	if password == "" {
		return refuse(http.StatusUnprocessableEntity, "Tapez votre mot de passe.")
	}
	if l.Login.LosesCookies(c.Request()) {
		return refuse(http.StatusUnprocessableEntity, "Cette adresse n’est pas chiffrée"+nbsp+": connectez-vous par "+l.Public.String()+".")
	}
	err = l.Login.SignIn(c, password)
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
		return l.showTypedAt(c, values.Get("typed"), values, "Voici ce que vous écriviez quand la session a pris fin"+nbsp+": rien n’en est encore enregistré.")
	}
	return l.SeeOther(c, next)
}

// tooManyAttempts returns a message with the time to wait and an alternative.
func tooManyAttempts(throttled *access.ThrottledError) string {
	text := "Trop d’essais. Réessayez dans " + french.Duration(int64((throttled.Wait+time.Minute-1)/time.Minute))
	if !throttled.KnownDevice {
		text += ", ou depuis un navigateur qui s’est déjà connecté ici"
	}
	return text + "."
}

func (l loginPages) show(c echo.Context, status int, page views.Login) error {
	page.Frame = l.Frame(c, "Connexion")
	page.Action = l.Links.To("/login")
	return frame.Render(c, status, views.LoginPage(page))
}
