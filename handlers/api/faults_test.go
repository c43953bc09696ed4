package api

import (
	"errors"
	"fmt"
	"testing"

	"worklog/models"
)

func TestAWrappedErrorKeepsItsAnswerAndAnUnknownOneIsInternal(t *testing.T) {
	for _, fault := range faults {
		status, message := Fault(fmt.Errorf("on the way: %w", fault.err))
		if status != fault.status || message != fault.message {
			t.Errorf("%v: got %d %s, want %d %s", fault.err, status, message, fault.status, fault.message)
		}
	}
	if status, message := Fault(errors.New("disk full")); status != 500 || message != "Erreur interne" {
		t.Errorf("got %d %s", status, message)
	}
	if status, _ := Fault(models.ErrEntryNotFound); status != 500 {
		t.Errorf("got %d for an error that the API cannot have", status)
	}
}
