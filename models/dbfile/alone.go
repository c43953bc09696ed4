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

// aloneWait is how long to wait for a program that is only just looking.
const aloneWait = 200 * time.Millisecond

// hold is a database that no other program can use, until it is released.
type hold struct {
	db         *sql.DB
	connection *sql.Conn
}

// holdAlone folds the log into the database at path and keeps everybody else
// out. SQLite's own locks tell whether anybody has it: a connection with a
// write-ahead log shares one as long as it is open, also when it is idle.
//
// It returns [ErrInUse], or errUnreadable for a file that SQLite cannot read.
//
// Nobody may open and close the file otherwise while it is held: that would take
// the process's locks from it.
func holdAlone(ctx context.Context, path string) (*hold, error) {
	if err := readable(ctx, path); err != nil {
		return nil, err
	}
	db, err := openDatabase(path, url.Values{
		"mode":          {"rw"},
		"_locking_mode": {"EXCLUSIVE"},
		"_busy_timeout": {fmt.Sprint(aloneWait.Milliseconds())},
	})
	if err != nil {
		return nil, err
	}
	connection, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(lockError(err), db.Close())
	}
	held := &hold{db, connection}
	for _, statement := range []string{
		"PRAGMA journal_mode = DELETE",
		"BEGIN EXCLUSIVE", "COMMIT", // where there was no log, nothing is locked yet
	} {
		if _, err := connection.ExecContext(ctx, statement); err != nil {
			return nil, errors.Join(lockError(err), held.release())
		}
	}
	return held, nil
}

// errUnreadable says that SQLite cannot read a file.
var errUnreadable = errors.New("database cannot be read")

// readable looks at the file without the right to write: a connection that has
// it plays the log into the file and removes it when it closes, however damaged
// the file is.
func readable(ctx context.Context, path string) error {
	if err := inspectHeader(path); errors.Is(err, ErrNotSQLite) {
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer db.Close()
	var objects int
	return lockError(db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&objects))
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

func (h *hold) release() error { return errors.Join(h.connection.Close(), h.db.Close()) }
