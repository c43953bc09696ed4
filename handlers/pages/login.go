package pages

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/french"
	"worklog/views"
)

// loginPages ask for the one password, and show who is signed in.
type loginPages struct {
	*Pages
	login *access.Login
}

// showForm shows the form, or leads on a browser that is signed in.
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

// redirectSignedIn leads a browser that is signed in to where it wanted to go. Its session
// may have come in a cookie that is sent to this page only: kept as ours, it is
// sent to the next one too, which would otherwise lead back here, forever.
func (l loginPages) redirectSignedIn(c echo.Context, next string) error {
	if err := l.login.KeepSession(c); err != nil {
		return err
	}
	return l.seeOther(c, next)
}

// signIn checks the password and leads to where the browser wanted to go.
func (l loginPages) signIn(c echo.Context) error {
	values, err := readForm(c)
	if err != nil {
		return err
	}
	next := ownPath(values.Get("next"))
	refuse := func(status int, message string) error {
		return l.show(c, status, views.Login{Next: next, Message: message})
	}
	password := values.Get("password")
	if password == "" {
		return refuse(http.StatusUnprocessableEntity, "Tapez votre mot de passe.")
	}
	if l.login.LosesCookies(c.Request()) {
		return refuse(http.StatusUnprocessableEntity, "Cette adresse n’est pas chiffrée"+nbsp+": connectez-vous par "+l.public.String()+".")
	}
	err = l.login.SignIn(c, password)
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
	return l.seeOther(c, next)
}

// tooManyAttempts says how long to wait, and what else helps.
func tooManyAttempts(throttled *access.ThrottledError) string {
	text := "Trop d’essais. Réessayez dans " + french.Duration(int64((throttled.Wait+time.Minute-1)/time.Minute))
	if !throttled.KnownDevice {
		text += ", ou depuis un navigateur qui s’est déjà connecté ici"
	}
	return text + "."
}

func (l loginPages) show(c echo.Context, status int, page views.Login) error {
	page.Frame = l.frame(c, "Connexion")
	page.Action = l.links.To("/login")
	return render(c, status, views.LoginPage(page))
}
