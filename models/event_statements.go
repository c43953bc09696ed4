package models

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// The statements that every recorded event needs, and those of many rows, are run without GORM,
// which takes longer to build one than SQLite to run it. A connection keeps them prepared.

// execute runs a statement.
func (tx *Tx) execute(statement string, arguments ...any) error {
	_, err := tx.executed(statement, arguments...)
	return err
}

// executed runs a statement, and returns what it did.
func (tx *Tx) executed(statement string, arguments ...any) (sql.Result, error) {
	result, err := tx.Statement.ConnPool.ExecContext(tx.Statement.Context, statement, arguments...)
	return result, tx.translated(err)
}

// translated returns an error of the driver that is also what GORM would call it.
func (tx *Tx) translated(err error) error {
	if err == nil {
		return nil
	}
	if named := tx.Dialector.(gorm.ErrorTranslator).Translate(err); named != err {
		return fmt.Errorf("%w: %w", named, err)
	}
	return err
}

// queryRow runs a query of one row.
func (tx *Tx) queryRow(statement string, arguments ...any) *sql.Row {
	return tx.Statement.ConnPool.QueryRowContext(tx.Statement.Context, statement, arguments...)
}

// eachRow calls scan for every row of a query, until it fails.
func (tx *Tx) eachRow(scan func(*sql.Rows) error, query string, arguments ...any) (err error) {
	rows, err := tx.Statement.ConnPool.QueryContext(tx.Statement.Context, query, arguments...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// insertion is the statement that adds a row with values of columns.
func insertion(table string, columns ...string) string {
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (?%s)", table, strings.Join(columns, ", "), strings.Repeat(", ?", len(columns)-1))
}

// insert runs an [insertion], and returns the id of the row.
func (tx *Tx) insert(insertion string, values ...any) (int64, error) {
	result, err := tx.executed(insertion, values...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

var (
	entryColumns = columnsOf(WorkEntry{})
	eventColumns = columnsOf(WorkplacePresenceEvent{})

	// of what gets its id, the first of the columns
	insertEntry = insertion("work_entries", entryColumns[1:].names()...)
	insertSlot  = insertion("time_slots", "work_entry_id", "start_at", "end_at")
	insertEvent = insertion("workplace_presence_events", eventColumns[1:].names()...)
)

var standing = func() string {
	columns := "SELECT " + strings.Join(eventColumns.names(), ", ") + ", (SELECT date FROM work_entries WHERE id = work_entry_id) FROM workplace_presence_events WHERE "
	return columns + "idempotency_key = ? UNION ALL " + columns + isOpen
}()

// Standing returns what a signal is judged by: the event recorded under its key, and the open
// arrival with the date of its day; nil for none.
func (tx *Tx) Standing(key string) (known, open *WorkplacePresenceEvent, openDate civil.Date, err error) {
	err = tx.eachRow(func(row *sql.Rows) error {
		var event WorkplacePresenceEvent
		var date sql.Null[civil.Date]
		err := row.Scan(append(eventColumns.pointers(&event), &date)...)
		if event.IdempotencyKey == key {
			known = &event
		}
		if event.IsOpen() && date.Valid {
			open, openDate = &event, date.V
		}
		return err
	}, standing, key)
	return known, open, openDate, err
}

// addEvent adds an event, which gets its id. An open arrival without a day, which would refuse every other
// forever, is discarded.
func (tx *Tx) addEvent(event *WorkplacePresenceEvent) (err error) {
	event.ID, err = tx.insert(insertEvent, eventColumns[1:].pointers(event)...)
	if !errors.Is(err, gorm.ErrDuplicatedKey) {
		return err
	}
	err = tx.execute("UPDATE workplace_presence_events SET closure = ?, closed_at = ? WHERE "+isOpen+" AND NOT "+hasDay, ClosedAsDiscarded, event.ReceivedAt)
	if err == nil {
		event.ID, err = tx.insert(insertEvent, eventColumns[1:].pointers(event)...)
	}
	return err
}

// CreateAll adds records, many by one statement. Those whose id, the first of the columns, is 0 get
// one, which is not read.
func CreateAll[T any](tx *Tx, records []T) error {
	table, columns := tx.NamingStrategy.TableName(reflect.TypeFor[T]().Name()), columnsOf(*new(T))
	for some := range slices.Chunk(records, DaysAtOnce) {
		row := "(nullif(?, 0)" + strings.Repeat(", ?", len(columns)-1) + ")"
		values := make([]any, 0, len(some)*len(columns))
		for i := range some {
			values = append(values, columns.pointers(&some[i])...)
		}
		err := tx.execute(fmt.Sprintf("INSERT INTO %s (%s) VALUES %s%s", table, strings.Join(columns.names(), ", "), row, strings.Repeat(", "+row, len(some)-1)), values...)
		if err != nil {
			return err
		}
	}
	return nil
}

// DeleteAll deletes the rows of a table with those ids. Slots are deleted by [Tx.ReplaceSlots].
func (tx *Tx) DeleteAll(table string, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	return tx.execute("DELETE FROM "+table+" WHERE id IN (SELECT value FROM json_each(?))", List(ids))
}

// keepNewest deletes the rows of a table but those of the highest values of a column, at most
// so many. It is called with every row that is added, so it reads no row if all stay.
func (tx *Tx) keepNewest(table, column string, most int) error {
	return tx.execute(fmt.Sprintf("DELETE FROM %[1]s WHERE rowid IN (SELECT rowid FROM %[1]s ORDER BY %[2]s LIMIT max(0, (SELECT count(*) FROM %[1]s) - ?))", table, column), most)
}

// column is a column of a record's table: that of a field, whose name in JSON it has.
type column struct {
	name  string
	field int
}

type recordColumns []column

// columnsOf returns the columns of a record, in the order of its fields.
func columnsOf(record any) (all recordColumns) {
	of := reflect.TypeOf(record)
	for field := range of.NumField() {
		if name, _, _ := strings.Cut(of.Field(field).Tag.Get("json"), ","); name != "-" {
			all = append(all, column{name, field})
		}
	}
	return all
}

func (c recordColumns) names() []string {
	names := make([]string, len(c))
	for i, column := range c {
		names[i] = column.name
	}
	return names
}

// pointers returns pointers to the values of a record, to which it points itself.
func (c recordColumns) pointers(record any) []any {
	fields, values := reflect.ValueOf(record).Elem(), make([]any, len(c), len(c)+2) // with room for what is asked beside them
	for i, column := range c {
		values[i] = fields.Field(column.field).Addr().Interface()
	}
	return values
}
