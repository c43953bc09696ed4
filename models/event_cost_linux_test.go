//go:build cgo

package models_test

import (
	"fmt"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

// recordedSlots is a store with so many slots on 20 November, each recorded by two events, and
// so many lines in the journal.
func recordedSlots(t *testing.T, number int) *models.Store {
	t.Helper()
	store, path := modelstest.Open(t)
	modelstest.Record(t, store, models.Arrival, "2026-11-19T08:00:00Z", "statements are prepared")
	modelstest.Record(t, store, models.Departure, "2026-11-19T09:00:00Z", "as is the schema")
	modelstest.Query(t, path, fmt.Sprintf(`
		INSERT INTO work_entries (id, date, timezone, day_type, created_at, updated_at) SELECT 2, '2026-11-20', timezone, day_type, created_at, updated_at FROM work_entries;
		CREATE TEMP TABLE numbers AS WITH RECURSIVE r (value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM r WHERE value <= %d) SELECT value,
			strftime('%%Y-%%m-%%dT%%H:%%M:%%S', '2026-11-20', value || ' seconds') || '.000000000Z' AS start,
			strftime('%%Y-%%m-%%dT%%H:%%M:%%S', '2026-11-20', value || ' seconds') || '.500000000Z' AS end FROM r;
		INSERT INTO time_slots (id, work_entry_id, start_at, end_at) SELECT value, 2, start, end FROM numbers;
		INSERT INTO workplace_presence_events (work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, closure, closed_at)
			SELECT 2, value, 'arrival', start, '', 'in' || value, end, 'departure', end FROM numbers;
		INSERT INTO workplace_presence_events (work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, created_slot_id)
			SELECT 2, value, 'departure', end, '', 'out' || value, end, value FROM numbers;
		INSERT INTO journal_lines (received_at, source, outcome, date) SELECT start, '', 'recorded', '2026-11-20' FROM numbers WHERE value < %d`, number, models.MaxJournalLines))
	return store
}

func TestWhatAnEventCostsDoesNotDependOnItsDay(t *testing.T) {
	steps := modelstest.CountSteps(t)
	few, many := recordedSlots(t, 10), recordedSlots(t, 10_000)
	for _, test := range []struct {
		name  string
		event models.EventType
		at    string
		key   string
	}{
		{"an arrival", models.Arrival, "2026-11-20T18:00:00Z", "in"},
		{"its replay", models.Arrival, "2026-11-20T18:00:00Z", "in"},
		{"an arrival that is refused", models.Arrival, "2026-11-20T18:10:00Z", "in again"},
		{"a departure", models.Departure, "2026-11-20T19:00:00Z", "out"},
		{"a departure that is refused", models.Departure, "2026-11-20T19:10:00Z", "out again"},
		{"an arrival on a new day", models.Arrival, "2026-11-21T08:00:00Z", "next"},
	} {
		of := func(store *models.Store) int {
			return steps(func() { modelstest.Send(t, store, test.event, test.at, test.key) })
		}
		on10, on10000 := of(few), of(many)
		t.Logf("%s: %d and %d steps", test.name, on10, on10000)
		if on10 < 50 || on10000 > on10+50 || on10 > 1350 {
			t.Errorf("%s: got %d steps beside 10 slots and %d beside 10,000", test.name, on10, on10000)
		}
	}
	for _, store := range []*models.Store{few, many} {
		modelstest.WantSound(t, store.Path())
	}
}
