package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/ratelimit"
	"worklog/models"
)

// Limits of the endpoint (specification, section 8).
const (
	maxBodySize    = 4096 // bytes
	presenceWindow = 60 * time.Second
)

// presence is the endpoint POST /api/v1/workplace-presence.
type presence struct {
	store  *models.Store
	rules  *models.PresenceRules // nil if the integration is not configured
	token  *[sha256.Size]byte    // digest of the token; nil if none is set
	window *ratelimit.SlidingWindow
	counts *Counts
	log    *slog.Logger
	now    func() time.Time
}

// receiptJSON is the success response body (specification, section 2).
type receiptJSON struct {
	Status     string           `json:"status"`
	EventID    int64            `json:"event_id"`
	EntryID    int64            `json:"entry_id"`
	TimeSlotID *int64           `json:"time_slot_id"`
	EventType  models.EventType `json:"event_type"`
}

// record handles a request that has passed the guards.
func (p *presence) record(c echo.Context) error {
	receivedAt := models.NewInstant(p.now())
	signal, err := readSignal(c)
	if err != nil {
		p.journalRefusal(c, signal, err, receivedAt)
		return err
	}
	receipt, err := p.store.RecordPresence(c.Request().Context(), *p.rules, signal, receivedAt)
	if receipt.Unjournalled != nil {
		p.unjournalled(c, receipt.Unjournalled)
	}
	if err != nil {
		p.journalRefusal(c, signal, err, receivedAt)
		return err
	}
	status, code := "created", http.StatusOK
	if receipt.Replayed {
		status = "replayed"
	} else if receipt.Event == models.Arrival {
		code = http.StatusCreated
	}
	return c.JSON(code, receiptJSON{status, receipt.EventID, receipt.EntryID, receipt.TimeSlotID, receipt.Event})
}

// readSignal reads what a request asks for. Beside an error, the signal has what
// could be read of it.
func readSignal(c echo.Context) (models.Signal, error) {
	if err := checkContent(c.Request().Header); err != nil {
		return models.Signal{}, err
	}
	body, err := readBody(c)
	if err != nil {
		return models.Signal{}, err
	}
	return decodeSignal(body, c.Request().Header.Values("X-Idempotency-Key"))
}

// journalRefusal writes a request's line that the rules of presence have not seen.
func (p *presence) journalRefusal(c echo.Context, signal models.Signal, cause error, receivedAt models.Instant) {
	why := refusal{outcome: models.RefusedOnOwnFailure}
	if !errors.As(cause, &why) && models.IsPresenceRefusal(cause) {
		return // it has its line
	}
	err := p.store.JournalRefusal(c.Request().Context(), p.rules.Zone, models.JournalLine{
		ReceivedAt:     receivedAt,
		Source:         models.FromAPI,
		Outcome:        why.outcome,
		Detail:         why.detail,
		Event:          string(signal.Event),
		OccurredAtSent: signal.OccurredAtSent,
		IdempotencyKey: signal.IdempotencyKey,
	}, signal.OccurredAt)
	if err != nil {
		p.unjournalled(c, err)
	}
}

// unjournalled says that the journal lacks a line. The request is answered as it
// would be with it.
func (p *presence) unjournalled(c echo.Context, cause error) {
	p.log.Warn("request not in the journal", "request_id", c.Response().Header().Get(echo.HeaderXRequestID), "error", cause)
}

// enabled returns errIntegrationAbsent without the configuration's section.
func (p *presence) enabled(echo.Context) error {
	if p.rules == nil {
		return errIntegrationAbsent
	}
	return nil
}

// tokenSet returns ErrTokenNotSet if the server has no token.
func (p *presence) tokenSet(echo.Context) error {
	if p.token == nil {
		return ErrTokenNotSet
	}
	return nil
}

// authenticated returns errUnauthenticated unless the only Authorization header has
// the token. The scheme is case-insensitive (RFC 9110, section 11.1). Comparing
// digests in constant time does not reveal the token's length.
func (p *presence) authenticated(c echo.Context) error {
	headers := c.Request().Header.Values(echo.HeaderAuthorization)
	if len(headers) == 1 {
		scheme, token, _ := strings.Cut(headers[0], " ")
		digest := sha256.Sum256([]byte(strings.TrimLeft(token, " ")))
		if strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(digest[:], p.token[:]) == 1 {
			return nil
		}
	}
	p.counts.Add(models.Unauthenticated)
	c.Response().Header().Set(echo.HeaderWWWAuthenticate, "Bearer")
	return errUnauthenticated
}

// withinRate returns errTooManyRequests past the rate limit.
func (p *presence) withinRate(c echo.Context) error {
	wait := p.window.Admit()
	if wait == 0 {
		return nil
	}
	p.counts.Add(models.RateLimited)
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return errTooManyRequests
}

// checkContent returns errNotJSONContent unless the body is declared as JSON,
// without an encoding around it.
func checkContent(header http.Header) error {
	types := header.Values(echo.HeaderContentType)
	if len(types) != 1 || mediaType(types[0]) != echo.MIMEApplicationJSON {
		return refuse(models.RefusedContentType, strings.ToValidUTF8(strings.Join(types, ", "), "\ufffd"))
	}
	for _, encoding := range header.Values(echo.HeaderContentEncoding) {
		if !strings.EqualFold(strings.TrimSpace(encoding), "identity") {
			return refuse(models.RefusedContentEncoding, strings.ToValidUTF8(encoding, "\ufffd"))
		}
	}
	return nil
}

// mediaType returns the media type of a Content-Type, in lower case.
func mediaType(contentType string) string {
	name, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(name))
}

// readBody reads the body. It returns errBodyTooLarge if the declared or the actual
// length exceeds the limit, and errInvalidJSON if the body is incomplete or too slow.
func readBody(c echo.Context) ([]byte, error) {
	request := c.Request()
	if request.ContentLength > maxBodySize {
		// close the connection: otherwise the server would read the body first
		c.Response().Header().Set(echo.HeaderConnection, "close")
		return nil, refuse(models.RefusedTooLarge, "")
	}
	// MaxBytesReader needs the original writer, not Echo's, to close the connection
	body, err := io.ReadAll(http.MaxBytesReader(c.Response().Writer, request.Body, maxBodySize))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, refuse(models.RefusedTooLarge, "")
	}
	if err != nil {
		return nil, refuse(models.RefusedCutOff, "")
	}
	return body, nil
}
