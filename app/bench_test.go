package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/handlers"
	"worklog/handlers/api"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

// stack is the whole HTTP stack, middleware and logging included, without a
// socket: the cost of a request without the network.
func stack(b testing.TB, changes ...func(*app.Config)) http.Handler {
	b.Helper()
	config := apptest.DemoConfig(b)
	config.API.RequestsPerMinute = 1 << 30
	for _, change := range changes {
		change(&config)
	}
	store, err := models.Open(context.Background(), config.Database, config.Rules)
	modelstest.Must(b, err)
	b.Cleanup(func() { store.Close() })
	plan, err := store.Plan(context.Background())
	modelstest.Must(b, err)
	config.Rules.Plan, config.Frame.Hours.Plan = plan, plan
	return handlers.NewServer(handlers.Config{
		API:     config.API,
		Access:  config.Access,
		Current: handlers.Current{Store: store.WithRules(config.Rules), Pages: config.Frame, Newest: models.RulesVersion{Plan: plan.Version()}},
		Counts:  api.NewCounts(store, apptest.NewClock().Handlers().Now),
		Clock:   apptest.NewClock().Handlers(),
		Log:     app.NewLog(io.Discard),
	})
}

func serve(b testing.TB, e http.Handler, body string, want int, changes ...func(*http.Request)) {
	request := httptest.NewRequest(http.MethodPost, apptest.Endpoint, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+apptest.Token)
	request.Header.Set("Content-Type", "application/json")
	for _, change := range changes {
		change(request)
	}
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)
	if recorder.Code != want {
		b.Fatalf("got %d %s, want %d", recorder.Code, recorder.Body, want)
	}
}

// nthDay returns the n-th day, so that each iteration has one of its own.
func nthDay(n int) time.Time { return time.Date(1970, 1, 2, 8, 0, 0, 0, time.UTC).AddDate(0, 0, n) }

// BenchmarkDay compares a day, its arrival and its departure, through the
// whole stack with the same rows written by the bare driver.
func BenchmarkDay(b *testing.B) {
	b.Run("worklog", func(b *testing.B) {
		e := stack(b)
		for i := 0; b.Loop(); i++ {
			day := nthDay(i)
			serve(b, e, apptest.Event("arrival", day.Format(time.RFC3339), fmt.Sprint("a", i)), 201)
			serve(b, e, apptest.Event("departure", day.Add(9*time.Hour).Format(time.RFC3339), fmt.Sprint("d", i)), 200)
		}
	})
	b.Run("floor", func(b *testing.B) {
		db := bareDatabase(b)
		for i := 0; b.Loop(); i++ {
			bareDay(b, db, nthDay(i), i)
		}
	})
}

// bareDatabase is a database with worklog's schema and pragmas, opened with
// the driver only.
func bareDatabase(b *testing.B) *sql.DB {
	b.Helper()
	path := filepath.Join(b.TempDir(), "worklog.db")
	store, err := models.Open(context.Background(), path, models.Rules{})
	modelstest.Must(b, err)
	modelstest.Must(b, store.Close())
	db, err := sql.Open("sqlite3", "file:"+path+"?_txlock=immediate&_journal_mode=WAL&_synchronous=FULL&_foreign_keys=on&_busy_timeout=5000")
	modelstest.Must(b, err)
	b.Cleanup(func() { db.Close() })
	return db
}

// bareDay writes in two transactions what an arrival and a departure write,
// without the queries that precede these writes.
func bareDay(b *testing.B, db *sql.DB, day time.Time, i int) {
	now := civil.NewInstant(time.Now()).String()
	start, end := civil.NewInstant(day).String(), civil.NewInstant(day.Add(9*time.Hour)).String()
	var entry, arrival, slot int64
	transact(b, db, func(exec func(string, ...any) int64) {
		entry = exec(`INSERT INTO work_entries (date, timezone, day_type, journey_profile_id, motor_vehicle_id, note, version, created_at, updated_at)
			VALUES (?, 'Europe/Paris', 'WORK', 'bureau', 'clio', '', 1, ?, ?)`, day.Format(time.DateOnly), now, now)
		arrival = exec(`INSERT INTO workplace_presence_events (work_entry_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at)
			VALUES (?, 'arrival', ?, ?, ?, ?)`, entry, start, start, fmt.Sprint("a", i), now)
	})
	transact(b, db, func(exec func(string, ...any) int64) {
		slot = exec("INSERT INTO time_slots (work_entry_id, start_at, end_at) VALUES (?, ?, ?)", entry, start, end)
		exec(`INSERT INTO workplace_presence_events (work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, created_slot_id)
			VALUES (?, ?, 'departure', ?, ?, ?, ?, ?)`, entry, slot, end, end, fmt.Sprint("d", i), now, slot)
		exec("UPDATE workplace_presence_events SET time_slot_id = ?, closure = 'departure', closed_at = ? WHERE id = ?", slot, now, arrival)
		exec("UPDATE work_entries SET version = version + 1, updated_at = ? WHERE id = ?", now, entry)
	})
}

func transact(b *testing.B, db *sql.DB, f func(exec func(string, ...any) int64)) {
	tx, err := db.Begin()
	modelstest.Must(b, err)
	f(func(statement string, arguments ...any) int64 {
		result, err := tx.Exec(statement, arguments...)
		modelstest.Must(b, err)
		id, _ := result.LastInsertId()
		return id
	})
	modelstest.Must(b, tx.Commit())
}

// BenchmarkRefusal measures refused requests.
func BenchmarkRefusal(b *testing.B) {
	b.Run("401", func(b *testing.B) {
		e := stack(b)
		for b.Loop() {
			serve(b, e, "", 401, func(r *http.Request) { r.Header.Set("Authorization", "Bearer guess") })
		}
	})
	b.Run("404", func(b *testing.B) {
		e := stack(b, func(c *app.Config) { c.Rules.Integrated = false })
		for b.Loop() {
			serve(b, e, "", 404)
		}
	})
	b.Run("422", func(b *testing.B) {
		e := stack(b)
		for b.Loop() {
			serve(b, e, apptest.Event("lunch", "2026-11-20T08:00:00Z", "k"), 422)
		}
	})
	b.Run("429", func(b *testing.B) {
		e := stack(b, func(c *app.Config) { c.API.RequestsPerMinute = 1 })
		serve(b, e, "", 400)
		for b.Loop() {
			serve(b, e, "", 429)
		}
	})
}

// BenchmarkReplay measures a request that is repeated.
func BenchmarkReplay(b *testing.B) {
	e := stack(b)
	body := apptest.Event("arrival", "2026-11-20T08:00:00Z", "k")
	serve(b, e, body, 201)
	for b.Loop() {
		serve(b, e, body, 200)
	}
}
