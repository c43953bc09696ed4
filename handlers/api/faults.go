package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/outcomes"
	"worklog/models"
)

// ErrUnknownResource is returned for a path that does not exist.
var ErrUnknownResource = fmt.Errorf("no such resource: %w", echo.ErrNotFound)

// ErrBusy is returned for a request whose turn has not come.
var ErrBusy = errors.New("too many requests are worked on")

// ErrRange is returned for a range of dates that is invalid.
var ErrRange = errors.New("invalid range of dates")

// Errors of a request, independent of the records.
var (
	errIntegrationAbsent = errors.New("presence integration is not configured")
	errTokenNotSet       = errors.New("no token is configured")
	errUnauthenticated   = errors.New("no valid bearer token")
	errTooManyRequests   = errors.New("rate limit exceeded")
)

// Refusals of another door, which its sender is to try again.
var (
	errDoorBusy   = errors.New("more requests than the door takes")
	errBodyCutOff = errors.New("body did not arrive whole")
)

// apiErrors are the API's error responses (specification, section 7) before a request is read;
// the others are those of the outcomes. [Route] documents their order.
var apiErrors = []struct {
	err     error
	status  int
	message string
}{
	{echo.ErrMethodNotAllowed, http.StatusMethodNotAllowed, "Méthode non autorisée"},
	{echo.ErrNotFound, http.StatusNotFound, "Ressource introuvable"},
	{errIntegrationAbsent, http.StatusNotFound, "API indisponible"},
	{errTokenNotSet, http.StatusServiceUnavailable, "API indisponible"},
	{errUnauthenticated, http.StatusUnauthorized, "Authentification requise"},
	{errTooManyRequests, http.StatusTooManyRequests, "Trop de requêtes"},
	{ErrRange, http.StatusBadRequest, "Période invalide"},
	{ErrBusy, http.StatusServiceUnavailable, "Serveur occupé"},
	{errDoorBusy, http.StatusServiceUnavailable, "Trop de requêtes"},
	{errBodyCutOff, http.StatusServiceUnavailable, "Requête incomplète"},
}

// ErrorResponse returns the status and message of the API's response to an error.
func ErrorResponse(err error) (status int, message string) {
	for _, known := range apiErrors {
		if errors.Is(err, known.err) {
			return known.status, known.message
		}
	}
	answer := outcomes.Of[refusalOf(err).outcome]
	return answer.Status, answer.Message
}

// IsRefusal reports whether the API has an answer to an error, which is then no
// failure of its own, whatever the status.
func IsRefusal(err error) bool {
	status, _ := ErrorResponse(err)
	return status != http.StatusInternalServerError
}

// refusal is why a request is refused, more closely than its answer says: the
// journal tells people.
type refusal struct {
	outcome models.RequestOutcome
	detail  string
}

func (r refusal) Error() string { return "refused: " + string(r.outcome) }

// refusalOf returns the refusal that an error is. One that is none is a failure of ours.
func refusalOf(err error) refusal {
	known := refusal{outcome: cmp.Or(models.OutcomeOf(err), models.RefusedOnOwnFailure)}
	errors.As(err, &known)
	return known
}
