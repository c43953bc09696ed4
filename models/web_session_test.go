package models_test

import (
	"testing"
	"time"

	"worklog/models/civil"
	"worklog/models/modelstest"
)

func TestASessionThatIsSavedAgainKeepsItsCreationTime(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	begun := civil.NewInstant(time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC))
	later := civil.NewInstant(begun.Add(29 * 24 * time.Hour))
	for i, now := range []civil.Instant{begun, later} {
		modelstest.Must(t, store.SaveWebSession(t.Context(), "digest", []byte{byte(i)}, now))
	}
	got, err := store.WebSession(t.Context(), "digest", later)
	if err != nil || got == nil || !got.CreatedAt.Equal(begun.Time) || !got.SeenAt.Equal(later.Time) || got.Data[0] != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestASessionEndsThirtyDaysAfterItsLastUse(t *testing.T) {
	store, _ := modelstest.Open(t)
	begun := civil.NewInstant(time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC))
	modelstest.Must(t, store.SaveWebSession(t.Context(), "digest", []byte{1}, begun))
	for unused, want := range map[time.Duration]bool{30*24*time.Hour - 1: true, 30 * 24 * time.Hour: false} {
		got, err := store.WebSession(t.Context(), "digest", civil.NewInstant(begun.Add(unused)))
		if err != nil || (got != nil) != want {
			t.Errorf("unused for %s: got %+v, %v, want it to hold: %t", unused, got, err, want)
		}
	}
}
