package access

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
)

// checksAtOnce is how many passwords are checked at once: each takes memory.
const checksAtOnce = 2

// Login signs browsers in with the one password, and out.
type Login struct {
	password PasswordHash
	cookies  Cookies
	sessions sessions
	attempts *attempts
	checking chan struct{}
	log      *slog.Logger
}

// ErrWrongPassword is the refusal of a password.
var ErrWrongPassword = errors.New("not the password")

// ThrottledError is the refusal to check a password after too many attempts.
type ThrottledError struct {
	Wait        time.Duration // until the next one is checked
	KnownDevice bool          // the browser has signed in before
}

func (e *ThrottledError) Error() string { return fmt.Sprintf("too many attempts: wait %s", e.Wait) }

// NewLogin returns the login of a configuration with [PasswordLogin], and ends
// the sessions of other passwords.
func NewLogin(config Config, store *models.Store, now func() time.Time, elapsed func() time.Duration, log *slog.Logger) *Login {
	l := &Login{
		password: config.Password,
		cookies:  NewCookies(config.PublicURL),
		sessions: newSessions(store, config.Password, now, log),
		attempts: newAttempts(elapsed),
		checking: make(chan struct{}, checksAtOnce),
		log:      log,
	}
	if err := l.sessions.endOthers(context.Background(), models.NewInstant(now())); err != nil {
		log.Warn("sessions of another password not ended; they are not valid either", "error", err)
	}
	return l
}

// guard returns [ErrSignedOut] unless the browser is signed in. The form and the
// manifest, which browsers ask for without cookies, are for everyone.
func (l *Login) guard(c echo.Context) error {
	token, err := l.session(c)
	if err != nil {
		return err
	}
	if token != "" {
		if len(l.cookies.Sent(c, sessionCookie)) > 1 {
			l.cookies.dropOthers(c, sessionCookie)
		}
		return admit(c)
	}
	if address := c.Request().URL.Path; address == "/login" || address == "/manifest.webmanifest" {
		return nil
	}
	if len(l.cookies.Sent(c, sessionCookie)) > 0 {
		l.cookies.Drop(c, sessionCookie)
	}
	return ErrSignedOut
}

// KeepSession has a browser that is signed in send its session to every page:
// its cookie may be one that is sent to this page only, and the next one would
// lead back here, forever.
func (l *Login) KeepSession(c echo.Context) error {
	token, err := l.session(c)
	if err == nil {
		l.keep(c, token)
	}
	return err
}

// SignIn checks the password and signs the browser in. It returns a
// [ThrottledError] or [ErrWrongPassword].
func (l *Login) SignIn(c echo.Context, password string) error {
	device, err := l.device(c)
	if err != nil {
		return err
	}
	who := attempterAt(c.RealIP(), device)
	if wait := l.attempts.admit(who); wait > 0 {
		l.log.Warn("sign-in throttled", "client", c.RealIP())
		return &ThrottledError{wait, device != ""}
	}
	right, err := l.check(c.Request().Context(), password)
	if err != nil {
		return err
	}
	if !right {
		l.log.Warn("sign-in refused", "client", c.RealIP())
		return ErrWrongPassword
	}
	l.attempts.succeeded(who)
	return l.begin(c, device)
}

// check compares the password, a few at a time.
func (l *Login) check(ctx context.Context, password string) (right bool, err error) {
	select {
	case l.checking <- struct{}{}:
		defer func() { <-l.checking }()
		return l.password.matches(password), nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// begin gives the browser a session, in place of those that it sends.
func (l *Login) begin(c echo.Context, device string) error {
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
	l.cookies.Set(c, deviceCookie, devices.write(device), int(deviceLifetime.Seconds()))
	l.log.Info("signed in", "client", c.RealIP())
	return nil
}

// SignOut ends the browser's session, or everyone's.
func (l *Login) SignOut(c echo.Context, everywhere bool) error {
	end := func() error { return l.endSent(c) }
	if everywhere {
		end = func() error { return l.sessions.endAll(c.Request().Context()) }
	}
	if err := end(); err != nil {
		return err
	}
	l.cookies.Drop(c, sessionCookie)
	l.log.Info("signed out", "client", c.RealIP(), "everywhere", everywhere)
	return nil
}

// LosesCookies reports whether a form comes from a page without TLS, where the
// browser would not keep our cookies. It keeps those of this machine.
func (l *Login) LosesCookies(request *http.Request) bool {
	origin, err := url.Parse(request.Header.Get("Origin"))
	return err == nil && l.cookies.Secure && origin.Scheme == "http" && !IsLoopback(origin.Hostname())
}
