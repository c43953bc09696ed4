package access

import (
	"time"

	"github.com/labstack/echo/v4"
)

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

// keep sets the session cookie.
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

// endSent ends every session whose token the browser sends.
func (l *Login) endSent(c echo.Context) error {
	for _, token := range l.cookies.Sent(c, sessionCookie) {
		if err := l.sessions.end(c.Request().Context(), token); err != nil {
			return err
		}
	}
	return nil
}
