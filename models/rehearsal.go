package models

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"worklog/models/dbfile"
)

// A change of many days takes seconds, and while one program writes, every other waits: an
// arrival would be answered 500. Such a change is therefore rehearsed. It is made by the same
// statements, but on a connection of its own, in temporary tables with the content of the
// record's and their names, for SQLite looks for a name among temporary tables first. Then one
// short transaction does to the record what has been done to the copies. The copies are in a
// temporary file of SQLite's, which has no name: in memory, those of fifty years would take as
// much as all else.

const (
	// manyDays is how many days a change must have to be rehearsed: fewer take half a second.
	manyDays = 400
	// mostRehearsals is how often a change is rehearsed at most: anew if somebody has written
	// meanwhile.
	mostRehearsals = 4
)

// rehearsedTables are the tables that a change of days writes to, those first to which others
// refer.
var rehearsedTables = []string{"work_entries", "time_slots", "workplace_presence_events", "refused_events", "changes", "day_states"}

// ChangeMany is [Store.Change] for a change of so many days. f may be called several times. It
// returns [ErrOthersWrite] if others write all the time.
func (s *Store) ChangeMany(ctx context.Context, days int, f func(tx *Tx) (Change, error)) (Change, error) {
	if days < s.rehearseFrom {
		return s.Change(ctx, f)
	}
	for range mostRehearsals {
		change, done, err := s.rehearse(context.WithoutCancel(ctx), f)
		if dbfile.LacksTemporaryFile(err) {
			return s.Change(ctx, f)
		}
		if done || err != nil {
			return change, unsoundIfRefused(err)
		}
	}
	return Change{}, ErrOthersWrite // who must not wait for it
}

// rehearse makes a change by a rehearsal. It is not done if somebody has written meanwhile.
func (s *Store) rehearse(ctx context.Context, f func(tx *Tx) (Change, error)) (change Change, done bool, err error) {
	alone := s.alone()
	defer func() { err = errors.Join(err, alone.Close()) }() // and with it the copies
	db, err := onConnections(alone)
	if err != nil {
		return Change{}, false, err
	}
	err = db.WithContext(ctx).Connection(func(db *gorm.DB) error {
		db = db.Session(&gorm.Session{NewDB: true})
		copied, err := copyRecord(db)
		if err == nil {
			change, err = s.on(db).once(f)
		}
		if err != nil {
			return err // closing the connection ends the transaction
		}
		if err := db.Exec("COMMIT").Error; err != nil {
			return err
		}
		return s.file.InTurn(func(time.Duration) error {
			done, err = s.perform(db, copied)
			return err
		})
	})
	if err != nil {
		return Change{}, false, err
	}
	return change, done, nil
}

// copyRecord makes the copies, begins a transaction that writes to them only, and returns the
// last ids of the record. What is odd in the record is copied as it is.
func copyRecord(db *gorm.DB) (last string, err error) {
	statements := []string{"PRAGMA temp_store = FILE", "PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON", "BEGIN DEFERRED",
		"CREATE TEMP TABLE versions AS SELECT id, version FROM main.work_entries", "CREATE TEMP TABLE rehearsed (name TEXT, id INTEGER, PRIMARY KEY (name, id)) WITHOUT ROWID"}
	for _, kind := range []string{"table", "index", "trigger"} { // a copy is filled before it has triggers
		definitions, err := definitionsOf(db, kind)
		if err != nil {
			return "", err
		}
		statements = append(statements, definitions...)
		if kind != "table" {
			continue
		}
		for _, table := range rehearsedTables {
			statements = append(statements, fmt.Sprintf("INSERT INTO temp.%[1]s SELECT * FROM main.%[1]s", table))
		}
		statements = append(statements, "DELETE FROM temp.sqlite_sequence", "INSERT INTO temp.sqlite_sequence SELECT * FROM main.sqlite_sequence")
	}
	for _, table := range rehearsedTables {
		for event, row := range map[string]string{"INSERT": "NEW", "UPDATE": "NEW", "DELETE": "OLD"} {
			statements = append(statements, fmt.Sprintf(`CREATE TEMP TRIGGER rehearsed_%[2]s_%[1]s AFTER %[2]s ON %[1]s
				BEGIN INSERT INTO rehearsed VALUES ('%[1]s', %[3]s.id) ON CONFLICT DO NOTHING; END`, table, event, row))
		}
	}
	if err := runAll(db, statements); err != nil {
		return "", err
	}
	if last, err = lastIDsIn(db); err != nil {
		return "", err
	}
	return last, runAll(db, []string{"COMMIT", "PRAGMA ignore_check_constraints = OFF", "PRAGMA foreign_keys = ON", "BEGIN DEFERRED"})
}

func runAll(db *gorm.DB, statements []string) error {
	for _, statement := range statements {
		if err := db.Exec(statement).Error; err != nil {
			return fmt.Errorf("%.60s: %w", statement, err)
		}
	}
	return nil
}

// definitionsOf returns the statements that make temporary copies of the tables, or of their
// indexes or triggers.
func definitionsOf(db *gorm.DB, kind string) ([]string, error) {
	var all []string
	err := db.Raw("SELECT sql FROM main.sqlite_schema WHERE type = ? AND tbl_name IN ? AND sql IS NOT NULL",
		kind, rehearsedTables).Scan(&all).Error
	for i, definition := range all {
		switch kind {
		case "index":
			all[i] = strings.Replace(definition, "INDEX ", "INDEX temp.", 1)
		default:
			all[i] = strings.Replace(definition, "CREATE ", "CREATE TEMP ", 1)
		}
	}
	return all, err
}

// lastIDsIn returns the last ids of the record: as long as they are the same, nothing has been
// recorded, and no person has changed a day.
func lastIDsIn(db *gorm.DB) (last string, err error) {
	var ids sql.NullString
	err = db.Raw("SELECT group_concat(name || ' ' || seq ORDER BY name) FROM main.sqlite_sequence").Row().Scan(&ids)
	return ids.String, err
}

// isAsCopied reports whether the record is as it was when it was copied.
func isAsCopied(db *gorm.DB, lastIDs string) (same bool, err error) {
	last, err := lastIDsIn(db)
	if err != nil || last != lastIDs {
		return false, err
	}
	err = db.Raw(`SELECT NOT EXISTS (SELECT 1 FROM temp.versions AS copied LEFT JOIN main.work_entries AS entry ON entry.id = copied.id
		WHERE entry.version IS NOT copied.version)`).Row().Scan(&same)
	return same, err
}

// perform does to the record what has been done to the copies, unless somebody has written
// since they were made.
func (s *Store) perform(db *gorm.DB, lastIDs string) (done bool, err error) {
	if err := s.file.CheckInPlace(); err != nil {
		return false, err
	}
	if err := db.Exec("BEGIN IMMEDIATE").Error; err != nil {
		return false, err
	}
	same, err := isAsCopied(db, lastIDs)
	if err == nil && same {
		err = performAll(db)
	}
	if err != nil || !same { // closing the connection ends the transaction
		return false, err
	}
	if err := db.Exec("COMMIT").Error; err != nil {
		return false, err
	}
	return true, s.file.CheckInPlace()
}

func performAll(db *gorm.DB) error {
	const rehearsed = "id IN (SELECT id FROM rehearsed WHERE name = '%[1]s')"
	var statements []string
	for i := range rehearsedTables {
		table := rehearsedTables[len(rehearsedTables)-1-i]
		statements = append(statements, fmt.Sprintf("DELETE FROM main.%[1]s WHERE "+rehearsed+" AND id NOT IN (SELECT id FROM temp.%[1]s)", table))
	}
	for _, table := range rehearsedTables {
		var columns []string
		if err := db.Raw("SELECT name FROM pragma_table_info(?)", table).Scan(&columns).Error; err != nil {
			return err
		}
		for i, column := range columns {
			columns[i] = column + " = excluded." + column
		}
		conditions := []string{""}
		if table == "workplace_presence_events" { // one arrival is closed before another is open
			conditions = []string{" AND (event <> 'arrival' OR closure IS NOT NULL)", " AND event = 'arrival' AND closure IS NULL"}
		}
		for _, condition := range conditions {
			statements = append(statements, fmt.Sprintf("INSERT INTO main.%[1]s SELECT * FROM temp.%[1]s WHERE "+rehearsed+condition+
				" ON CONFLICT (id) DO UPDATE SET "+strings.Join(columns, ", "), table))
		}
	}
	statements = append(statements, "DELETE FROM main.sqlite_sequence", "INSERT INTO main.sqlite_sequence SELECT * FROM temp.sqlite_sequence")
	return runAll(db, statements)
}
