package models_test

import (
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

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
