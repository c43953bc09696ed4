package connect

import (
	"testing"

	"worklog/models"
)

func TestEveryOutcomeHasAReason(t *testing.T) {
	for _, outcome := range models.RequestOutcomes {
		if journalReasons[outcome] == "" {
			t.Errorf("%s has no reason", outcome)
		}
	}
	if len(journalReasons) != len(models.RequestOutcomes) {
		t.Errorf("%d reasons of %d outcomes", len(journalReasons), len(models.RequestOutcomes))
	}
}
