package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
)

// ErrUnknownResource is returned for a path that does not exist.
var ErrUnknownResource = errors.New("no such resource")

// ErrBusy is returned for a request whose turn has not come.
var ErrBusy = errors.New("too many requests are worked on")

// Errors of a request, independent of the records.
var (
	ErrMethodNotAllowed  = errors.New("method is not POST")
	errIntegrationAbsent = errors.New("presence integration is not configured")
	errTokenNotSet       = errors.New("no token is configured")
	errUnauthenticated   = errors.New("no valid bearer token")
	errTooManyRequests   = errors.New("rate limit exceeded")
	errNotJSONContent    = errors.New("content type is not application/json")
	errBodyTooLarge      = errors.New("body is larger than the limit")
	errInvalidJSON       = errors.New("body is not a JSON text")
	errInvalidSchema     = errors.New("body does not match the schema")
	errInvalidEvent      = errors.New("body describes an invalid event")
)

// Refusals of another door, which its sender is to try again.
var (
	errDoorBusy   = errors.New("more requests than the door takes")
	errBodyCutOff = errors.New("body did not arrive whole")
)

// apiErrors is the only table of the API's error responses (specification, section
// 7). An error that is not in it is a 500. [Route] documents their order.
var apiErrors = []struct {
	err     error
	status  int
	message string
}{
	{ErrMethodNotAllowed, http.StatusMethodNotAllowed, "Méthode non autorisée"},
	{ErrUnknownResource, http.StatusNotFound, "Ressource introuvable"},
	{errIntegrationAbsent, http.StatusNotFound, "API indisponible"},
	{errTokenNotSet, http.StatusServiceUnavailable, "API indisponible"},
	{errUnauthenticated, http.StatusUnauthorized, "Authentification requise"},
	{errTooManyRequests, http.StatusTooManyRequests, "Trop de requêtes"},
	{ErrBusy, http.StatusServiceUnavailable, "Serveur occupé"},
	{errDoorBusy, http.StatusServiceUnavailable, "Trop de requêtes"},
	{errBodyCutOff, http.StatusServiceUnavailable, "Requête incomplète"},
	{errNotJSONContent, http.StatusUnsupportedMediaType, "Content-Type invalide"},
	{errBodyTooLarge, http.StatusRequestEntityTooLarge, "Requête trop volumineuse"},
	{errInvalidJSON, http.StatusBadRequest, "JSON invalide"},
	{errInvalidSchema, http.StatusUnprocessableEntity, "Schéma invalide"},
	{errInvalidEvent, http.StatusUnprocessableEntity, "Événement invalide"},
	{civil.ErrDateOutOfRange, http.StatusUnprocessableEntity, "Événement invalide"},
	{models.ErrKeyReused, http.StatusConflict, "Conflit métier"},
	{models.ErrArrivalOpen, http.StatusConflict, "Conflit métier"},
	{models.ErrNoOpenArrival, http.StatusConflict, "Conflit métier"},
	{models.ErrDepartureNotLater, http.StatusUnprocessableEntity, "Événement invalide"},
}

// ErrorResponse returns the status and message of the API's response to an error.
func ErrorResponse(err error) (status int, message string) {
	if errors.Is(err, echo.ErrNotFound) {
		err = ErrUnknownResource
	}
	for _, known := range apiErrors {
		if errors.Is(err, known.err) {
			return known.status, known.message
		}
	}
	return http.StatusInternalServerError, "Erreur interne"
}

// IsRefusal reports whether the API has an answer to an error, which is then no
// failure of its own, whatever the status.
func IsRefusal(err error) bool {
	status, _ := ErrorResponse(err)
	return status != http.StatusInternalServerError
}

// Answer returns the status and the message with which the request of a line of the
// journal was answered.
func Answer(line models.JournalLine) (status int, message string) {
	switch {
	case line.Source == models.FromOwnTracks && line.Outcome != models.RefusedOnOwnFailure: // the app makes nothing of any other
		return http.StatusOK, ""
	case line.Outcome == models.OutcomeRecorded && line.Event == string(models.Arrival):
		return http.StatusCreated, ""
	case line.Outcome == models.OutcomeRecorded, line.Outcome == models.OutcomeReplayed:
		return http.StatusOK, ""
	}
	return ErrorResponse(errorOf(line.Outcome))
}

// outcomeErrors are the errors of the outcomes that this package decides.
var outcomeErrors = map[models.RequestOutcome]error{
	models.RefusedContentType:       errNotJSONContent,
	models.RefusedContentEncoding:   errNotJSONContent,
	models.RefusedTooLarge:          errBodyTooLarge,
	models.RefusedCutOff:            errInvalidJSON,
	models.RefusedEmpty:             errInvalidJSON,
	models.RefusedNotUTF8:           errInvalidJSON,
	models.RefusedNotJSON:           errInvalidJSON,
	models.RefusedNotObject:         errInvalidSchema,
	models.RefusedUnknownName:       errInvalidSchema,
	models.RefusedRepeatedName:      errInvalidSchema,
	models.RefusedMissingName:       errInvalidSchema,
	models.RefusedValueNotText:      errInvalidSchema,
	models.RefusedHalfCharacter:     errInvalidEvent,
	models.RefusedUnknownEvent:      errInvalidEvent,
	models.RefusedWithoutOffset:     errInvalidEvent,
	models.RefusedTimeForm:          errInvalidEvent,
	models.RefusedImpossibleTime:    errInvalidEvent,
	models.RefusedImpossibleOffset:  errInvalidEvent,
	models.RefusedWithoutKey:        errInvalidEvent,
	models.RefusedSeveralKeyHeaders: errInvalidEvent,
	models.RefusedKeysDiffer:        errInvalidEvent,
	models.RefusedBlankKey:          errInvalidEvent,
	models.RefusedLongKey:           errInvalidEvent,
	models.RefusedKeyNotUTF8:        errInvalidEvent,
}

// errorOf returns the error of an outcome that is a refusal: of the rules of presence, or
// of this package; nil if it is internal.
func errorOf(outcome models.RequestOutcome) error {
	if refusal := outcome.Err(); refusal != nil {
		return refusal
	}
	return outcomeErrors[outcome]
}

// refusal is why a request is refused, more closely than its answer says: the
// journal tells people.
type refusal struct {
	error
	outcome models.RequestOutcome
	detail  string
}

func (r refusal) Unwrap() error { return r.error }

// refuse returns the refusal with an outcome, which decides the answer.
func refuse(outcome models.RequestOutcome, detail string) error {
	return refusal{errorOf(outcome), outcome, detail}
}
