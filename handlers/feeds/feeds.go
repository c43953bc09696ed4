// Package feeds answers programs that read how things stand, at addresses that hold
// a secret: no login, no rule of the pages stands in their way.
package feeds

import (
	"context"
	"net/http"
	"strings"
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

const (
	// maxPath is how many bytes of a path are logged at most.
	maxPath = 256
	// secretDigits is how many hexadecimal digits the secret has.
	secretDigits = 64
	hexadecimal  = "0123456789abcdefABCDEF"
)

// WithoutSecret returns the beginning of a path as it may be logged: without what stands in the
// secret's place, however often a slash was typed, and without what looks like a secret anywhere
// else. Every request asks, and a stranger chooses its path.
func WithoutSecret(path string) string {
	if len(path) > maxPath {
		path = strings.TrimRight(path[:maxPath], hexadecimal) + "…" // they may be the first of a secret
	}
	if len(path) < secretDigits && !strings.Contains(strings.ToLower(path), "/feed") { // most paths
		return path
	}
	parts := strings.Split(path, "/")
	inPlace := false
	for i, part := range parts {
		if part == "" {
			continue
		}
		if inPlace || hasSecret(part) {
			parts[i] = "…"
		}
		inPlace = strings.EqualFold(part, "feeds")
	}
	return strings.Join(parts, "/")
}

// hasSecret reports whether a text has as many hexadecimal digits in a row as the secret.
func hasSecret(text string) bool {
	digits := 0
	for i := range len(text) {
		digits++
		if strings.IndexByte(hexadecimal, text[i]) < 0 {
			digits = 0
		}
		if digits == secretDigits {
			return true
		}
	}
	return false
}

type feeds struct {
	Config
	Wiring
}

// Route adds the feeds; of returns what answers a request. A wrong secret is answered like a path that
// does not exist, with echo.ErrNotFound.
func Route(e *echo.Echo, config Config, of func(echo.Context) Wiring) {
	for name, answer := range map[string]echo.HandlerFunc{
		PresenceName: opened(config, of, models.ContactPresence, (*feeds).presence),
		CalendarName: opened(config, of, models.ContactCalendar, (*feeds).calendar),
	} {
		e.GET(root+":secret/"+name, answer)
		e.HEAD(root+":secret/"+name, answer)
	}
}

// opened makes a handler of a feed that is answered only if the path contains the secret, and counts
// the request.
func opened(config Config, of func(echo.Context) Wiring, kind models.ContactKind, answer func(*feeds, echo.Context) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		f := &feeds{config, of(c)}
		opens, err := f.Store.OpensFeeds(c.Request().Context(), c.Param("secret"))
		if err != nil {
			return err
		}
		if !opens {
			f.Contact(models.ContactWrongAddress, "")
			return echo.ErrNotFound
		}
		if err := answer(f, c); err != nil {
			f.Contact(models.ContactFailed, c.Request().UserAgent())
			return err
		}
		f.Contact(kind, c.Request().UserAgent())
		return nil
	}
}

func (f *feeds) now() civil.Instant { return civil.NewInstant(f.Now()) }
