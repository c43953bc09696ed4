// Package api is the endpoint that records presence events. Its responses are those
// of the specification's section 7.
package api

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

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
	// Token is empty if none is set.
	Token Token
	// OwnTracksRegions are the regions that are the workplace, byte for byte; none
	// when that door is off.
	OwnTracksRegions []string
	// RequestsPerMinute is at least 1. Each door takes as many.
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
	// Server returns where a request's description of the API has its server: "/" for the
	// root of where the description is read.
	Server func(echo.Context) string
}

// Doors are the endpoint and the other ways in for events, with their windows.
type Doors struct {
	api       *door
	ownTracks ownTracks
	addresses *door // records nothing, so it has no counts
	server    func(echo.Context) string
}

// NewDoors returns the doors of a configuration.
func NewDoors(config Config, with Wiring) Doors {
	uncounted := with
	uncounted.Counts = nil
	return Doors{
		newDoor(models.DoorAPI, config, with),
		ownTracks{newDoor(models.DoorOwnTracks, config, with), config.OwnTracksRegions},
		newDoor(models.DoorFeeds, config, uncounted),
		with.Server,
	}
}

// ForToken guards what is told whoever has the token: as the endpoint does, in a window of its own.
func (d Doors) ForToken() echo.MiddlewareFunc { return d.addresses.guards() }

// Route adds the doors.
//
// A request to the endpoint is answered by the first that applies of:
//
//	405  method other than POST             PostOnly
//	404  no such path                       the router
//	404  section absent                     configured
//	503  no token on the server             configured
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
func (d Doors) Route(e *echo.Echo) {
	p, o := d.api, d.ownTracks
	e.POST("/api/v1/workplace-presence", p.record, p.guards())
	e.POST(ownTracksPath, o.record, Guards(
		o.configured,
		o.authenticated,
	))
	routeDocument(e, d.server)
}

func (d *door) guards() echo.MiddlewareFunc {
	return Guards(
		d.configured,
		d.authenticated,
		d.withinRate,
	)
}

// Guards passes a request on if none of the checks, in order, returns an error.
func Guards(checks ...func(echo.Context) error) echo.MiddlewareFunc {
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
	for _, root := range []string{"/api", "/hooks"} {
		if r.URL.Path == root || strings.HasPrefix(r.URL.Path, root+"/") {
			return true
		}
	}
	return false
}

const ownTracksPath = "/hooks/owntracks"

// PostOnly refuses every other method below /api/v1/, whether there is something at that
// path or not, and for OwnTracks. It stands before the router.
func PostOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request := c.Request()
		path := request.URL.Path
		postOnly := strings.HasPrefix(path, "/api/v1/") || path == ownTracksPath
		if postOnly && request.Method != http.MethodPost {
			c.Response().Header().Set(echo.HeaderAllow, http.MethodPost)
			return echo.ErrMethodNotAllowed
		}
		return next(c)
	}
}
