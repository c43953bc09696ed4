package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"github.com/mattn/go-sqlite3"
)

const (
	// WriterWait is how long a writer waits for another.
	WriterWait = 5 * time.Second
	// cachedStatements is how many prepared statements a connection keeps; the
	// program has fewer.
	cachedStatements = 64
	// idleConnections is how many connections stay open between requests.
	idleConnections = 4
)

// Open opens the database at path. It creates a missing file with mode 0600, and a
// missing folder with mode 0700. It upgrades a database with an older schema, after
// a backup next to it, and reports that in [Database.Upgrade].
//
// It returns [ErrNotSQLite], [ErrNotOurs], [ErrDamaged], [ErrNewerDatabase],
// [errNotWritable], [ErrOrphanedLog] or [errForeignLog], wrapped with details, for a
// file that it cannot use and has not changed.
func (f Format) Open(ctx context.Context, path string) (*Database, error) {
	database, err := f.open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	return database, nil
}

func (f Format) open(ctx context.Context, path string) (*Database, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = create(ctx, path)
	}
	if err != nil {
		return nil, err
	}
	file, err := newFile(path)
	if err != nil {
		return nil, err
	}
	path = file.target // sidecars are next to the link's target
	ClearDrafts(filepath.Dir(path), regexp.QuoteMeta(filepath.Base(path)))
	schema, err := inspect(ctx, path)
	if errors.Is(err, ErrUnfinished) {
		schema, err = finish(ctx, path)
	}
	if err != nil {
		return nil, err
	}
	if err := refuseUnwritable(path); err != nil {
		return nil, err
	}
	if schema.version == schema.newest {
		removeDatabase(path + upgradeLock) // left by an upgrade that was killed at its end
		return f.openFile(ctx, file, nil)
	}
	if err := RefuseLink(file.path); err != nil {
		return nil, fmt.Errorf("not upgraded from schema %d: %w", schema.version, err)
	}
	upgraded, err := f.upgrade(ctx, path)
	if err != nil {
		return nil, err
	}
	return f.openFile(ctx, file, upgraded)
}

// finish makes SQLite roll back a write that was interrupted in rollback-journal
// mode, as on the first opening of a restored database, and inspects the file.
func finish(ctx context.Context, path string) (schemaState, error) {
	db, err := openDatabase(path, readWrite())
	if err != nil {
		return schemaState{}, err
	}
	if err := errors.Join(db.PingContext(ctx), db.Close()); err != nil {
		return schemaState{}, fmt.Errorf("%w: %w", ErrUnfinished, err)
	}
	return inspect(ctx, path)
}

// refuseUnwritable returns [errNotWritable] for a file that cannot be opened for
// writing, as on a read-only file system. SQLite's own error would be misleading.
func refuseUnwritable(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotWritable, err)
	}
	return file.Close()
}

// create creates a complete database as a draft and then moves it to path. If
// another process has created one first, that one is kept.
func create(ctx context.Context, path string) error {
	if target, err := os.Readlink(path); err == nil {
		return fmt.Errorf("it is a link to %s, which does not exist", target)
	}
	if err := refuseOrphanedLog(path); err != nil {
		return err
	}
	if err := requireRegularSidecars(path); err != nil {
		return err
	}
	if err := MakeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	made, err := newDraft(path)
	if err != nil {
		return err
	}
	defer made.remove()
	if err := migrate(ctx, made.path); err != nil {
		return err
	}
	if err := made.place(path); !errors.Is(err, ErrFileExists) {
		return err
	}
	return nil
}

// refuseOrphanedLog returns [ErrOrphanedLog] if there is a log without its database
// at path: SQLite would replay it into the new one, and its records may be all that
// is left of the old one.
func refuseOrphanedLog(path string) error {
	for _, suffix := range []string{"-wal", "-journal"} {
		info, err := os.Stat(path + suffix)
		if err == nil && info.Size() > 0 {
			return fmt.Errorf("%w: put the database back beside %s, or move that file away", ErrOrphanedLog, path+suffix)
		}
	}
	return nil
}

// readWrite returns the options of connections that use the database.
func readWrite() url.Values {
	return url.Values{
		"mode":             {"rw"}, // never create: a missing file is an error
		"_txlock":          {"immediate"},
		"_journal_mode":    {"WAL"},
		"_synchronous":     {"FULL"},
		"_foreign_keys":    {"on"},
		"_busy_timeout":    {fmt.Sprint(WriterWait.Milliseconds())},
		"_stmt_cache_size": {fmt.Sprint(cachedStatements)},
	}
}

// openFile opens a file that has the newest schema.
func (f Format) openFile(ctx context.Context, file *file, upgraded *Upgrade) (*Database, error) {
	pool := sql.OpenDB(connector(file.connect))
	pool.SetMaxIdleConns(idleConnections)
	anchor, err := anchorIn(ctx, pool, file)
	if refused := (sqlite3.Error{}); errors.As(err, &refused) && refused.Code == sqlite3.ErrReadonly {
		err = noWriting(err)
	}
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	database := &Database{Upgrade: upgraded, Pool: pool, format: f, file: file, anchor: anchor, turns: newTurns()}
	if err := database.tryWriting(ctx); err != nil {
		return nil, errors.Join(noWriting(err), database.Close())
	}
	return database, nil
}

func noWriting(err error) error {
	return fmt.Errorf("%w: both the file and its folder must be writable: %w", errNotWritable, err)
}

// anchorIn returns a connection with the log open, to be kept.
func anchorIn(ctx context.Context, pool *sql.DB, file *file) (*sql.Conn, error) {
	anchor, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	_, err = anchor.ExecContext(ctx, "SELECT 1 FROM "+versions+" LIMIT 1") // opens the log
	if err == nil {
		file.log = new(identity)
		*file.log, _, err = identify(file.target + "-wal")
	}
	if err != nil {
		return nil, errors.Join(err, anchor.Close())
	}
	return anchor, nil
}
