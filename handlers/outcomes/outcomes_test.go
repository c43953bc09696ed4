package outcomes

import (
	"strings"
	"testing"

	"worklog/models"
)

func TestEveryOutcomeHasWords(t *testing.T) {
	t.Parallel()
	for _, outcome := range models.RequestOutcomes {
		words := Of[outcome]
		if words.Reason == "" && outcome != models.OutcomeRecorded || strings.Contains(words.Reason, "%s") != (words.Stands != nil) {
			t.Errorf("%s: got the reason %q", outcome, words.Reason)
		}
		_, byRule := models.PresenceRefusals[outcome]
		if byRule && words.Remedy == "" {
			t.Errorf("%s: the rules of presence refuse it, and nothing says what to do", outcome)
		}
		if byRule && words.Pressed == "" {
			t.Errorf("%s: a press is not told why", outcome)
		}
		if tried := byRule && outcome != models.RefusedKeyReused || outcome == models.OutcomeRecorded; tried != (len(words.Tried) > 0) {
			t.Errorf("%s: a trial is told %q", outcome, words.Tried)
		}
	}
	if len(Of) != len(models.RequestOutcomes) {
		t.Errorf("words for %d of %d outcomes", len(Of), len(models.RequestOutcomes))
	}
}

func TestEveryOutcomeHasAResponse(t *testing.T) {
	for _, outcome := range models.RequestOutcomes {
		answer := AnswerTo(models.JournalLine{Source: models.FromAPI, Outcome: outcome, Event: string(models.Departure)})
		switch outcome {
		case models.OutcomeRecorded, models.OutcomeReplayed:
			if answer.Status != 200 || answer.Message != "" {
				t.Errorf("%s: got %v", outcome, answer)
			}
		case models.RefusedOnOwnFailure:
			if answer.Status != 500 || answer.Message != "Erreur interne" {
				t.Errorf("%s: got %v", outcome, answer)
			}
		default:
			if answer.Status < 400 || answer.Status >= 500 {
				t.Errorf("%s: got %v, want a refusal", outcome, answer)
			}
		}
		if answer := AnswerTo(models.JournalLine{Source: models.FromOwnTracks, Outcome: outcome}); answer.Status != 200 && outcome != models.RefusedOnOwnFailure {
			t.Errorf("%s: OwnTracks got %v", outcome, answer)
		}
	}
	if answer := AnswerTo(models.JournalLine{Source: models.FromAPI, Outcome: models.OutcomeRecorded, Event: string(models.Arrival)}); answer.Status != 201 {
		t.Errorf("an arrival: got %v", answer)
	}
	if answer := AnswerTo(models.JournalLine{Source: models.FromOwnTracks, Outcome: models.RefusedOnOwnFailure}); answer.Status != 500 {
		t.Errorf("OwnTracks on a failure: got %v", answer)
	}
}
