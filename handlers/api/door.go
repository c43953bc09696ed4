package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"math"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/ratelimit"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/journal"
	"worklog/models/presence"
)

// presenceWindow is the window of the rate limit (specification, section 8).
const presenceWindow = 60 * time.Second

// door is a way in for events: the endpoint, or OwnTracks, which has its own requests and answers. Each has its own
// window; the rules, the token and the journal are the same.
type door struct {
	Wiring
	name   models.Door
	token  *[sha256.Size]byte // digest of the token; nil when none is set
	window *ratelimit.SlidingWindow
}

func newDoor(name models.Door, config Config, with Wiring) *door {
	d := &door{Wiring: with, name: name, window: ratelimit.NewSlidingWindow(config.RequestsPerMinute, presenceWindow, with.Elapsed)}
	if config.Token != "" {
		digest := sha256.Sum256([]byte(config.Token))
		d.token = &digest
	}
	return d
}

// configured returns errIntegrationAbsent without the configuration's section, or errTokenNotSet when the
// server has no token.
func (d *door) configured(echo.Context) error {
	switch {
	case !d.Store.Rules().Integrated:
		return errIntegrationAbsent
	case d.token == nil:
		return errTokenNotSet
	}
	return nil
}

// isToken compares digests, in constant time: they tell nothing of the length.
func (d *door) isToken(text string) bool {
	digest := sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(digest[:], d.token[:]) == 1
}

// unauthenticated counts a request that does not bear the token, and returns
// errUnauthenticated.
func (d *door) unauthenticated(c echo.Context, challenge string) error {
	d.Counts.Contact(d.name, models.ContactWithoutToken, "")
	c.Response().Header().Set(echo.HeaderWWWAuthenticate, challenge)
	return errUnauthenticated
}

// admit returns the refusal past the rate limit.
func (d *door) admit(c echo.Context, refusal error) error {
	wait := d.window.Admit()
	if wait == 0 {
		return nil
	}
	d.Counts.Contact(d.name, models.ContactTooMany, c.Request().UserAgent())
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return refusal
}

// take records a signal. Its errors are those of [presence.Record].
func (d *door) take(c echo.Context, signal models.Signal, receivedAt civil.Instant) (presence.Receipt, error) {
	receipt, err := presence.Record(c.Request().Context(), d.Store, signal, receivedAt)
	if receipt.Unjournalled != nil {
		d.unjournalled(c, receipt.Unjournalled)
	}
	if err != nil && !models.IsPresenceRefusal(err) { // which has its line
		d.journalRefusal(c, signal, err, receivedAt)
	}
	return receipt, err
}

// journalRefusal writes a request's line that the rules of presence have not seen.
func (d *door) journalRefusal(c echo.Context, signal models.Signal, cause error, receivedAt civil.Instant) {
	why := refusalOf(cause)
	line := signal.Line(why.outcome, receivedAt, d.Store.Rules().Zone)
	line.Detail = why.detail
	if err := journal.AddRefusal(c.Request().Context(), d.Store, line); err != nil {
		d.unjournalled(c, err)
	}
}

// unjournalled says that the journal lacks a line. The request is answered as it
// would be with it.
func (d *door) unjournalled(c echo.Context, cause error) {
	d.Log.Warn("request not in the journal", "request_id", c.Response().Header().Get(echo.HeaderXRequestID), "error", cause)
}
