// Package handlers answers requests: it puts the API and the pages together.
package handlers

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/pages"
	"worklog/models"
)

// Config is what the configuration says of each part, and what they work with.
type Config struct {
	API    api.Config
	Access access.Config
	Pages  pages.Config

	Store *models.Store
	// Backups says how the backups stand; nil when the server makes none.
	Backups func() pages.BackupState
	Clock   Clock
	Log     *slog.Logger
}

// Clock tells the time.
type Clock struct {
	Now     func() time.Time
	Elapsed func() time.Duration // since any fixed moment; setting the clock changes nothing
}

// New returns the program's routes.
func New(config Config) *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = clientAddress(config.Access.TrustedProxies)
	people, login := newPages(config)
	route(e, people, config)
	e.HTTPErrorHandler = answerError(people, config.Log)

	// before the router, so that they hold on every answer
	e.Pre(identify, logRequests(config.Log), reportSlow(config.Log, afterFunc), people.StripPrefix, recoverPanics, secure, api.PostOnly)
	// after the router, which says what there is at a path
	e.Use(strayAutomations(e.Routes()), forPages(guarded(access.Guard(config.Access, login, config.Log))), forPages(pages.Compress()))
	return e
}

// newPages returns the pages, and the login when there is one.
func newPages(config Config) (*pages.Pages, *access.Login) {
	var login *access.Login
	if config.Access.Auth == access.PasswordLogin {
		login = access.NewLogin(config.Access, config.Store, config.Clock.Now, config.Clock.Elapsed, config.Log)
	}
	return pages.New(config.Pages, pages.Wiring{
		Store:    config.Store,
		Public:   config.Access.PublicURL,
		Login:    login,
		Endpoint: endpointState(config.API),
		Backups:  config.Backups,
		Now:      config.Clock.Now,
		Log:      config.Log,
	}), login
}

// route adds every route.
func route(e *echo.Echo, people *pages.Pages, config Config) {
	api.Route(e, config.API, config.Store, config.Clock.Now, config.Clock.Elapsed)
	people.Route(e)
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		e.Add(method, "/healthz", health(config.Store))
	}
}

// endpointState tells the pages whether events are taken; the token is none of
// their business.
func endpointState(config api.Config) pages.EndpointState {
	switch {
	case config.Rules == nil:
		return pages.EndpointOff
	case config.Token == "":
		return pages.EndpointWithoutToken
	}
	return pages.EndpointOn
}

// OwnNames returns the first names of our paths: a prefix may not begin with one
// of them, or requests could be read in two ways.
func OwnNames() []string {
	e := echo.New()
	route(e, pages.New(pages.Config{}, pages.Wiring{Login: &access.Login{}}), Config{}) // to be listed only
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

// forPages has a guard hold for the pages: neither for the API, which looks at its
// token only, nor for the health check or an asset, which hold nothing of anybody.
func forPages(guard echo.MiddlewareFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		guarded := guard(next)
		return func(c echo.Context) error {
			request := c.Request()
			if api.Owns(request) || pages.IsAsset(request) || request.URL.Path == "/healthz" {
				return next(c)
			}
			return guarded(c)
		}
	}
}

// guarded lets a request through when the check returns no error.
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

// health answers whether the database does.
func health(store *models.Store) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := store.Ping(c.Request().Context()); err != nil {
			return fmt.Errorf("%w: %w", errDatabaseUnanswered, err)
		}
		return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
	}
}
