package connect

import (
	"strings"
	"testing"

	"worklog/models"
)

func TestEveryOutcomeHasWords(t *testing.T) {
	t.Parallel()
	for _, outcome := range models.RequestOutcomes {
		words := wordsOf[outcome]
		if words.reason == "" && outcome != models.OutcomeRecorded || strings.Contains(words.reason, "%s") != (words.stands != nil) {
			t.Errorf("%s: got the reason %q", outcome, words.reason)
		}
		byRule := outcome.Err() != nil
		if byRule && words.remedy == "" {
			t.Errorf("%s: the rules of presence refuse it, and nothing says what to do", outcome)
		}
		if tried := byRule && outcome != models.RefusedKeyReused || outcome == models.OutcomeRecorded; tried != (len(words.tried) > 0) {
			t.Errorf("%s: a trial is told %q", outcome, words.tried)
		}
	}
	if len(wordsOf) != len(models.RequestOutcomes) {
		t.Errorf("words for %d of %d outcomes", len(wordsOf), len(models.RequestOutcomes))
	}
}
