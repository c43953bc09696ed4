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
	"worklog/handlers/feeds"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/report"
	"worklog/static"
)

// Config is the configuration and the dependencies of the API and the pages.
type Config struct {
	API    api.Config
	Access access.Config
	Feeds  feeds.Config

	// Effective is what the file decides alone: the endpoint knows no more.
	Effective
	// InForce returns what it decides with the settings of the database; nil to read none.
	InForce func(context.Context) (Effective, error)
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

// newRoutes returns the program's routes for the settings in force.
func newRoutes(config Config, effective Effective, with lasting) *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = config.Access.ClientAddress
	hours := report.NewReader(effective.Pages.Hours, effective.Store)
	ui := newWebsite(config, effective, hours, with)
	with.doors.Route(e)
	route(e, ui, config, effective, hours)
	e.HTTPErrorHandler = answerError(ui, config.Log)

	// before the router, so that they apply to every response
	e.Pre(identify, logRequests(config.Log), reportSlow(config.Log, afterFunc), access.Below(config.Access.Prefix), recoverPanics, secure, api.PostOnly, forPages(forms.Admitting(config.Store)))
	// after the router, which has matched the path
	e.Use(strayAutomations(e.Routes()), readOnly,
		forPages(guarded(access.Guard(config.Access, with.login, config.Log))), with.turns, forPages(ui.again), forPages(frame.Compress()), markText)
	return e
}

// newLogin returns the login, or nil if there is none.
func newLogin(config Config) *access.Login {
	if !config.Access.AsksPassword() {
		return nil
	}
	return access.NewLogin(config.Access, config.Store, config.Clock.Now, config.Clock.Elapsed, config.Log)
}

// route adds every route but those of the doors.
func route(e *echo.Echo, ui website, config Config, effective Effective, hours *report.Reader) {
	ui.route(e)
	feeds.Route(e, config.Feeds, feeds.Wiring{
		Store:    effective.Store,
		Hours:    hours,
		ToVerify: ui.frame.ToVerify,
		Contact:  func(kind models.ContactKind, name string) { config.Counts.Contact(models.DoorFeeds, kind, name) },
		Now:      config.Clock.Now,
	})
	frame.Get(e, healthPath, health(config.Store))
}

// OwnNames returns the first segments of our paths. A prefix must not begin with one
// of them, because requests would be ambiguous.
func OwnNames() []string {
	e := echo.New()
	effective := Effective{Store: &models.Store{}} // only to list the routes
	config := Config{Effective: effective}
	api.Doors{}.Route(e)
	route(e, newWebsite(config, effective, nil, lasting{login: &access.Login{}, assets: new(static.Assets)}), config, effective, nil)
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
// the health check and assets, which contain no personal data.
func forPages(guard echo.MiddlewareFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			request := c.Request()
			if api.Owns(request) || api.IsDocument(request) || feeds.Owns(request) || frame.IsAsset(request) || request.URL.Path == healthPath {
				return next(c)
			}
			return guard(next)(c) // Echo chains the middleware again for each request
		}
	}
}

// guarded passes a request on if the check returns no error.
func guarded(check func(echo.Context) error) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := check(c); err != nil {
				return err
			}
			return next(c)
		}
	}
}

// healthPath is where the state of the server is asked for.
const healthPath = "/healthz"

// health reports whether the database works.
func health(store *models.Store) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := store.Ping(c.Request().Context()); err != nil {
			return fmt.Errorf("%w: %w", errDatabaseUnanswered, err)
		}
		return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
	}
}
