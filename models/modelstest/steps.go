package modelstest

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/presence"
)

// Received is when tests receive what has no instant of its own.
var Received = civil.NewInstant(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))

// Instant returns the instant of a text as RFC 3339 writes it, or panics.
func Instant(text string) civil.Instant {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return civil.NewInstant(t)
}

// Record records a signal, which must be accepted.
func Record(t *testing.T, store *models.Store, event models.EventType, at, key string) presence.Receipt {
	t.Helper()
	receipt, err := presence.Record(t.Context(), store, Signal(event, at, key), Received)
	Must(t, err)
	return receipt
}

// Signal returns the signal of an event at a time that is written like a request's.
func Signal(event models.EventType, at, key string) models.Signal {
	return models.Signal{Event: event, OccurredAt: Instant(at), OccurredAtSent: at, IdempotencyKey: key}
}

// Date returns a date in November 2026.
func Date(day int) civil.Date { return civil.Date{Year: 2026, Month: time.November, Day: day} }

// SlotAt returns a new slot on 20 November 2026 in Paris.
func SlotAt(from, to string) models.TimeSlot {
	return models.TimeSlot{StartAt: Instant("2026-11-20T" + from + ":00+01:00"), EndAt: Instant("2026-11-20T" + to + ":00+01:00")}
}

// CreateEntry creates the day of a date, and returns its id.
func CreateEntry(t *testing.T, store *models.Store, on civil.Date, change models.EntryChange) int64 {
	t.Helper()
	created, err := days.Create(t.Context(), store, on, change, Received)
	Must(t, err)
	return created.EntryID
}

// Kept is all that a change can be taken back to: everything but the version, the time
// of the last change, the journal and the states themselves.
func Kept(t testing.TB, path string) []string {
	t.Helper()
	return Lines(t, path, `
		SELECT format('entry %d %s %s %s %s %s %s %s', id, date, timezone, day_type, journey_profile_id, motor_vehicle_id, note, created_at) FROM work_entries
		UNION ALL SELECT format('slot %d %d %s %s %s %s', id, work_entry_id, start_at, end_at, origin, origin_at) FROM time_slots
		UNION ALL SELECT format('event %d %d %d %s %s %s %s %s %d %s %s %d %d %s', id, work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key,
			received_at, created_slot_id, closure, closed_at, first_entry_id, by_hand, imported_at) FROM workplace_presence_events
		UNION ALL SELECT format('refused %d %s %s %s', id, event, occurred_at, idempotency_key) FROM refused_events
		UNION ALL SELECT format('cycle %s %s %s', from_date, until_date, weeks) FROM plan_cycles
		UNION ALL SELECT format('planned %s %s', date, shifts) FROM plan_dates
		ORDER BY 1`)
}

// WantKept compares [Kept], and checks the database.
func WantKept(t testing.TB, path string, want []string) {
	t.Helper()
	if got := Kept(t, path); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	WantSound(t, path)
}

// Query runs a statement on a database that nobody else has open.
func Query(t *testing.T, path, statement string) {
	t.Helper()
	db := SQL(t, path)
	_, err := db.Exec(statement)
	Must(t, errors.Join(err, db.Close()))
}

// Rows returns the rows of a query, the columns of each joined by " | ".
func Rows(t testing.TB, db *sql.DB, query string, arguments ...any) (lines []string) {
	t.Helper()
	rows, err := db.Query(query, arguments...)
	Must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	Must(t, err)
	for rows.Next() {
		values, targets, texts := make([]sql.NullString, len(columns)), make([]any, len(columns)), make([]string, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		Must(t, rows.Scan(targets...))
		for i, value := range values {
			if texts[i] = value.String; !value.Valid {
				texts[i] = "NULL"
			}
		}
		lines = append(lines, strings.Join(texts, " | "))
	}
	Must(t, rows.Err())
	return lines
}

// Lines returns the [Rows] of a query of a file.
func Lines(t testing.TB, path, query string) []string {
	t.Helper()
	db := SQL(t, path)
	defer db.Close()
	return Rows(t, db, query)
}

// Column returns the values of a column, joined by spaces.
func Column(t testing.TB, db *sql.DB, query string) string {
	t.Helper()
	return strings.Join(Rows(t, db, query), " ")
}

// Version returns the version of an entry, or the zero one if there is none.
func Version(t testing.TB, s *models.Store, id int64) models.Stamp {
	t.Helper()
	day, err := s.Day(t.Context(), id)
	if errors.Is(err, models.ErrEntryNotFound) {
		return models.Stamp{}
	}
	Must(t, err)
	return day.Stamp()
}

// Only is the error, the last of the results of an operation whose others do not matter.
func Only(results ...any) error {
	err, _ := results[len(results)-1].(error)
	return err
}

// MinuteSlots returns slots of one minute each.
func MinuteSlots(number int) []models.TimeSlot {
	var slots []models.TimeSlot
	first := Instant("2026-11-20T08:00:00+01:00")
	for i := range number {
		start := first.Add(time.Duration(i) * 2 * time.Minute)
		slots = append(slots, models.TimeSlot{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(start.Add(time.Minute))})
	}
	return slots
}

// Send sends an event, which may be refused.
func Send(t testing.TB, store *models.Store, event models.EventType, at, key string) error {
	t.Helper()
	_, err := presence.Record(t.Context(), store, Signal(event, at, key), Instant(at))
	if err != nil && !models.IsPresenceRefusal(err) {
		t.Fatal(err)
	}
	return err
}

// SkipWithRaceDetector skips a test that takes long and does one thing after another: the race
// detector finds nothing in it, and a run without it has it.
func SkipWithRaceDetector(t testing.TB) {
	t.Helper()
	if RaceDetected {
		t.Skip("runs without the race detector: it takes long and does one thing after another")
	}
}

// InParallel runs a test beside others from then on, unless it does so already, is [Alone], or has set
// a variable of the environment. What starts a program, which is what most tests begin with, calls it.
func InParallel(t testing.TB) {
	defer func() { _ = recover() }() // Parallel panics then
	if t, is := t.(*testing.T); is {
		t.Parallel()
	}
}

// Alone keeps a test from running beside others.
func Alone(t *testing.T) { t.Setenv("WORKLOG_TEST_ALONE", "1") }
