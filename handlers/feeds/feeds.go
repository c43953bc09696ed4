// Package feeds answers programs that read how things stand, at addresses that hold
// a secret: no login, no rule of the pages stands in their way.
package feeds

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// Config is what the configuration says of the feeds.
type Config struct {
	// HideIllness has the feeds say of a day of illness only that it is an absence.
	HideIllness bool
}

// Wiring is what the feeds work with.
type Wiring struct {
	Store *models.Store
	// Hours reads the targets and the balance.
	Hours *report.Reader
	// ToVerify returns how many items are to be verified.
	ToVerify func(context.Context) (int, error)
	// Contact counts a request, by the program that sent it.
	Contact func(kind models.ContactKind, program string)
	Now     func() time.Time
}

// root is the path below which everything is the feeds'. What stands at
// "/feeds" itself is a page.
const root = "/feeds/"

// Names of the feeds below root and the secret.
const (
	PresenceName = "presence.json"
	CalendarName = "calendar.ics"
)

// PresencePath returns the path of the feed for home automation.
func PresencePath(secret string) string { return root + secret + "/" + PresenceName }

// CalendarPath returns the path of the calendar.
func CalendarPath(secret string) string { return root + secret + "/" + CalendarName }

// Owns reports whether every answer to the request is the feeds'.
func Owns(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, root) }

// secretInPath finds what stands in the secret's place, however often a slash was
// typed, and what looks like a secret anywhere else.
var secretInPath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)(/feeds/+)[^/]+|[0-9a-f]{64}`) })

// WithoutSecret returns a path as it may be logged.
func WithoutSecret(path string) string {
	if len(path) < 64 && !strings.Contains(strings.ToLower(path), "/feed") { // most paths, at every request
		return path
	}
	return secretInPath().ReplaceAllString(path, "$1…")
}

type feeds struct {
	Config
	Wiring
}

// Route adds the feeds. A wrong secret is answered like a path that does not
// exist, with echo.ErrNotFound.
func Route(e *echo.Echo, config Config, with Wiring) {
	f := &feeds{config, with}
	for name, answer := range map[string]echo.HandlerFunc{
		PresenceName: f.opened(models.ContactPresence, f.presence),
		CalendarName: f.opened(models.ContactCalendar, f.calendar),
	} {
		e.GET(root+":secret/"+name, answer)
		e.HEAD(root+":secret/"+name, answer)
	}
}

// opened wraps a handler so that it is called only if the path contains the secret, and
// counts the request.
func (f *feeds) opened(kind models.ContactKind, answer echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		opens, err := f.Store.OpensFeeds(c.Request().Context(), c.Param("secret"))
		if err != nil {
			return err
		}
		if !opens {
			f.Contact(models.ContactWrongAddress, "")
			return echo.ErrNotFound
		}
		if err := answer(c); err != nil {
			f.Contact(models.ContactFailed, c.Request().UserAgent())
			return err
		}
		f.Contact(kind, c.Request().UserAgent())
		return nil
	}
}

func (f *feeds) now() civil.Instant { return civil.NewInstant(f.Now()) }
