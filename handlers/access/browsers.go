package access

import (
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models/civil"
)

// Where a session keeps the name of its browser and of its system; nothing else of the
// User-Agent is kept.
const (
	browserKey = "browser"
	systemKey  = "system"
)

// named is a part of a User-Agent, and what it is called. The first that is found
// counts: most browsers name others as well.
type named struct{ part, name string }

var (
	browserNames = []named{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Vivaldi/", "Vivaldi"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chromium/", "Chromium"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systemNames = []named{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "macOS"}, {"Linux", "Linux"},
	}
)

func nameIn(names []named, userAgent string) string {
	for _, known := range names {
		if strings.Contains(userAgent, known.part) {
			return known.name
		}
	}
	return ""
}

// Browser is a browser that is signed in. Its name and system are empty when they are
// not known.
type Browser struct {
	ID         string
	Name       string // "Firefox"
	System     string // "Android"
	This       bool   // the one that asks
	SignedInAt civil.Instant
	SeenAt     civil.Instant // at most an hour before it was used last
}

// Browsers returns the browsers that are signed in, the one used last first.
func (l *Login) Browsers(c echo.Context) ([]Browser, error) {
	open, err := l.sessions.store.WebSessions(c.Request().Context(), l.sessions.instant())
	if err != nil {
		return nil, err
	}
	this, err := l.session(c)
	if err != nil {
		return nil, err
	}
	var browsers []Browser
	for _, session := range open {
		_, values, err := l.sessions.manager.Codec.Decode(session.Data)
		if err != nil {
			continue // it is not valid
		}
		name, _ := values[browserKey].(string) // absent from older sessions
		system, _ := values[systemKey].(string)
		browsers = append(browsers, Browser{
			ID:         session.Token,
			Name:       name,
			System:     system,
			This:       session.Token == storedToken(this),
			SignedInAt: session.CreatedAt,
			SeenAt:     session.SeenAt,
		})
	}
	return browsers, nil
}

// EndBrowser signs a browser out, whether it still is signed in or not. It reports
// whether it was the one that asks.
func (l *Login) EndBrowser(c echo.Context, id string) (this bool, err error) {
	token, err := l.session(c)
	if err != nil {
		return false, err
	}
	if id == storedToken(token) {
		return true, l.SignOut(c, false)
	}
	l.log.Info("another browser signed out", "client", c.RealIP())
	return false, l.sessions.store.DeleteWebSession(c.Request().Context(), id)
}
