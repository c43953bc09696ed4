// Package handlers answers requests: the API and the pages.
package handlers

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
)

// Config is what the handlers need to know.
type Config struct {
	Store *models.Store
	// Presence is nil when the integration is off.
	Presence *models.PresenceRules
	// Token is the API's; empty when none is set.
	Token string
	// PresenceRequestsPerMinute is at least 1.
	PresenceRequestsPerMinute int
	// Prefix is the path below which the program hangs, such as "/worklog";
	// empty for the root.
	Prefix         string
	TrustedProxies []netip.Prefix
	// PublicURL is the address that people type; nil when it is not set.
	PublicURL *url.URL
	// Hosts are further names of the server, in lower case.
	Hosts []string
	// Auth decides who may see the pages.
	Auth Auth
	// OpenToNetwork lets forwarded requests see pages without a login.
	OpenToNetwork bool
	// Password is the one of [PasswordLogin].
	Password PasswordHash
	// ProxyHeader is where the trusted proxy of [ProxyLogin] names the person,
	// who must be one of ProxyUsers.
	ProxyHeader string
	ProxyUsers  []string
	// ForgottenAfter is how long an arrival may be open before the pages ask
	// for its departure.
	ForgottenAfter time.Duration
	// AlsaceMoselle has the holidays of these departments too.
	AlsaceMoselle bool
	// Zone is where today is, and where new days are recorded.
	Zone *time.Location
	// Journeys and Vehicles are what a day can have.
	Journeys []Choice
	Vehicles []Choice
	// Backups says how the backups stand; nil when the server makes none.
	Backups func() BackupState
	Clock   Clock
	Log     *slog.Logger
}

// Clock tells the time.
type Clock struct {
	Now     func() time.Time
	Elapsed func() time.Duration // since any fixed moment; setting the clock changes nothing
}

// OwnNames are the first names of our paths: a prefix may not begin with one of
// them, or requests could be read in two ways.
var OwnNames = []string{"api", "entries", "healthz", "login", "logout", "manifest.webmanifest", "months", "presence", "static", "years"}

// New gives the program's routes.
//
// A request to the presence endpoint is answered by the first that applies of:
//
//	405  method other than POST             postOnly
//	404  no such path                       the router
//	404  section absent                     enabled
//	503  no token on the server             tokenSet
//	401  not the token                      authenticated
//	429  past the rate limit                withinRate
//	415  not declared as JSON               jsonContent
//	413  body too large                     readBody
//	400  not JSON                           decodeSignal
//	422  not the object, no possible event  decodeSignal, then the date's range
//	200  a replay; 409 its key reused       models.RecordPresence
//	409  one is open, or none               models.Verdict
//	422  departure not later                models.Verdict
//	500  anything else
func New(config Config) *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	pages := newPages(config)
	e.HTTPErrorHandler = answerError(pages, config.Log)
	e.IPExtractor = clientAddress(config.TrustedProxies)

	// before the router, so that they hold on every answer
	e.Pre(identify, logRequests(config.Log), reportSlow(config.Log, afterFunc), pages.links.strip, recoverPanics, secure, postOnly)

	presence := newPresence(config)
	e.POST("/api/v1/workplace-presence", presence.record, guards(
		presence.enabled,
		presence.tokenSet,
		presence.authenticated,
		presence.withinRate,
		jsonContent,
	))

	get(e, "/healthz", health(config.Store.Ping))
	pages.route(e)
	login := newLogin(config, pages)
	if login != nil {
		login.route(e)
	}

	// after the router, which says what there is at a path
	guard := site{config.PublicURL, config.Hosts, config.TrustedProxies}
	e.Use(strayAutomations(e.Routes()), guard.guards(newAccess(config, login)), compressPages())
	return e
}

// get routes GET, and HEAD as GET.
func get(e *echo.Echo, path string, handler echo.HandlerFunc) {
	e.GET(path, handler)
	e.HEAD(path, handler)
}

func (p *pages) route(e *echo.Echo) {
	get(e, "/static/*", p.serveAsset)
	get(e, "/manifest.webmanifest", p.manifest)
	get(e, "/", p.home)
	get(e, "/months", p.jump)
	get(e, "/months/:month", p.month)
	get(e, "/years/:year", p.year)
	e.POST("/presence/close", p.closeArrival)
	e.POST("/presence/discard", p.discardArrival)
	get(e, "/entries/new", p.blank)
	e.POST("/entries/new", p.create)
	get(e, "/entries/range", p.askRange)
	e.POST("/entries/range", p.fillRange)
	get(e, "/entries/:id/edit", p.edit)
	e.POST("/entries/:id/edit", p.save)
	e.POST("/entries/:id/merge", p.merge)
	get(e, "/entries/:id/delete", p.askDelete)
	e.POST("/entries/:id/delete", p.remove)
}

func (l *login) route(e *echo.Echo) {
	get(e, "/login", l.ask)
	e.POST("/login", l.signIn)
	get(e, "/logout", l.askEnd)
	e.POST("/logout", l.signOut)
}

// guards lets a request through when no check returns an error, asked in order.
func guards(checks ...func(echo.Context) error) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			for _, check := range checks {
				if err := check(c); err != nil {
					return err
				}
			}
			return next(c)
		}
	}
}

// health answers whether the database does.
func health(ping func(context.Context) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := ping(c.Request().Context()); err != nil {
			return fmt.Errorf("%w: %w", errDatabaseUnanswered, err)
		}
		return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
	}
}
