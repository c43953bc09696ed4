package models_test

import (
	"fmt"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/presence"
	"worklog/models/review"
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

// BenchmarkNumberInTheFrame measures the review and the doubts, which every page counts, beside
// 13,000 days with 30,000 slots: again, and right after a write. As long as nothing is written
// it is the same, whatever waits.
func BenchmarkNumberInTheFrame(b *testing.B) {
	const refused = "CREATE TEMP TABLE numbers AS WITH RECURSIVE r (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM r WHERE value < 1000) SELECT value FROM r;" +
		"INSERT INTO refused_events (event, occurred_at, occurred_at_sent, idempotency_key, received_at, reason) "
	for _, waiting := range []struct{ name, insert string }{
		{"nothing", ""},
		{"1970 and today", refused + `VALUES ('arrival', '1970-01-05T07:00:00.000000000Z', '', 'a', '2026-11-20T08:00:00.000000000Z', 'arrival_open'),
			('departure', '2026-11-20T07:00:00.000000000Z', '', 'b', '2026-11-20T08:00:00.000000000Z', 'no_open_arrival')`},
		{"1000 over the years", refused + `SELECT 'departure', date('1976-01-01', (value * 13) || ' days') || 'T20:00:00.000000000Z', '', value, '2026-11-20T08:00:00.000000000Z', 'no_open_arrival'
			FROM numbers`},
		{"1000 on one day", refused + `SELECT 'arrival', strftime('%Y-%m-%dT%H:%M:00.000000000Z', '2011-08-01', value || ' minutes'), '', value, '2026-11-20T08:00:00.000000000Z', 'arrival_open'
			FROM numbers`},
	} {
		store, path := modelstest.Open(b)
		db := modelstest.SQL(b, path)
		db.SetMaxOpenConns(1)
		modelstest.Must(b, modelstest.Only(db.Exec(fiftyYears+waiting.insert)))
		doubts, now := review.NewDoubts(store), civil.NewInstant(time.Date(2011, 8, 4, 12, 0, 0, 0, time.UTC))
		ask := func() {
			modelstest.Must(b, modelstest.Only(review.Find(b.Context(), store)))
			modelstest.Must(b, modelstest.Only(doubts.Find(b.Context(), now)))
		}
		ask() // the first one reads all
		b.Run(waiting.name+"/again", func(b *testing.B) {
			for b.Loop() {
				ask()
			}
		})
		b.Run(waiting.name+"/after a write", func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				modelstest.Must(b, modelstest.Only(db.Exec("UPDATE work_entries SET note = note || '.' WHERE id = 13000")))
				b.StartTimer()
				ask()
			}
		})
	}
}

// BenchmarkWrite measures an arrival and its departure after fifty years.
func BenchmarkWrite(b *testing.B) {
	store, path := modelstest.Open(b)
	db := modelstest.SQL(b, path)
	db.SetMaxOpenConns(1)
	modelstest.Must(b, modelstest.Only(db.Exec(fiftyYears)))
	day := time.Date(2012, 1, 1, 8, 0, 0, 0, time.UTC)
	for b.Loop() {
		day = day.AddDate(0, 0, 1)
		for i, event := range []models.EventType{models.Arrival, models.Departure} {
			at := civil.NewInstant(day.Add(time.Duration(9*i) * time.Hour))
			signal := models.Signal{Event: event, OccurredAt: at, OccurredAtSent: at.String(), IdempotencyKey: fmt.Sprint(event, at)}
			modelstest.Must(b, modelstest.Only(presence.Record(b.Context(), store, signal, at)))
		}
	}
}
