package models

import (
	"database/sql"
	"fmt"
	"strings"

	"worklog/models/civil"
)

// The statements that every recorded event needs are run without GORM, which takes longer to
// build one than SQLite to run it. A connection keeps them prepared.

// execute runs a statement.
func (tx *Tx) execute(statement string, arguments ...any) error {
	_, err := tx.Statement.ConnPool.ExecContext(tx.Statement.Context, statement, arguments...)
	return err
}

// queryRow runs a query of one row.
func (tx *Tx) queryRow(statement string, arguments ...any) *sql.Row {
	return tx.Statement.ConnPool.QueryRowContext(tx.Statement.Context, statement, arguments...)
}

// eachRowOf is [eachRow] for a query in SQL.
func (tx *Tx) eachRowOf(scan func(*sql.Rows) error, statement string, arguments ...any) error {
	rows, err := tx.Statement.ConnPool.QueryContext(tx.Statement.Context, statement, arguments...)
	return scanRows(rows, err, scan)
}

// insert adds a row with values, and returns its id.
func (tx *Tx) insert(table string, columns []string, values ...any) (id int64, err error) {
	err = tx.queryRow(fmt.Sprintf("INSERT INTO %s (%s) VALUES (?%s) RETURNING id", table, strings.Join(columns, ", "), strings.Repeat(", ?", len(columns)-1)), values...).Scan(&id)
	return id, err
}

// eventColumns are the columns of an event but its id.
var eventColumns = []string{"work_entry_id", "time_slot_id", "event", "occurred_at", "occurred_at_sent", "idempotency_key", "received_at",
	"created_slot_id", "closure", "closed_at", "first_entry_id", "by_hand"}

// fields are where eventColumns are read to and written from.
func (e *WorkplacePresenceEvent) fields() []any {
	return []any{&e.WorkEntryID, &e.TimeSlotID, &e.Event, &e.OccurredAt, &e.OccurredAtSent, &e.IdempotencyKey, &e.ReceivedAt,
		&e.CreatedSlotID, &e.Closure, &e.ClosedAt, &e.FirstEntryID, &e.ByHand}
}

var standing = func() string {
	columns := "SELECT id, " + strings.Join(eventColumns, ", ") + ", coalesce((SELECT date FROM work_entries WHERE id = work_entry_id), '') FROM workplace_presence_events WHERE "
	return columns + "idempotency_key = ? UNION ALL " + columns + "event = 'arrival' AND closure IS NULL"
}()

// Standing returns what a signal is judged by: the event recorded under its key, and the open
// arrival with the date of its day; nil for none.
func (tx *Tx) Standing(key string) (known, open *WorkplacePresenceEvent, openDate civil.Date, err error) {
	err = tx.eachRowOf(func(row *sql.Rows) error {
		var event WorkplacePresenceEvent
		var date civil.Date
		err := row.Scan(append(append([]any{&event.ID}, event.fields()...), &date)...)
		if event.IdempotencyKey == key {
			known = &event
		}
		if event.IsOpen() {
			open, openDate = &event, date
		}
		return err
	}, standing, key)
	return known, open, openDate, err
}

// addEvent adds an event, which gets its id.
func (tx *Tx) addEvent(event *WorkplacePresenceEvent) (err error) {
	event.ID, err = tx.insert("workplace_presence_events", eventColumns, event.fields()...)
	return err
}

// keepNewest deletes the rows of a table but those of the highest values of a column, at most
// so many. It is called with every row that is added, so it reads no row if all stay.
func (tx *Tx) keepNewest(table, column string, most int) error {
	return tx.execute(fmt.Sprintf("DELETE FROM %[1]s WHERE rowid IN (SELECT rowid FROM %[1]s ORDER BY %[2]s LIMIT max(0, (SELECT count(*) FROM %[1]s) - ?))", table, column), most)
}
