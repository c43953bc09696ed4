package access

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
)

// checksAtOnce bounds concurrent password checks, because each takes memory.
const checksAtOnce = 2

// Login signs browsers in with the password, and out.
type Login struct {
	password PasswordHash
	cookies  Cookies
	sessions sessions
	attempts *attempts
	carrying carrying
	checking chan struct{}
	log      *slog.Logger
}

// ErrWrongPassword is returned for a wrong password.
var ErrWrongPassword = errors.New("wrong password")

// ThrottledError is returned after too many attempts.
type ThrottledError struct {
	Wait        time.Duration // until the next attempt is allowed
	KnownDevice bool          // the browser has signed in before
}

func (e *ThrottledError) Error() string { return fmt.Sprintf("too many attempts: wait %s", e.Wait) }

// NewLogin returns the login with the password, and ends the sessions that began
// with another password.
func NewLogin(config Config, store *models.Store, now func() time.Time, elapsed func() time.Duration, log *slog.Logger) *Login {
	l := &Login{
		password: config.Password,
		cookies:  config.Cookies(),
		sessions: newSessions(store, config.Password, now, log),
		attempts: newAttempts(elapsed),
		checking: make(chan struct{}, checksAtOnce),
		log:      log,
	}
	if err := l.sessions.endOthers(context.Background()); err != nil {
		log.Warn("sessions of a previous password not deleted; they are no longer valid", "error", err)
	}
	return l
}

// guard returns [ErrSignedOut] unless the browser is signed in. Everyone may see
// the login form and the manifest, which browsers request without cookies.
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

// KeepSession sets the cookie of a browser that is signed in for every page.
func (l *Login) KeepSession(c echo.Context) error {
	token, err := l.session(c)
	if err == nil {
		l.keep(c, token)
	}
	return err
}

// Attempt counts what a browser that is signed out has sent, before it is read: reading
// and answering it takes memory. It returns a [ThrottledError] after too many.
func (l *Login) Attempt(c echo.Context) (Attempt, error) {
	device, err := l.device(c)
	if err != nil {
		return Attempt{}, err
	}
	attempt := attemptFrom(c.RealIP(), device)
	if wait := l.attempts.admit(attempt); wait > 0 {
		l.log.Warn("sign-in throttled", "client", c.RealIP())
		return Attempt{}, &ThrottledError{wait, device != ""}
	}
	return attempt, nil
}

// SignIn checks the password of an attempt and signs the browser in, which from then on
// may see the pages. It can return [ErrWrongPassword].
func (l *Login) SignIn(c echo.Context, attempt Attempt, password string) error {
	right, err := l.check(c.Request().Context(), password)
	if err != nil {
		return err
	}
	if !right {
		l.log.Warn("sign-in refused", "client", c.RealIP())
		return ErrWrongPassword
	}
	l.attempts.succeeded(attempt)
	return l.begin(c, attempt.device)
}

func (l *Login) check(ctx context.Context, password string) (right bool, err error) {
	select {
	case l.checking <- struct{}{}:
		defer func() { <-l.checking }()
		return l.password.matches(password), nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// begin starts a session, which replaces those that the browser sent.
func (l *Login) begin(c echo.Context, device string) error {
	if err := l.endSent(c); err != nil {
		return err
	}
	token, err := l.sessions.begin(c.Request().Context(), c.Request().UserAgent())
	if err != nil {
		return err
	}
	devices, err := l.sessions.devices(c.Request().Context()) // after begin, which may create the secret
	if err != nil {
		return err
	}
	l.keep(c, token)
	l.cookies.Set(c, deviceCookie, devices.Close(cmp.Or(device, rand.Text())), int(deviceLifetime.Seconds()))
	l.log.Info("signed in", "client", c.RealIP())
	return admit(c)
}

// SignOut ends the browser's session, or all sessions.
func (l *Login) SignOut(c echo.Context, everywhere bool) error {
	var err error
	if everywhere {
		err = l.sessions.store.DeleteWebSessions(c.Request().Context())
	} else {
		err = l.endSent(c)
	}
	if err != nil {
		return err
	}
	l.cookies.Drop(c, sessionCookie)
	l.log.Info("signed out", "client", c.RealIP(), "everywhere", everywhere)
	return nil
}

// LosesCookies reports whether a form comes from a page without TLS, whose browser
// would reject our secure cookies, except on a loopback address.
func (l *Login) LosesCookies(request *http.Request) bool {
	origin, err := url.Parse(request.Header.Get("Origin"))
	return err == nil && l.cookies.Secure && origin.Scheme == "http" && !IsLoopback(origin.Hostname())
}

// The cookies of a browser that is signed in, and of one that has signed in before,
// whose attempts are counted separately.
const (
	sessionCookie = "worklog_session"
	deviceCookie  = "worklog_device"
)

// deviceLifetime is how long a browser is remembered after signing in.
const deviceLifetime = 400 * 24 * time.Hour

// session returns the token of the browser's valid session, or "".
func (l *Login) session(c echo.Context) (token string, err error) {
	for _, token := range l.cookies.Sent(c, sessionCookie) {
		valid, err := l.sessions.valid(c.Request().Context(), token)
		if err != nil {
			return "", err
		}
		if valid {
			return token, nil
		}
	}
	return "", nil
}

func (l *Login) keep(c echo.Context, token string) {
	l.cookies.Set(c, sessionCookie, token, int(l.sessions.manager.Lifetime.Seconds()))
}

// device returns the name of a browser that has signed in before, or "".
func (l *Login) device(c echo.Context) (name string, err error) {
	devices, err := l.sessions.devices(c.Request().Context())
	if err != nil {
		return "", err
	}
	for _, cookie := range l.cookies.Sent(c, deviceCookie) {
		if name := devices.Open(cookie); name != "" {
			return name, nil
		}
	}
	return "", nil
}

func (l *Login) endSent(c echo.Context) error {
	for _, token := range l.cookies.Sent(c, sessionCookie) {
		if err := l.sessions.end(c.Request().Context(), token); err != nil {
			return err
		}
	}
	return nil
}

// maxCarried is how many bytes of forms may be carried through the login at once: of
// all strangers together, and of all browsers that have signed in before.
const maxCarried = 4 << 20

// carrying counts the bytes of the forms that are being read, or sent back in a page.
type carrying struct {
	mu        sync.Mutex
	known     int64
	strangers int64
}

// Carry takes room for a form of an attempt that is to be carried through the login. It
// returns the function that frees it, or false if there is none.
func (l *Login) Carry(attempt Attempt, size int64) (free func(), ok bool) {
	l.carrying.mu.Lock()
	defer l.carrying.mu.Unlock()
	taken := &l.carrying.strangers
	if attempt.device != "" {
		taken = &l.carrying.known
	}
	if size < 0 || *taken+size > maxCarried {
		return nil, false
	}
	*taken += size
	return func() {
		l.carrying.mu.Lock()
		defer l.carrying.mu.Unlock()
		*taken -= size
	}, true
}
