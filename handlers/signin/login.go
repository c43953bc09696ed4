package signin

import (
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/views"
	"worklog/views/french"
)

const (
	// maxSignInSize is the size of the login form without what it carries, in bytes.
	maxSignInSize = 8 << 10
	// encodedTwice is how many times its size a percent-encoded form takes at most when
	// the login form carries it.
	encodedTwice = 3
)

// errCarriesTooMuch is the error of a login form for whose carried form there is no room.
var errCarriesTooMuch = errors.New("login form carries too much")

const notSaved = "Votre session a pris fin\u00a0: ce que vous venez d’envoyer n’est pas enregistré. Après la connexion, recommencez."

// showLogin shows the login form, or redirects a browser that is signed in.
func (p *Pages) showLogin(c echo.Context) error {
	next := frame.OwnPath(c.QueryParam("next"))
	if access.Admitted(c) {
		// if its cookie was sent to this page only, the next page would redirect back here, forever
		if err := p.Login.KeepSession(c); err != nil {
			return err
		}
		return p.SeeOther(c, next)
	}
	notice := ""
	if c.QueryParam("unsaved") != "" {
		notice = notSaved
	}
	return p.loginPage(c, http.StatusOK, views.Login{Next: next, Notice: notice})
}

// signIn checks the password and redirects to the page that the browser wanted, or shows
// the form that the login form carries.
func (p *Pages) signIn(c echo.Context) error {
	attempt, err := p.Login.Attempt(c)
	var throttled *access.ThrottledError
	if err != nil && !errors.As(err, &throttled) {
		return err
	}
	if throttled != nil {
		frame.Hurry(c)
	}
	values, free, err := p.readSignIn(c, attempt, throttled != nil)
	if errors.Is(err, errCarriesTooMuch) {
		return p.loginPage(c, http.StatusRequestEntityTooLarge, views.Login{Next: "/", Notice: notSaved})
	}
	if err != nil {
		return err
	}
	defer free()
	next := frame.OwnPath(values.Get("next"))
	typed := p.readCarried(values)
	refuse := func(status int, message string) error {
		return p.loginPage(c, status, views.Login{Next: next, Message: message, Carried: hidden(typed)})
	}
	if throttled != nil {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(throttled.Wait.Seconds()))))
		return refuse(http.StatusTooManyRequests, tooManyAttempts(throttled))
	}
	password := values.Get("password")
	if password == "" {
		return refuse(http.StatusUnprocessableEntity, "Tapez votre mot de passe.")
	}
	if p.Login.LosesCookies(c.Request()) {
		address, _ := p.Address(c, access.Device)
		return refuse(http.StatusUnprocessableEntity, "Cette adresse n’est pas chiffrée\u00a0: connectez-vous par "+address+".")
	}
	err = p.Login.SignIn(c, attempt, password)
	if errors.Is(err, access.ErrWrongPassword) {
		return refuse(http.StatusUnprocessableEntity, "Ce n’est pas le mot de passe.")
	}
	if err != nil {
		return err
	}
	if typed.Show != nil {
		return p.showCarried(c, typed)
	}
	return p.SeeOther(c, next)
}

// readSignIn returns the fields of the login form, and the function that frees the room
// of what it carries. What is larger than a password is read only if it counts as an
// attempt and there is room for it. It can return [errCarriesTooMuch].
func (p *Pages) readSignIn(c echo.Context, attempt access.Attempt, throttled bool) (values url.Values, free func(), err error) {
	size := c.Request().ContentLength
	if size < 0 { // no browser's
		size = maxSignInSize
	}
	if size > maxSignInSize && throttled {
		return url.Values{}, func() {}, nil
	}
	free, ok := p.Login.Carry(attempt, size)
	if !ok && size > maxSignInSize {
		return nil, nil, errCarriesTooMuch
	}
	if !ok {
		free = func() {}
	}
	values, err = forms.ReadFew(c, min(size, maxSignInSize+encodedTwice*maxCarriedSize), forms.MaxFields)
	if errors.Is(err, forms.ErrTooLarge) {
		err = errCarriesTooMuch
	}
	if err != nil {
		free()
		return nil, nil, err
	}
	return values, free, nil
}

func tooManyAttempts(throttled *access.ThrottledError) string {
	text := "Trop d’essais. Réessayez dans " + french.Duration(int64((throttled.Wait+time.Minute-1)/time.Minute))
	if !throttled.KnownDevice {
		text += ", ou depuis un navigateur qui s’est déjà connecté ici"
	}
	return text + "."
}

func (p *Pages) loginPage(c echo.Context, status int, page views.Login) error {
	page.Frame = p.Frame(c, "Connexion")
	return frame.Render(c, status, views.LoginPage(page))
}

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
	notice := "Votre session a pris fin\u00a0: rien n’est encore enregistré, mais ce que vous avez envoyé revient après la connexion"
	if forms.IsUpload(c.Request()) {
		notice += ", sauf le fichier"
	}
	return http.StatusForbidden, func() error {
		defer free()
		return p.loginPage(c, http.StatusForbidden, views.Login{Carried: hidden(typed), Notice: notice + "."})
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
