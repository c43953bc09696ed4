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
	"syscall"
	"time"
)

const (
	// WriterWait is how long a writer waits for another.
	WriterWait = 5 * time.Second
	// cachedStatements is how many prepared statements a connection keeps: more
	// than the program has.
	cachedStatements = 64
	// idleConnections is how many connections stay open between requests.
	idleConnections = 4
)

// Open opens the database at path. Without a file it creates one, with mode
// 0600, and its folder, with mode 0700. One whose schema is older is backed up
// beside and upgraded; [Database.Upgrade] tells.
//
// It returns [ErrNotSQLite], [ErrNotOurs], [ErrDamaged], [ErrNewerDatabase],
// [ErrNotWritable] or [ErrOrphanedLog] for what it will not touch, wrapped with
// the details.
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
	path = file.target // what stands beside it is beside the file itself
	clearLeftovers(path)
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
		removeDatabase(path + upgradeLock) // of an upgrade that was killed when it was done
		return f.openFile(ctx, file, nil)
	}
	upgraded, err := f.upgrade(ctx, path)
	if err != nil {
		return nil, err
	}
	return f.openFile(ctx, file, upgraded)
}

// finish has SQLite undo a change that was cut off before there was a log, as
// when a database that was restored is first opened, and inspects the file.
func finish(ctx context.Context, path string) (schemaState, error) {
	db, err := openDatabase(path, inUse())
	if err != nil {
		return schemaState{}, err
	}
	if err := errors.Join(db.PingContext(ctx), db.Close()); err != nil {
		return schemaState{}, fmt.Errorf("%w: %w", ErrUnfinished, err)
	}
	return inspect(ctx, path)
}

// refuseUnwritable returns [ErrNotWritable] for a file that cannot be opened
// for writing, as on a read-only file system: SQLite would say that there is no
// such file.
func refuseUnwritable(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotWritable, err)
	}
	return file.Close()
}

// create makes a whole database beside path and then gives it its name, so
// that nobody ever finds half of one. Another process may win that race; its
// database is then as good.
func create(ctx context.Context, path string) error {
	if target, err := os.Readlink(path); err == nil {
		return fmt.Errorf("it is a link to %s, which does not exist", target)
	}
	if err := refuseOrphanedLog(path); err != nil {
		return err
	}
	if err := refuseOddBeside(path); err != nil {
		return err
	}
	if err := makeFolder(filepath.Dir(path)); err != nil {
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

// refuseOrphanedLog returns [ErrOrphanedLog] when a log without its database
// stands at path: SQLite would play it into the new one, and the records in it
// may be all that is left of the old one.
func refuseOrphanedLog(path string) error {
	for _, suffix := range []string{"-wal", "-journal"} {
		info, err := os.Stat(path + suffix)
		if err == nil && info.Size() > 0 {
			return fmt.Errorf("%w: put the database back beside %s, or move that file away", ErrOrphanedLog, path+suffix)
		}
	}
	return nil
}

// inUse is what holds on every connection that uses the database.
func inUse() url.Values {
	return url.Values{
		"mode":             {"rw"}, // never create: a file that went away is an error
		"_txlock":          {"immediate"},
		"_journal_mode":    {"WAL"},
		"_synchronous":     {"FULL"},
		"_foreign_keys":    {"on"},
		"_busy_timeout":    {fmt.Sprint(WriterWait.Milliseconds())},
		"_stmt_cache_size": {fmt.Sprint(cachedStatements)},
	}
}

// openFile opens a file whose schema is the newest.
func (f Format) openFile(ctx context.Context, file *file, upgraded *Upgrade) (*Database, error) {
	pool := sql.OpenDB(connector{file})
	pool.SetMaxIdleConns(idleConnections)
	anchor, err := anchorIn(ctx, pool, file)
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	database := &Database{Upgrade: upgraded, Pool: pool, format: f, file: file, anchor: anchor}
	if err := database.tryWriting(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: both the file and its folder must be writable: %w", ErrNotWritable, err), database.Close())
	}
	return database, nil
}

// anchorIn returns the connection that stays, with the log open.
func anchorIn(ctx context.Context, pool *sql.DB, file *file) (*sql.Conn, error) {
	anchor, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	_, err = anchor.ExecContext(ctx, "SELECT 1 FROM "+versions+" LIMIT 1") // opens the log
	if err == nil {
		err = file.openedLog()
	}
	if err != nil {
		return nil, errors.Join(err, anchor.Close())
	}
	return anchor, nil
}
