package pages

import (
	"errors"
	"slices"
	"testing"

	"worklog/models"
)

func TestAPressIsToldWhyTheRulesRefuseIt(t *testing.T) {
	t.Parallel()
	for _, outcome := range models.RequestOutcomes {
		refusal := outcome.Err()
		if refusal != nil && !slices.ContainsFunc(handMessages, func(m handMessage) bool { return errors.Is(refusal, m.err) && m.text != "" }) {
			t.Errorf("%s: a press is not told why", outcome)
		}
	}
}
