package main_test

import (
	"testing"

	"worklog/models"
)

// wantSound checks the file like `worklog check`.
func wantSound(t *testing.T, path string) {
	t.Helper()
	checkup, err := models.Check(t.Context(), path)
	if err != nil {
		t.Error(err)
	}
	for _, finding := range checkup.Findings {
		t.Error(finding)
	}
}
