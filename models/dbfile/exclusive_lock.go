package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/mattn/go-sqlite3"
)

// exclusiveWait is how long to wait for a program that uses the database briefly.
const exclusiveWait = 200 * time.Millisecond

// lockExclusively checkpoints the log of the database at path and locks out other
// programs. SQLite's own locks show whether the database is in use: in WAL mode,
// even an idle connection holds a shared lock.
//
// It returns [ErrInUse], or errUnreadable for a file that SQLite cannot read.
//
// This process must not open and close the file while it is locked: on POSIX
// systems, that would release the lock.
func lockExclusively(ctx context.Context, path string) (*sql.DB, error) {
	if err := readable(ctx, path); err != nil {
		return nil, err
	}
	// without a log, nothing is locked before a transaction
	return openLocked(ctx, path, url.Values{"mode": {"rw"}, "_locking_mode": {"EXCLUSIVE"}}, "PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE", "COMMIT")
}

// openLocked opens a database over one connection, which stays open and keeps the locks of the statements.
func openLocked(ctx context.Context, path string, options url.Values, statements ...string) (*sql.DB, error) {
	options.Set("_busy_timeout", fmt.Sprint(exclusiveWait.Milliseconds()))
	db, err := openDatabase(path, options)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	for _, statement := range statements {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, errors.Join(lockError(err), db.Close())
		}
	}
	return db, nil
}

var errUnreadable = errors.New("database cannot be read")

// readable reads the schema over a read-only connection, unless that would replay a
// foreign log: a writable one would checkpoint and remove the log when it closes,
// however damaged the file is.
func readable(ctx context.Context, path string) error {
	if err := InspectHeader(path); errors.Is(err, ErrNotSQLite) || errors.Is(err, errForeignLog) {
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer db.Close()
	var objects int
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&objects)
	var interrupted sqlite3.Error
	if errors.As(err, &interrupted) && interrupted.ExtendedCode == sqlite3.ErrReadonlyRollback {
		return nil // opened for writing, the interrupted write is rolled back
	}
	return lockError(err)
}

func lockError(err error) error {
	var sqliteErr sqlite3.Error
	if !errors.As(err, &sqliteErr) {
		return err
	}
	switch sqliteErr.Code {
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return ErrInUse
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return err
}
