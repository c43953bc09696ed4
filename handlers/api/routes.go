// Package api is the endpoint that takes presence events. Its answers are those
// of the specification's section 7.
package api

import (
	"crypto/sha256"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/ratelimit"
	"worklog/models"
)

// Token is the one bearer token. It must not be printed.
type Token string

// String hides the token.
func (Token) String() string { return "[hidden]" }

// GoString hides the token.
func (Token) GoString() string { return "[hidden]" }

// Config is what the configuration says of the endpoint.
type Config struct {
	// Rules is nil when the integration is off.
	Rules *models.PresenceRules
	// Token is empty when none is set.
	Token Token
	// RequestsPerMinute is at least 1.
	RequestsPerMinute int
}

// Route adds the endpoint. The function elapsed returns the time since any fixed
// moment; setting the clock must not change it.
//
// A request is answered by the first that applies of:
//
//	405  method other than POST             PostOnly
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
func Route(e *echo.Echo, config Config, store *models.Store, now func() time.Time, elapsed func() time.Duration) {
	p := &presence{
		store:  store,
		rules:  config.Rules,
		window: ratelimit.NewSlidingWindow(config.RequestsPerMinute, presenceWindow, elapsed),
		now:    now,
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
		jsonContent,
	))
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

// Owns reports whether every answer to the request is the API's: JSON, and never
// stored.
func Owns(r *http.Request) bool {
	return r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/")
}

// PostOnly refuses every other method below /api/v1/, whether there is something
// at that path or not. It stands before the router.
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
