package dbfile

import (
	"context"
	"database/sql"
	"errors"
)

// Database is a database file that is open.
type Database struct {
	// Upgrade is what opening it has changed of the file; nil for nothing.
	Upgrade *Upgrade
	// Pool returns connections to the file, and to none that has taken its place.
	// Its transactions are taken for writing from their start.
	Pool *sql.DB

	format Format
	file   *file
	// anchor is a connection that stays open: as long as there is one, nobody
	// folds the log and removes it, and whoever wants the database alone finds
	// that it is in use.
	anchor *sql.Conn
}

// Unmoved returns [ErrFileMoved] unless the file is still under its name, with
// its log beside. Whoever writes asks before it begins, and again before it
// acknowledges what was committed.
func (d *Database) Unmoved() error { return d.file.unmoved() }

// tryWriting writes nothing: SQLite opens a file that it cannot write, and begins
// transactions on it.
func (d *Database) tryWriting(ctx context.Context) error {
	if err := d.Unmoved(); err != nil {
		return err
	}
	if _, err := d.Pool.ExecContext(context.WithoutCancel(ctx), "DELETE FROM "+versions+" WHERE 0"); err != nil {
		return err
	}
	return d.Unmoved()
}

// Close folds the write-ahead log into the file and closes it, wherever the file
// has been moved to: a log that stays behind is emptied, so that it is not played
// into the file that has taken the place. That file and its own log are left
// alone, for SQLite removes no log by the name of a database that has moved.
func (d *Database) Close() error {
	_, folded := d.Pool.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return errors.Join(folded, d.anchor.Close(), d.Pool.Close())
}
