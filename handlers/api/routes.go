// Package api is the endpoint that records presence events. Its responses are those
// of the specification's section 7.
package api

import (
	"crypto/sha256"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/ratelimit"
	"worklog/models"
)

// Token is the bearer token. It must not be printed.
type Token string

// String hides the token.
func (Token) String() string { return "[hidden]" }

// GoString hides the token.
func (Token) GoString() string { return "[hidden]" }

// Config is the configuration of the endpoint.
type Config struct {
	// Rules is nil if the integration is not configured.
	Rules *models.PresenceRules
	// Token is empty if none is set.
	Token Token
	// RequestsPerMinute is at least 1.
	RequestsPerMinute int
}

// Wiring is what the endpoint works with.
type Wiring struct {
	Store  *models.Store
	Counts *Counts
	Now    func() time.Time
	// Elapsed returns the time since any fixed moment; setting the clock must not
	// change it.
	Elapsed func() time.Duration
	Log     *slog.Logger
}

// Route adds the endpoint.
//
// The response to a request is the first of these that applies:
//
//	405  method other than POST             PostOnly
//	404  no such path                       the router
//	404  section absent                     enabled
//	503  no token on the server             tokenSet
//	401  not the token                      authenticated
//	429  past the rate limit                withinRate
//	415  not declared as JSON               checkContent
//	413  body too large                     readBody
//	400  not JSON                           decodeSignal
//	422  invalid schema or event            decodeSignal, then the date's range
//	200  a replay; 409 if its key is reused models.RecordPresence
//	409  an arrival is open, or none is     models.Verdict
//	422  departure not later                models.Verdict
//	500  anything else
func Route(e *echo.Echo, config Config, with Wiring) {
	p := &presence{
		store:  with.Store,
		rules:  config.Rules,
		window: ratelimit.NewSlidingWindow(config.RequestsPerMinute, presenceWindow, with.Elapsed),
		counts: with.Counts,
		now:    with.Now,
		log:    with.Log,
	}
	if config.Token != "" {
		digest := sha256.Sum256([]byte(config.Token))
		p.token = &digest
	}
	e.POST("/api/v1/workplace-presence", p.record, guards(
		p.enabled,
		p.tokenSet,
		p.authenticated,
		p.withinRate,
	))
}

// guards passes a request on if none of the checks, in order, returns an error.
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

// Owns reports whether the request is for the API, whose responses are all JSON.
func Owns(r *http.Request) bool {
	return r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/")
}

// PostOnly rejects every method but POST below /api/v1/, even if there is nothing at
// that path. It must run before the router.
func PostOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request := c.Request()
		if strings.HasPrefix(request.URL.Path, "/api/v1/") && request.Method != http.MethodPost {
			c.Response().Header().Set(echo.HeaderAllow, http.MethodPost)
			return ErrMethodNotAllowed
		}
		return next(c)
	}
}
