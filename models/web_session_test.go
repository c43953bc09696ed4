package models_test

import (
	"testing"
	"time"

	"worklog/models"
	"worklog/models/modelstest"
)

func TestASessionThatIsSavedAgainKeepsItsBeginning(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	begun := models.NewInstant(time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC))
	later := models.NewInstant(begun.Add(29 * 24 * time.Hour))
	for i, now := range []models.Instant{begun, later} {
		if err := store.SaveWebSession(t.Context(), "digest", []byte{byte(i)}, now); err != nil {
			t.Fatal(err)
		}
	}
	got, err := store.WebSession(t.Context(), "digest", later)
	if err != nil || got == nil || !got.CreatedAt.Equal(begun.Time) || !got.SeenAt.Equal(later.Time) || got.Data[0] != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}
