package handlers

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models"
)

// Refusals of the API that a request itself shows.
var (
	errMethodNotAllowed  = errors.New("method is not POST")
	errUnknownResource   = errors.New("no such resource")
	errIntegrationAbsent = errors.New("integration section is absent")
	errTokenNotSet       = errors.New("no token is configured")
	errUnauthenticated   = errors.New("no valid bearer token")
	errTooManyRequests   = errors.New("rate limit exceeded")
	errNotJSONContent    = errors.New("content type is not application/json")
	errBodyTooLarge      = errors.New("body is larger than the limit")
	errInvalidJSON       = errors.New("body is not one JSON text")
	errInvalidSchema     = errors.New("body is not the object described")
	errInvalidEvent      = errors.New("body describes no possible event")
)

// errDatabaseUnanswered is what /healthz says of a database that fails.
var errDatabaseUnanswered = errors.New("database does not answer")

// apiFaults is the one table from an error to what the API answers
// (specification, section 7). An error that is not in it is a 500. Which of
// several errors a request gets is decided in [New].
var apiFaults = []struct {
	err     error
	status  int
	message string
}{
	{errMethodNotAllowed, http.StatusMethodNotAllowed, "Méthode non autorisée"},
	{errUnknownResource, http.StatusNotFound, "Ressource introuvable"},
	{errIntegrationAbsent, http.StatusNotFound, "API indisponible"},
	{errTokenNotSet, http.StatusServiceUnavailable, "API indisponible"},
	{errUnauthenticated, http.StatusUnauthorized, "Authentification requise"},
	{errTooManyRequests, http.StatusTooManyRequests, "Trop de requêtes"},
	{errNotJSONContent, http.StatusUnsupportedMediaType, "Content-Type invalide"},
	{errBodyTooLarge, http.StatusRequestEntityTooLarge, "Requête trop volumineuse"},
	{errInvalidJSON, http.StatusBadRequest, "JSON invalide"},
	{errInvalidSchema, http.StatusUnprocessableEntity, "Schéma invalide"},
	{errInvalidEvent, http.StatusUnprocessableEntity, "Événement invalide"},
	{models.ErrDateOutOfRange, http.StatusUnprocessableEntity, "Événement invalide"},
	{models.ErrKeyReused, http.StatusConflict, "Conflit métier"},
	{models.ErrArrivalOpen, http.StatusConflict, "Conflit métier"},
	{models.ErrNoOpenArrival, http.StatusConflict, "Conflit métier"},
	{models.ErrDepartureNotLater, http.StatusUnprocessableEntity, "Événement invalide"},
}

// apiFault gives status and message of an error below /api/.
func apiFault(err error) (status int, message string) {
	if errors.Is(err, echo.ErrNotFound) {
		err = errUnknownResource
	}
	for _, fault := range apiFaults {
		if errors.Is(err, fault.err) {
			return fault.status, fault.message
		}
	}
	return http.StatusInternalServerError, "Erreur interne"
}

// answerError is Echo's error handler. It may be called twice for a request:
// what has been answered stays.
func answerError(pages *pages, log *slog.Logger) echo.HTTPErrorHandler {
	return func(err error, c echo.Context) {
		if c.Response().Committed {
			return
		}
		status, answer := answerOf(err, c, pages)
		if status >= http.StatusInternalServerError && !errors.Is(err, errTokenNotSet) {
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
func answerOf(err error, c echo.Context, pages *pages) (status int, answer func() error) {
	if isStray(c.Request(), err) {
		err = errUnknownResource
	}
	if isAPI(c.Request()) || errors.Is(err, errUnknownResource) {
		status, message := apiFault(err)
		return status, func() error { return c.JSON(status, map[string]string{"error": message}) }
	}
	if errors.Is(err, errDatabaseUnanswered) {
		status := http.StatusServiceUnavailable
		return status, func() error { return c.JSON(status, map[string]string{"status": "unavailable"}) }
	}
	if errors.Is(err, errSignedOut) {
		return http.StatusSeeOther, func() error { return pages.askPassword(c) }
	}
	fault := pageFault(err)
	return fault.status, func() error { return pages.fault(c, fault) }
}

// isAPI reports whether every answer to the request is the API's: JSON, and
// never stored.
func isAPI(r *http.Request) bool {
	return r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/")
}
