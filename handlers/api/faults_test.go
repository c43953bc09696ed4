package api

import (
	"errors"
	"fmt"
	"testing"

	"worklog/handlers/outcomes"
	"worklog/models"
)

func TestAWrappedErrorKeepsItsResponseAndAnUnknownOneIsInternal(t *testing.T) {
	for _, known := range apiErrors {
		status, message := ErrorResponse(fmt.Errorf("on the way: %w", known.err))
		if status != known.status || message != known.message {
			t.Errorf("%v: got %d %s, want %d %s", known.err, status, message, known.status, known.message)
		}
	}
	for outcome, err := range models.PresenceRefusals {
		status, message := ErrorResponse(fmt.Errorf("on the way: %w", err))
		if want := outcomes.Of[outcome].Answer; status != want.Status || message != want.Message {
			t.Errorf("%v: got %d %s, want %v", err, status, message, want)
		}
	}
	if status, message := ErrorResponse(errors.New("disk full")); status != 500 || message != "Erreur interne" {
		t.Errorf("got %d %s", status, message)
	}
	if status, _ := ErrorResponse(models.ErrEntryNotFound); status != 500 {
		t.Errorf("got %d for an error that the API cannot have", status)
	}
}

// isAnswered reports whether the response to an error has the message.
func isAnswered(err error, want string) bool {
	_, message := ErrorResponse(err)
	return message == want
}
