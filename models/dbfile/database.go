package dbfile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
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

// file identifies the file that a [Database] has opened. If it is removed or
// replaced, connections would go on writing to the lost file: therefore nothing is
// acknowledged before the path has been compared again.
type file struct {
	path     string // as given, made absolute
	target   string // path with links resolved
	database identity
	log      *identity // nil until the first connection has opened it; unchanged as long as one is open
}

func newFile(path string) (*file, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	target, err := filepath.EvalSymlinks(absolute)
	if err != nil {
		return nil, err
	}
	database, _, err := identify(absolute)
	if err != nil {
		return nil, err
	}
	return &file{path: absolute, target: target, database: database}, nil
}

// Path returns the absolute path of the file, with links resolved.
func (f *file) Path() string { return f.target }

// CheckInPlace returns [ErrFileMoved] unless the file, which must not be empty, and its log are still
// at their paths. Writers call it before they begin and again before they acknowledge a commit.
func (f *file) CheckInPlace() error {
	found, size, err := identify(f.path)
	if err != nil || !found.same(f.database) {
		return fmt.Errorf("%w: %s is not the file that was opened", ErrFileMoved, f.path)
	}
	if size == 0 {
		return fmt.Errorf("%w: %s was emptied", ErrFileMoved, f.path)
	}
	if f.log == nil {
		return nil
	}
	if log, _, err := identify(f.target + "-wal"); err != nil || !log.same(*f.log) {
		return fmt.Errorf("%w: %s-wal is not the log that was opened", ErrFileMoved, f.target)
	}
	return nil
}

// connect opens a connection to the file, never to one that has replaced it.
func (f *file) connect() (driver.Conn, error) {
	if err := f.CheckInPlace(); err != nil {
		return nil, err
	}
	if err := requireRegularSidecars(f.target); err != nil {
		return nil, err
	}
	connection, err := hardenedDriver().Open(dataSource(f.target, readWrite()))
	if err != nil {
		return nil, err
	}
	if err := f.CheckInPlace(); err != nil {
		connection.Close()
		return nil, err
	}
	return connection, nil
}
