// Package handlers combines the API and the pages into one HTTP handler.
package handlers

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/connect"
	"worklog/handlers/feeds"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/handlers/guide"
	"worklog/handlers/pages"
	"worklog/handlers/plan"
	"worklog/handlers/preferences"
	"worklog/handlers/reports"
	"worklog/handlers/signin"
	"worklog/handlers/transfer"
	"worklog/models"
)

// Config is the configuration and the dependencies of the API and the pages.
type Config struct {
	API    api.Config
	Access access.Config

	// Current is what the file decides alone: the endpoint knows no more.
	Current
	// Reload returns what it decides with the settings of the database; nil to read none.
	Reload func(context.Context) (Current, error)
	// ConfigFile is the configuration's; empty if the program runs on its defaults.
	ConfigFile string

	// Counts are of the requests that are only counted.
	Counts *api.Counts
	// Backups returns the state of the backups; nil if the server makes none.
	Backups func() frame.BackupState
	// BackUp makes a backup before an import.
	BackUp  func(context.Context) error
	Version string // of the program
	Clock   Clock
	Log     *slog.Logger
}

// Clock tells the time.
type Clock struct {
	Now     func() time.Time
	Elapsed func() time.Duration // since a fixed moment, unaffected by changes to the clock
}

// newEcho returns the program's routes and what every request passes.
func (s *Server) newEcho() *echo.Echo {
	e, config := echo.New(), s.config
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = config.Access.ClientAddress
	s.doors.Route(e)
	s.route(e)
	e.HTTPErrorHandler = answerError(s.website, config.Log)

	// before the router, so that they apply to every response
	after := func(d time.Duration, f func()) (stop func() bool) { return time.AfterFunc(d, f).Stop }
	e.Pre(identify, hurryUnread, logRequests(config.Log), reportSlow(config.Log, after), config.Access.Below(), recoverPanics, secure, api.PostOnly, forPages(forms.Admitting(config.Store)))
	// after the router, which has matched the path
	e.Use(strayAutomations, readOnly,
		forPages(api.Guards(access.Checks(config.Access, s.login, config.Log)...)), inTurn(), forPages(s.again), forPages(frame.Compress()), markText)
	return e
}

// route adds every route but those of the doors.
func (s *Server) route(e *echo.Echo) {
	site := func(c echo.Context) *frame.Site { return s.website(c).frame }
	frame.RouteAssets(e, site)
	pages.Route(e, func(c echo.Context) *pages.Pages { return s.website(c).record })
	signin.Route(e, func(c echo.Context) *signin.Pages { return s.website(c).signIn }, s.login != nil)
	reports.Route(e, func(c echo.Context) reports.Pages { return s.website(c).reports })
	transfer.Route(e, func(c echo.Context) *transfer.Pages { return s.website(c).transfer })
	connect.Route(e, func(c echo.Context) connect.Pages { return s.website(c).connect })
	plan.Route(e, func(c echo.Context) plan.Pages { return s.website(c).plan })
	guide.Route(e, site)
	preferences.Route(e, func(c echo.Context) *preferences.Pages { return s.website(c).settings })
	feeds.Route(e, s.doors.ForToken(), func(c echo.Context) *feeds.Feeds {
		pages := site(c)
		return &feeds.Feeds{
			Store:       pages.Store,
			HideIllness: pages.HideIllness,
			Hours:       pages.Reader,
			Status:      pages.Status,
			ToVerify:    pages.ToVerify,
			Contact:     func(kind models.ContactKind, name string) { s.config.Counts.Contact(models.DoorFeeds, kind, name) },
			Address:     func(c echo.Context) string { return s.config.Access.Address(c, access.Neighbour) },
			Told:        s.config.Access.Ingress.Loaded,
			Now:         s.config.Clock.Now,
		}
	})
	frame.Get(e, healthPath, health(s.config.Store))
}

// OwnNames returns the first segments of our paths. A prefix must not begin with one
// of them, because requests would be ambiguous.
func OwnNames() []string {
	e := echo.New()
	api.Doors{}.Route(e)
	new(Server).route(e) // its paths are those of any other
	var names []string
	for _, route := range e.Routes() {
		name, _, _ := strings.Cut(strings.TrimPrefix(route.Path, "/"), "/")
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// forPages applies a guard to the pages, but not to the API, which has its token,
// its description, the feeds, which have their secret, or
// the health check, assets and blueprints, which contain no personal data.
func forPages(guard echo.MiddlewareFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			request := c.Request()
			if api.Owns(request) || api.IsDocument(request) || feeds.Owns(request) || frame.IsAsset(request) || connect.IsBlueprint(request) || request.URL.Path == healthPath {
				return next(c)
			}
			return guard(next)(c) // Echo chains the middleware again for each request
		}
	}
}

const healthPath = "/healthz"

func health(store *models.Store) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := store.Ping(c.Request().Context()); err != nil {
			return fmt.Errorf("%w: %w", errDatabaseUnanswered, err)
		}
		return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
	}
}
