// Package feeds answers programs that read how things stand, at addresses that hold
// a secret: no login, no rule of the pages stands in their way.
package feeds

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/models/report"
)

// Feeds are what answers a request.
type Feeds struct {
	Store *models.Store
	// HideIllness has the feeds say of a day of illness only that it is an absence.
	HideIllness bool
	// Hours reads what was worked, the targets and the balance.
	Hours *report.Reader
	// Status returns how things stand now.
	Status func(echo.Context) (presence.Status, error)
	// ToVerify returns how many items are to be verified.
	ToVerify func(echo.Context) (int, error)
	// Contact counts a request, by the program that sent it.
	Contact func(kind models.ContactKind, program string)
	// Address returns the address of the program for whoever sent a request.
	Address func(echo.Context) string
	// Told is called when a program has been told the addresses.
	Told func()
	Now  func() time.Time
}

// root is the path below which everything is the feeds'. What stands at
// "/feeds" itself is a page.
const root = "/feeds/"

// Names of the feeds below root and the secret.
const (
	PresenceName = "presence.json"
	CalendarName = "calendar.ics"
	DaysName     = "days.json"
)

// Names are those of each group, in the order in which they are shown.
var Names = map[models.FeedGroup][]string{models.StateFeeds: {PresenceName, CalendarName}, models.DaysFeed: {DaysName}}

// Path returns the path of a feed.
func Path(secret, name string) string { return root + secret + "/" + name }

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

// Route adds the feeds, and their addresses for whoever passes the guard; of returns what answers a
// request. A wrong secret is answered like a path that does not exist, with echo.ErrNotFound.
func Route(e *echo.Echo, forToken echo.MiddlewareFunc, of func(echo.Context) *Feeds) {
	methods := []string{http.MethodGet, http.MethodHead}
	e.Match(methods, root, func(c echo.Context) error { return of(c).addresses(c) }, forToken)
	for name, answer := range map[string]echo.HandlerFunc{
		PresenceName: opened(of, models.StateFeeds, models.ContactPresence, (*Feeds).presence),
		CalendarName: opened(of, models.StateFeeds, models.ContactCalendar, (*Feeds).calendar),
		DaysName:     opened(of, models.DaysFeed, models.ContactDays, (*Feeds).days),
	} {
		e.Match(methods, root+":secret/"+name, answer)
	}
}

// opened makes a handler of a feed that is answered only if the path contains its group's secret, and
// counts the request.
func opened(of func(echo.Context) *Feeds, group models.FeedGroup, kind models.ContactKind, answer func(*Feeds, echo.Context) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		f := of(c)
		opens, err := f.Store.OpensFeeds(c.Request().Context(), group, c.Param("secret"))
		if err != nil {
			return err
		}
		if !opens {
			f.Contact(models.ContactWrongAddress, "")
			return echo.ErrNotFound
		}
		err = answer(f, c)
		became := kind
		switch {
		case errors.Is(err, ErrRange):
			became = models.ContactBadRange
		case err != nil:
			became = models.ContactFailed
		}
		f.Contact(became, c.Request().UserAgent())
		return err
	}
}

// whole answers with content of which a program may keep a copy, if it asks each time whether it is still so.
func whole(c echo.Context, name, contentType string, content []byte) error {
	digest := sha256.Sum256(content)
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, contentType)
	header.Set(echo.HeaderCacheControl, "private, no-cache")
	header.Set("ETag", `"`+hex.EncodeToString(digest[:16])+`"`)
	http.ServeContent(c.Response(), c.Request(), name, time.Time{}, bytes.NewReader(content))
	return nil
}

func (f *Feeds) now() civil.Instant { return civil.NewInstant(f.Now()) }

// addressList has the address of each feed; null if it has none, or if only the digest of its
// secret is known.
type addressList struct {
	Presence *string `json:"presence"`
	Days     *string `json:"days"`
	Calendar *string `json:"calendar"`
}

func (f *Feeds) addresses(c echo.Context) error {
	made, err := f.Store.Feeds(c.Request().Context())
	if err != nil {
		return err
	}
	of := func(group models.FeedGroup, name string) *string {
		if made[group].Secret == nil {
			return nil
		}
		address := f.Address(c) + Path(*made[group].Secret, name)
		return &address
	}
	f.Told()
	return c.JSON(http.StatusOK, addressList{of(models.StateFeeds, PresenceName), of(models.DaysFeed, DaysName), of(models.StateFeeds, CalendarName)})
}
