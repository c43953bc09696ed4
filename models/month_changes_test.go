package models_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

func TestEveryChangeOfATotalIsCountedInItsMonth(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	db := modelstest.SQL(t, path)
	db.SetMaxOpenConns(1) // the pragma is of a connection
	const at = "'2026-11-02T07:00:00.000000000Z'"
	for _, test := range []struct{ statement, want string }{
		{"INSERT INTO work_entries (id, date, timezone, day_type, created_at, updated_at) VALUES (1, '2026-10-05', 'UTC', 'WORK', " + at + ", " + at + ")", "2026-10"},
		{"INSERT OR IGNORE INTO work_entries (id, date, timezone, day_type, created_at, updated_at) VALUES (2, '2026-11-02', 'UTC', 'WORK', " + at + ", " + at + ")", "2026-11"},
		{"INSERT OR IGNORE INTO work_entries (id, date, timezone, day_type, created_at, updated_at) VALUES (3, '2026-11-02', 'UTC', 'WORK', " + at + ", " + at + ")", ""},
		{"UPDATE work_entries SET date = '2026-09-01' WHERE id = 1", "2026-09 2026-10"},
		{"UPDATE work_entries SET timezone = 'Europe/Paris' WHERE id = 1", "2026-09"},
		{"UPDATE OR REPLACE work_entries SET day_type = 'TT' WHERE id = 1", "2026-09"},
		{"UPDATE OR IGNORE work_entries SET half_day = 'RTT' WHERE id = 1", "2026-09"},
		{"UPDATE work_entries SET note = 'x' WHERE id = 1", "2026-09"},
		{"UPDATE work_entries SET version = 2, updated_at = " + at + ", journey_profile_id = 'b' WHERE id = 1", ""},
		{"INSERT INTO time_slots (id, work_entry_id, start_at, end_at) VALUES (1, 1, '2026-09-01T07', '2026-09-01T08')", "2026-09"},
		{"UPDATE time_slots SET start_at = '2026-09-01T06' WHERE id = 1", "2026-09"},
		{"UPDATE time_slots SET end_at = '2026-09-01T09' WHERE id = 1", "2026-09"},
		{"UPDATE time_slots SET work_entry_id = 2 WHERE id = 1", "2026-09 2026-11"},
		{"INSERT INTO workplace_presence_events (id, work_entry_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at) VALUES (1, 1, 'arrival', '', '', 'a', '')", "2026-09"},
		{"UPDATE workplace_presence_events SET closure = 'discarded', closed_at = '' WHERE id = 1", "2026-09"},
		{"UPDATE workplace_presence_events SET work_entry_id = 2 WHERE id = 1", "2026-09 2026-11"},
		{"UPDATE workplace_presence_events SET time_slot_id = 1 WHERE id = 1", ""},
		{"INSERT INTO workplace_presence_events (id, work_entry_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at) VALUES (2, 1, 'departure', '', '', 'b', '')", ""},
		{"DELETE FROM workplace_presence_events WHERE id = 2", ""},
		{"DELETE FROM workplace_presence_events WHERE id = 1", "2026-11"},
		{"DELETE FROM time_slots WHERE id = 1", "2026-11"},
		{"INSERT INTO time_slots (work_entry_id, start_at, end_at) VALUES (2, '2026-11-02T07', '2026-11-02T08')", "2026-11"},
		{"PRAGMA foreign_keys = ON; DELETE FROM work_entries WHERE id = 2", "2026-11"},
	} {
		before := monthChanges(t, store)
		sum, err := store.AllChanges(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(test.statement); err != nil {
			t.Fatalf("%s: %v", test.statement, err)
		}
		var changed []string
		var all int64
		for month, changes := range monthChanges(t, store) {
			all += changes
			if changes > before[month] {
				changed = append(changed, month)
			}
		}
		slices.Sort(changed)
		if got := strings.Join(changed, " "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.statement, got, test.want)
		}
		if after, err := store.AllChanges(t.Context()); err != nil || after != all || (after > sum) != (test.want != "") {
			t.Errorf("%s: got %d changes in all after %d, %v, want %d", test.statement, after, sum, err, all)
		}
	}
}

func monthChanges(t *testing.T, store *models.Store) map[string]int64 {
	t.Helper()
	months, err := store.MonthChanges(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]int64{}
	for _, month := range months {
		changes[month.First.String()[:7]] = month.Changes
		if next := month.First.LastOfMonth().AddDays(1); next.Day != 1 || month.First.DaysUntil(next) > 31 {
			t.Errorf("%s: ends on %s", month.First, month.First.LastOfMonth())
		}
	}
	return changes
}

func TestAMonthThatDoesNotExistIsLeftOut(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	_, err := modelstest.SQL(t, path).Exec("INSERT INTO month_changes VALUES ('2026-13', 1), ('2026-12', 1), ('1969-12', 1), ('x', 1)")
	if err != nil {
		t.Fatal(err)
	}
	if got := monthChanges(t, store); len(got) != 1 || got["2026-12"] != 1 {
		t.Errorf("got %v", got)
	}
}

func TestAnOddCountOfChangesStopsNothingAndGoesWhenTheDatabaseIsOpened(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	query(t, path, "INSERT INTO month_changes VALUES ('zz', 9223372036854775807), ('2026-10', -1); UPDATE month_changes SET changes = 9223372036854775807 WHERE month = '2026-11'")
	if got, err := models.Examine(t.Context(), path); err != nil || got.Fatal != "" || len(got.Odd) != 4 {
		t.Errorf("got %q, %v", got.Findings, err)
	}
	if _, err := models.Backup(t.Context(), path, filepath.Join(t.TempDir(), "copy.db")); err != nil {
		t.Error(err)
	}
	store, err := models.Open(t.Context(), path, modelstest.Rules)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	record(t, store, models.Departure, "2026-11-20T16:00:00Z", "k4")
	if got := monthChanges(t, store); len(got) != 1 || got["2026-11"] < 1 || got["2026-11"] > 10 {
		t.Errorf("got %v", got)
	}
	if got, err := models.Check(t.Context(), path); err != nil || len(got.Findings) > 0 {
		t.Errorf("got %q, %v", got.Findings, err)
	}
	query(t, path, "INSERT INTO month_changes VALUES ('2026-08', 9223372036854775807), ('2026-09', 9223372036854775807)") // while it is open
	if _, err := store.AllChanges(t.Context()); err != nil {
		t.Error(err)
	}
}
