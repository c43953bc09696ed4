package models_test

import (
	"testing"
	"time"

	"worklog/models"
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

// Five of the refused events were dismissed before the newest thousand are kept.
func TestOnlyTheNewestRefusedEventsAreKept(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	modelstest.Query(t, path, `WITH RECURSIVE n (i, at) AS (SELECT 1, '2026-11-19T00:00:01.000000000Z' UNION ALL SELECT i + 1, strftime('%Y-%m-%dT%H:%M:%S.000000000Z', '2026-11-19T00:00:00', (i + 1) || ' seconds') FROM n WHERE i < 1005)
		INSERT INTO refused_events (event, occurred_at, occurred_at_sent, idempotency_key, received_at, reason) SELECT 'departure', at, '', 'k' || i, at, 'no_open_arrival' FROM n;
		DELETE FROM refused_events WHERE id BETWEEN 101 AND 105`)
	modelstest.WantError(t, modelstest.Send(t, store, models.Departure, "2026-11-20T08:00:00Z", "k"), models.ErrNoOpenArrival)
	modelstest.Want(t, modelstest.Lines(t, path, "SELECT count(*) || ' from ' || min(id) FROM refused_events")[0], "1000 from 2")
}
