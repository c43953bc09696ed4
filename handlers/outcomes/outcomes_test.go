package outcomes

import (
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

func TestEveryOutcomeHasWords(t *testing.T) {
	for _, outcome := range models.RequestOutcomes {
		words := Of[outcome]
		modelstest.Want(t, (words.Reason != "" || outcome == models.OutcomeRecorded) && strings.Contains(words.Reason, "%s") == (words.Stands != nil), true, outcome, words.Reason)
		_, byRule := models.PresenceRefusals[outcome]
		modelstest.Want(t, !byRule || words.Remedy != "", true, outcome)
		modelstest.Want(t, !byRule || words.Pressed != "", true, outcome)
		modelstest.Want(t, byRule && outcome != models.RefusedKeyReused || outcome == models.OutcomeRecorded, (len(words.Tried) > 0), outcome, words.Tried)
	}
	modelstest.Want(t, len(Of), len(models.RequestOutcomes), "words for:")
}

func TestEveryOutcomeHasAResponse(t *testing.T) {
	answer := func(source models.Door, outcome models.RequestOutcome, event models.EventType) Answer {
		return AnswerTo(models.JournalLine{Source: source, Outcome: outcome, Event: string(event)})
	}
	failure := Answer{Status: 500, Message: "Erreur interne"}
	for _, outcome := range models.RequestOutcomes {
		got := answer(models.DoorAPI, outcome, models.Departure)
		switch outcome {
		case models.OutcomeRecorded, models.OutcomeReplayed:
			modelstest.Want(t, got, Answer{Status: 200}, outcome)
		case models.RefusedOnOwnFailure:
			modelstest.Want(t, got, failure, outcome)
		default:
			modelstest.Want(t, got.Status >= 400 && got.Status < 500, true, "it is refused:", outcome, got)
		}
		if outcome != models.RefusedOnOwnFailure {
			modelstest.Want(t, answer(models.DoorOwnTracks, outcome, "").Status, 200, outcome)
		}
	}
	modelstest.Want(t, answer(models.DoorAPI, models.OutcomeRecorded, models.Arrival).Status, 201)
	modelstest.Want(t, answer(models.DoorOwnTracks, models.RefusedOnOwnFailure, "").Status, 500)
}
