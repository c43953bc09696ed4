package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
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
	body, err := readBody(c)
	if err != nil {
		return err
	}
	signal, err := decodeSignal(body, c.Request().Header.Values("X-Idempotency-Key"))
	if err != nil {
		return err
	}
	receipt, err := p.store.RecordPresence(c.Request().Context(), *p.rules, signal, models.NewInstant(p.now()))
	if err != nil {
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

// enabled returns errIntegrationAbsent if the integration is not configured.
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
	c.Response().Header().Set(echo.HeaderWWWAuthenticate, "Bearer")
	return errUnauthenticated
}

// withinRate returns errTooManyRequests past the rate limit.
func (p *presence) withinRate(c echo.Context) error {
	wait := p.window.Admit()
	if wait == 0 {
		return nil
	}
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return errTooManyRequests
}

// jsonContent returns errNotJSONContent unless the body is declared as JSON without
// a content encoding.
func jsonContent(c echo.Context) error {
	header := c.Request().Header
	types := header.Values(echo.HeaderContentType)
	if len(types) != 1 || mediaType(types[0]) != echo.MIMEApplicationJSON {
		return errNotJSONContent
	}
	for _, encoding := range header.Values(echo.HeaderContentEncoding) {
		if !strings.EqualFold(strings.TrimSpace(encoding), "identity") {
			return errNotJSONContent
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
		return nil, errBodyTooLarge
	}
	// MaxBytesReader needs the original writer, not Echo's, to close the connection
	body, err := io.ReadAll(http.MaxBytesReader(c.Response().Writer, request.Body, maxBodySize))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, errBodyTooLarge
	}
	if err != nil {
		return nil, fmt.Errorf("%w: body cannot be read", errInvalidJSON)
	}
	return body, nil
}
