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
