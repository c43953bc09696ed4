package handlers

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/api"
	"worklog/handlers/pages"
)

// errDatabaseUnanswered is what /healthz says of a database that fails.
var errDatabaseUnanswered = errors.New("database does not answer")

// answerError is Echo's error handler. It may be called twice for a request:
// what has been answered stays.
func answerError(people *pages.Pages, log *slog.Logger) echo.HTTPErrorHandler {
	return func(err error, c echo.Context) {
		if c.Response().Committed {
			return
		}
		status, answer := answerOf(err, c, people)
		if status >= http.StatusInternalServerError && !errors.Is(err, api.ErrTokenNotSet) {
			log.Error("request failed", "request_id", requestID(c), "error", err, "stack", stackOf(err))
		}
		if err := answer(); err != nil {
			log.Warn("answer not sent", "request_id", requestID(c), "error", err)
		}
	}
}

// stackOf says where a panic happened; it is empty for other errors.
func stackOf(err error) string {
	var panicked panicked
	errors.As(err, &panicked)
	return panicked.stack
}

// answerOf chooses how an error is answered: as JSON below /api/, to automations
// that went astray and to those who watch over the program, as a page to people.
func answerOf(err error, c echo.Context, people *pages.Pages) (status int, answer func() error) {
	if isStray(c.Request(), err) {
		err = api.ErrUnknownResource
	}
	if api.Owns(c.Request()) || errors.Is(err, api.ErrUnknownResource) {
		status, message := api.ErrorResponse(err)
		return status, func() error { return c.JSON(status, map[string]string{"error": message}) }
	}
	if errors.Is(err, errDatabaseUnanswered) {
		status := http.StatusServiceUnavailable
		return status, func() error { return c.JSON(status, map[string]string{"status": "unavailable"}) }
	}
	return people.ErrorPage(c, err)
}
