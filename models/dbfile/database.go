package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// Database is an open database file.
type Database struct {
	// Upgrade is the schema change that opening the file made, or nil.
	Upgrade *Upgrade
	// Pool connects to this file only, never to one that has replaced it. Its
	// transactions are immediate.
	Pool *sql.DB

	*file

	format Format
	// anchor is a connection that stays open, so that no other program can remove
	// the log or lock the database exclusively.
	anchor  *sql.Conn
	stateMu sync.Mutex // held while the anchor is asked for its state
	turns   turns
}

// InspectHeader inspects a file as the function [InspectHeader] does, but not the database itself, which was
// inspected when it was opened: to open and close it would release its locks, on POSIX systems.
func (d *Database) InspectHeader(path string) error {
	if found, _, err := identify(path); err == nil && found.same(d.database) {
		return nil
	}
	return InspectHeader(path)
}

// State returns a number that differs from an earlier one if the file has been
// written to since, by this program or another. Its queries wait for one another: those that
// overlap would share a read transaction, and miss what was committed since it began.
func (d *Database) State(ctx context.Context) (version int64, err error) {
	d.stateMu.Lock()
	defer d.stateMu.Unlock()
	err = d.anchor.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version) // the anchor itself writes nothing
	return version, err
}

// tryWriting runs a statement that writes nothing: SQLite reports only then that a
// file is not writable.
func (d *Database) tryWriting(ctx context.Context) error {
	if err := d.CheckInPlace(); err != nil {
		return err
	}
	if _, err := d.Pool.ExecContext(context.WithoutCancel(ctx), "DELETE FROM "+versions+" WHERE 0"); err != nil {
		return err
	}
	return d.CheckInPlace()
}

// Close checkpoints the write-ahead log and closes the file, even if it was moved:
// a log that was left behind is emptied, so that it is not replayed into a file
// that has replaced this one. That file and its log are not touched: SQLite does
// not remove the log of a database that has moved. A log that another program is
// reading stays.
func (d *Database) Close() error {
	folded := fold(context.Background(), d.anchor)
	return errors.Join(folded, d.anchor.Close(), d.Pool.Close())
}

// executor is a database that has one connection, or a connection.
type executor interface {
	ExecContext(ctx context.Context, query string, arguments ...any) (sql.Result, error)
}

// fold checkpoints the log and empties it, over a connection that is closed next. It
// keeps other writers waiting, so it does not wait long for those who read the log:
// Litestream always does.
func fold(ctx context.Context, db executor) error {
	_, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d; PRAGMA wal_checkpoint(TRUNCATE)", exclusiveWait.Milliseconds()))
	return err
}
