package handlers

import (
	"context"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/views"
)

// checksAtOnce is how many passwords are checked at once: each takes memory.
const checksAtOnce = 2

// login asks for the one password.
type login struct {
	pages    *pages
	password PasswordHash
	sessions sessions
	attempts *attempts
	checking chan struct{}
	log      *slog.Logger
}

// newLogin gives nil when there is no login with a password.
func newLogin(config Config, pages *pages) *login {
	if config.Auth != PasswordLogin {
		return nil
	}
	login := &login{
		pages:    pages,
		password: config.Password,
		sessions: newSessions(config.Store, config.Password, config.Clock.Now, config.Log),
		attempts: newAttempts(config.Clock.Elapsed),
		checking: make(chan struct{}, checksAtOnce),
		log:      config.Log,
	}
	if err := login.sessions.endOthers(context.Background(), models.NewInstant(config.Clock.Now())); err != nil {
		config.Log.Warn("sessions of another password not ended; they are not valid either", "error", err)
	}
	return login
}

// access returns errSignedOut unless the browser is signed in. The form and the
// manifest, which browsers ask for without cookies, are for everyone.
func (l *login) access(c echo.Context) error {
	cookies := l.pages.cookies
	token, err := l.session(c)
	if err != nil {
		return err
	}
	if token != "" {
		if len(cookies.sent(c, sessionCookie)) > 1 {
			cookies.dropOthers(c, sessionCookie)
		}
		return admit(c)
	}
	if address := c.Request().URL.Path; address == "/login" || address == "/manifest.webmanifest" {
		return nil
	}
	if len(cookies.sent(c, sessionCookie)) > 0 {
		cookies.drop(c, sessionCookie)
	}
	return errSignedOut
}

// ask shows the form, or leads on a browser that is signed in.
func (l *login) ask(c echo.Context) error {
	next := ownPath(c.QueryParam("next"))
	if admitted(c) {
		return l.leadOn(c, next)
	}
	notice := ""
	if c.QueryParam("unsaved") != "" {
		notice = "Votre session a pris fin" + nbsp + ": ce que vous venez d’envoyer n’est pas enregistré. Après la connexion, recommencez."
	}
	return l.show(c, http.StatusOK, views.Login{Next: next, Notice: notice})
}

// leadOn leads a browser that is signed in to where it wanted to go. Its session
// may have come in a cookie that is sent to this page only: kept as ours, it is
// sent to the next one too, which would otherwise lead back here, forever.
func (l *login) leadOn(c echo.Context, next string) error {
	token, err := l.session(c)
	if err != nil {
		return err
	}
	l.keep(c, token)
	return l.pages.seeOther(c, next)
}

// signIn checks the password and leads to where the browser wanted to go.
func (l *login) signIn(c echo.Context) error {
	values, err := readForm(c)
	if err != nil {
		return err
	}
	next := ownPath(values.Get("next"))
	refuse := func(status int, fault string) error {
		return l.show(c, status, views.Login{Next: next, Fault: fault})
	}
	password := values.Get("password")
	if password == "" {
		return refuse(http.StatusUnprocessableEntity, "Tapez votre mot de passe.")
	}
	if l.cookieWouldBeLost(c.Request()) {
		return refuse(http.StatusUnprocessableEntity, "Cette adresse n’est pas chiffrée"+nbsp+": connectez-vous par "+l.pages.public.String()+".")
	}
	device, err := l.device(c)
	if err != nil {
		return err
	}
	who := attempterAt(c.RealIP(), device)
	if wait := l.attempts.admit(who); wait > 0 {
		l.log.Warn("sign-in throttled", "client", c.RealIP())
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		fault := "Trop d’essais. Réessayez dans " + duration(int64((wait+time.Minute-1)/time.Minute))
		if device == "" {
			fault += ", ou depuis un navigateur qui s’est déjà connecté ici"
		}
		return refuse(http.StatusTooManyRequests, fault+".")
	}
	right, err := l.check(c.Request().Context(), password)
	if err != nil {
		return err
	}
	if !right {
		l.log.Warn("sign-in refused", "client", c.RealIP())
		return refuse(http.StatusUnprocessableEntity, "Ce n’est pas le mot de passe.")
	}
	l.attempts.succeeded(who)
	return l.welcome(c, device, next)
}

// welcome signs the browser in.
func (l *login) welcome(c echo.Context, device, next string) error {
	if err := l.endSent(c); err != nil {
		return err
	}
	token, err := l.sessions.begin(c.Request().Context())
	if err != nil {
		return err
	}
	devices, err := l.sessions.devices(c.Request().Context()) // of the secret that may just have been made
	if err != nil {
		return err
	}
	l.keep(c, token)
	l.pages.cookies.set(c, deviceCookie, devices.write(device), int(deviceLifetime.Seconds()))
	l.log.Info("signed in", "client", c.RealIP())
	return l.pages.seeOther(c, next)
}

// check compares the password, a few at a time.
func (l *login) check(ctx context.Context, password string) (right bool, err error) {
	select {
	case l.checking <- struct{}{}:
		defer func() { <-l.checking }()
		return l.password.matches(password), nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// cookieWouldBeLost reports whether the form comes from a page without TLS,
// where the browser would not keep the cookie. It keeps one of this machine's.
func (l *login) cookieWouldBeLost(request *http.Request) bool {
	origin, err := url.Parse(request.Header.Get("Origin"))
	return err == nil && l.pages.cookies.secure && origin.Scheme == "http" && !IsLoopback(origin.Hostname())
}

func (l *login) show(c echo.Context, status int, page views.Login) error {
	page.Frame = l.pages.frame(c, "Connexion")
	page.Action = l.pages.links.To("/login")
	return render(c, status, views.LoginPage(page))
}
