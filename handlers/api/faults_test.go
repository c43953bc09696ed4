package api

import (
	"errors"
	"fmt"
	"testing"

	"worklog/models"
)

func TestAWrappedErrorKeepsItsResponseAndAnUnknownOneIsInternal(t *testing.T) {
	for _, known := range apiErrors {
		status, message := ErrorResponse(fmt.Errorf("on the way: %w", known.err))
		if status != known.status || message != known.message {
			t.Errorf("%v: got %d %s, want %d %s", known.err, status, message, known.status, known.message)
		}
	}
	if status, message := ErrorResponse(errors.New("disk full")); status != 500 || message != "Erreur interne" {
		t.Errorf("got %d %s", status, message)
	}
	if status, _ := ErrorResponse(models.ErrEntryNotFound); status != 500 {
		t.Errorf("got %d for an error that the API cannot have", status)
	}
}

func TestEveryOutcomeHasAResponse(t *testing.T) {
	for _, outcome := range models.RequestOutcomes {
		status, message := Answer(models.JournalLine{Source: models.FromAPI, Outcome: outcome, Event: string(models.Departure)})
		switch outcome {
		case models.OutcomeRecorded, models.OutcomeReplayed:
			if status != 200 || message != "" {
				t.Errorf("%s: got %d %s", outcome, status, message)
			}
		case models.RefusedOnOwnFailure:
			if status != 500 || message != "Erreur interne" {
				t.Errorf("%s: got %d %s", outcome, status, message)
			}
		default:
			if status < 400 || status >= 500 {
				t.Errorf("%s: got %d %s, want a refusal", outcome, status, message)
			}
		}
		if status, _ := Answer(models.JournalLine{Source: models.FromOwnTracks, Outcome: outcome}); status != 200 && outcome != models.RefusedOnOwnFailure {
			t.Errorf("%s: OwnTracks got %d", outcome, status)
		}
	}
	if status, _ := Answer(models.JournalLine{Source: models.FromAPI, Outcome: models.OutcomeRecorded, Event: string(models.Arrival)}); status != 201 {
		t.Errorf("an arrival: got %d", status)
	}
	if status, _ := Answer(models.JournalLine{Source: models.FromOwnTracks, Outcome: models.RefusedOnOwnFailure}); status != 500 {
		t.Errorf("OwnTracks on a failure: got %d", status)
	}
}
