package api

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
)

// maxBodySize is the limit of a request's body in bytes (specification, section 8).
const maxBodySize = 4096

// receiptJSON is the success response body (specification, section 2).
type receiptJSON struct {
	Status     string           `json:"status"`
	EventID    int64            `json:"event_id"`
	EntryID    int64            `json:"entry_id"`
	TimeSlotID *int64           `json:"time_slot_id"`
	EventType  models.EventType `json:"event_type"`
}

// record answers POST /api/v1/workplace-presence.
func (d *door) record(c echo.Context) error {
	receivedAt := civil.NewInstant(d.Now())
	signal, err := readSignal(c)
	signal.UserAgent = c.Request().UserAgent()
	if err != nil {
		d.journalRefusal(c, signal, err, receivedAt)
		return err
	}
	receipt, err := d.take(c, signal, receivedAt)
	if err != nil {
		return err
	}
	status, code := "created", http.StatusOK
	event := receipt.Event
	if receipt.Outcome == models.OutcomeReplayed {
		status = "replayed"
	} else if event.Event == models.Arrival {
		code = http.StatusCreated
	}
	return c.JSON(code, receiptJSON{status, event.ID, event.FirstEntry(), event.CreatedSlotID, event.Event})
}

// readSignal reads what a request asks for. Beside an error, the signal has what
// could be read of it.
func readSignal(c echo.Context) (models.Signal, error) {
	signal := models.Signal{Source: models.DoorAPI}
	if err := checkContent(c.Request().Header); err != nil {
		return signal, err
	}
	body, err := readBody(c)
	if err != nil {
		return signal, err
	}
	return decodeSignal(body, c.Request().Header.Values("X-Idempotency-Key"))
}

// authenticated returns errUnauthenticated unless the one Authorization header
// bears the token. The scheme is case-insensitive (RFC 9110, section 11.1).
func (d *door) authenticated(c echo.Context) error {
	headers := c.Request().Header.Values(echo.HeaderAuthorization)
	if len(headers) == 1 {
		scheme, token, _ := strings.Cut(headers[0], " ")
		if strings.EqualFold(scheme, "Bearer") && d.isToken(strings.TrimLeft(token, " ")) {
			return nil
		}
	}
	return d.unauthenticated(c, "Bearer")
}

func (d *door) withinRate(c echo.Context) error { return d.admit(c, errTooManyRequests) }

// checkContent returns a refusal unless the body is declared as JSON,
// without an encoding around it.
func checkContent(header http.Header) error {
	types := header.Values(echo.HeaderContentType)
	if len(types) != 1 || mediaType(types[0]) != echo.MIMEApplicationJSON {
		return refusal{models.RefusedContentType, strings.ToValidUTF8(strings.Join(types, ", "), "\ufffd")}
	}
	for _, encoding := range header.Values(echo.HeaderContentEncoding) {
		if !strings.EqualFold(strings.TrimSpace(encoding), "identity") {
			return refusal{models.RefusedContentEncoding, strings.ToValidUTF8(encoding, "\ufffd")}
		}
	}
	return nil
}

// mediaType returns the media type of a Content-Type, in lower case.
func mediaType(contentType string) string {
	name, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(name))
}

// readBody reads the body. It returns a refusal if the declared or the actual length
// exceeds the limit, or if the body is incomplete or too slow.
func readBody(c echo.Context) ([]byte, error) {
	request := c.Request()
	if request.ContentLength > maxBodySize {
		// close the connection: otherwise the server would read the body first
		c.Response().Header().Set(echo.HeaderConnection, "close")
		return nil, refusal{outcome: models.RefusedTooLarge}
	}
	// MaxBytesReader needs the original writer, not Echo's, to close the connection
	body, err := io.ReadAll(http.MaxBytesReader(c.Response().Writer, request.Body, maxBodySize))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, refusal{outcome: models.RefusedTooLarge}
	}
	if err != nil {
		return nil, refusal{outcome: models.RefusedCutOff}
	}
	return body, nil
}
