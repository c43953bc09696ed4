package handlers

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/feeds"
	"worklog/handlers/frame"
)

// errDatabaseUnanswered is the error of /healthz if the database fails.
var errDatabaseUnanswered = errors.New("database does not answer")

// retryAfter is when to try again where nothing says when the server will be able to
// answer, in seconds.
const retryAfter = "10"

// errorJSON is the error response body (specification, section 2).
type errorJSON struct {
	Error string `json:"error"`
}

// answerError returns Echo's error handler; of returns the pages that answer a request. Echo may call it twice for a request; it
// does nothing once there is a response.
func answerError(of func(echo.Context) *website, log *slog.Logger) echo.HTTPErrorHandler {
	return func(err error, c echo.Context) {
		if c.Response().Committed {
			return
		}
		log := log
		if frame.Abandoned(err) {
			log = slog.New(slog.DiscardHandler)
		}
		status, answer := answerOf(err, c, of)
		if !access.Admitted(c) {
			frame.Hurry(c)
		}
		if header := c.Response().Header(); status == http.StatusServiceUnavailable && header.Get(echo.HeaderRetryAfter) == "" {
			header.Set(echo.HeaderRetryAfter, retryAfter)
		}
		if status >= http.StatusInternalServerError && !api.IsRefusal(err) {
			var cause panicked // which has a stack
			errors.As(err, &cause)
			log.Error("request failed", "request_id", frame.RequestID(c), "error", err, "stack", cause.stack)
		}
		if err := answer(); err != nil {
			log.Warn("response not sent", "request_id", frame.RequestID(c), "error", err)
		}
	}
}

// answerOf returns the response to an error: JSON for the API, the feeds, stray
// automations and the health check, otherwise a page.
func answerOf(err error, c echo.Context, of func(echo.Context) *website) (status int, answer func() error) {
	if isStray(c.Request(), err) {
		err = api.ErrUnknownResource
	}
	if feeds.Owns(c.Request()) && errors.Is(err, frame.ErrBusy) {
		err = api.ErrBusy
	}
	if errors.Is(err, feeds.ErrRange) {
		err = api.ErrRange
	}
	if api.Owns(c.Request()) || feeds.Owns(c.Request()) || errors.Is(err, api.ErrUnknownResource) {
		status, message := api.ErrorResponse(err)
		return status, func() error { return c.JSON(status, errorJSON{message}) }
	}
	if errors.Is(err, errDatabaseUnanswered) {
		status := http.StatusServiceUnavailable
		return status, func() error { return c.JSON(status, map[string]string{"status": "unavailable"}) }
	}
	if errors.Is(err, access.ErrSignedOut) {
		return of(c).signIn.AskToSignIn(c)
	}
	return of(c).frame.ErrorPage(c, err)
}
