package pages

import (
	"testing"
	"time"

	"worklog/models"
)

func TestAFormFollowsTheClosingOfAnArrivalAndNothingElse(t *testing.T) {
	t.Parallel()
	at := func(version int64) *models.Day {
		return &models.Day{WorkEntry: models.WorkEntry{ID: 1, Version: version}, Zone: time.UTC}
	}
	for name, test := range map[string]struct {
		form, before, after int64
		want                string
	}{
		"of the day as it was before":             {4, 4, 5, "5"},
		"of a day that the closing is not of":     {4, 4, 4, "4"},
		"of a state before that":                  {3, 4, 5, "3"},
		"of a day that was changed meanwhile too": {4, 4, 6, "4"},
	} {
		form := formOf(at(test.form))
		if got := form.following(at(test.before), at(test.after)).Version.Number; got != test.want {
			t.Errorf("%s: got version %s, want %s", name, got, test.want)
		}
	}
}
