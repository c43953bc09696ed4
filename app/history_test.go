package app_test

import (
	"testing"

	"worklog/app/apptest"
)

func TestKeepDaysIsANumberOfDays(t *testing.T) {
	t.Parallel()
	if got := apptest.LoadConfig(t, "[history]\nkeep_days = 1\n").Rules.KeepDays; got != 1 {
		t.Errorf("got %d", got)
	}
	for value, want := range map[string]string{
		"0": "must be a whole number of at least 1", "36501": "must be a number of days from 1 to 36500", `"90"`: "must be a whole number of at least 1",
	} {
		wantProblems(t, "[history]\nkeep_days = "+value+"\n", "FILE:2: history.keep_days = "+value+": "+want)
	}
}
