package models_test

import (
	"path/filepath"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/trial"
)

// fiftyYears fills a database with 13,000 days of two or three slots each, as the
// automation would record them.
const fiftyYears = `
	CREATE TEMP TABLE days AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 13000)
		SELECT n, date('1976-01-01', n || ' days') AS date FROM r;
	CREATE TEMP TABLE times AS SELECT row_number() OVER (ORDER BY n, hour) AS id, n AS day,
		date || 'T' || printf('%02d', hour) || ':00:00.000000000Z' AS start, date || 'T' || printf('%02d', hour + 3) || ':00:00.000000000Z' AS end
		FROM days JOIN (SELECT 6 AS hour UNION ALL SELECT 10 UNION ALL SELECT 14) ON hour < 14 OR n % 3 = 0;
	INSERT INTO work_entries (id, date, timezone, day_type, created_at, updated_at)
		SELECT n, date, 'Europe/Paris', 'WORK', date || 'T06:00:00.000000000Z', date || 'T17:00:00.000000000Z' FROM days;
	INSERT INTO time_slots SELECT id, day, start, end FROM times;
	INSERT INTO workplace_presence_events (work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, closure, closed_at)
		SELECT day, id, 'arrival', start, start, 'arrival-' || id, start, 'departure', end FROM times;
	INSERT INTO workplace_presence_events (work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, created_slot_id)
		SELECT day, id, 'departure', end, end, 'departure-' || id, end, id FROM times;`

func BenchmarkFiftyYears(b *testing.B) {
	_, path := modelstest.Open(b)
	db := modelstest.SQL(b, path)
	db.SetMaxOpenConns(1)
	modelstest.Must(b, modelstest.Only(db.Exec(fiftyYears)))
	backup := filepath.Join(b.TempDir(), "backup.db")
	modelstest.Must(b, modelstest.Only(models.Backup(b.Context(), path, backup)))
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if got, err := models.Check(b.Context(), path); err != nil || len(got.Findings) > 0 {
				b.Fatal(got, err)
			}
		}
	})
	b.Run("backup", func(b *testing.B) {
		for b.Loop() {
			modelstest.Must(b, modelstest.Only(models.Backup(b.Context(), path, filepath.Join(b.TempDir(), "copy.db"))))
		}
	})
	b.Run("restore", func(b *testing.B) {
		for b.Loop() {
			modelstest.Must(b, modelstest.Only(models.Restore(b.Context(), backup, filepath.Join(b.TempDir(), "worklog.db"), trial.Recording)))
		}
	})
}
