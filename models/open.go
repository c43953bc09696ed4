package models

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"worklog/models/migrations"
)

const (
	// writerWait is how long a writer waits for another.
	writerWait = 5 * time.Second
	// cachedStatements is how many prepared statements a connection keeps: more
	// than the program has. (GORM's own cache prepares anew in a transaction.)
	cachedStatements = 64
	// idleConnections is how many connections stay open between requests.
	idleConnections = 4
)

// Open opens the database at path. Without a file it creates one, with mode
// 0600, and its folder, with mode 0700. One whose schema is older is backed up
// beside and upgraded; [Store.Upgrade] tells.
//
// It returns [ErrNotSQLite], [ErrNotOurs], [ErrDamaged], [ErrNewerDatabase],
// [ErrNotWritable] or [ErrOrphanedLog] for what it will not touch, wrapped with
// the details.
func Open(ctx context.Context, path string) (*Store, error) {
	store, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	return store, nil
}

func open(ctx context.Context, path string) (*Store, error) {
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
	if err != nil {
		return nil, err
	}
	var upgraded *Upgrade
	if schema.version < schema.newest || exists(path+upgradeLock) {
		upgraded, err = upgrade(ctx, path)
	}
	if err != nil {
		return nil, err
	}
	return openFile(ctx, file, upgraded)
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
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	temporary, err := makeTemporary(path)
	if err != nil {
		return err
	}
	defer removeTemporary(temporary)
	if err := migrate(ctx, temporary); err != nil {
		return err
	}
	if err := place(temporary, path); !errors.Is(err, ErrFileExists) {
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

// schemaState is how far a database's schema has come.
type schemaState struct{ version, newest int64 }

// inspect decides, without changing anything, whether the file is a database
// of worklog that this program can read.
func inspect(ctx context.Context, path string) (schemaState, error) {
	if err := inspectHeader(path); err != nil {
		return schemaState{}, err
	}
	db, err := openReadOnly(path)
	if err != nil {
		return schemaState{}, err
	}
	defer db.Close()
	return schemaOf(ctx, db)
}

// openReadOnly opens a file to look at it, and changes nothing.
func openReadOnly(path string) (*sql.DB, error) {
	options := url.Values{"mode": {"ro"}, "_busy_timeout": {fmt.Sprint(writerWait.Milliseconds())}}
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		options.Set("immutable", "1") // SQLite would make files beside it to read it
	}
	return sql.Open("sqlite3", dataSource(path, options))
}

// schemaOf gives the version of the schema: [ErrDamaged] when there is none,
// [ErrNewerDatabase].
func schemaOf(ctx context.Context, db *sql.DB) (schemaState, error) {
	var found schemaState
	err := db.QueryRowContext(ctx, "SELECT max(version_id) FROM goose_db_version WHERE is_applied").Scan(&found.version)
	if err != nil {
		return schemaState{}, fmt.Errorf("%w: its schema version cannot be read: %w", ErrDamaged, err)
	}
	provider, err := migrator(db)
	if err != nil {
		return schemaState{}, err
	}
	sources := provider.ListSources()
	found.newest = sources[len(sources)-1].Version
	if found.version > found.newest {
		return schemaState{}, fmt.Errorf("%w: its schema is version %d, this program knows up to %d; run a newer worklog", ErrNewerDatabase, found.version, found.newest)
	}
	return found, nil
}

// The parts of SQLite's header that say whose file it is
// (https://www.sqlite.org/fileformat.html, section 1.3).
const (
	headerLength        = 100
	headerMagic         = "SQLite format 3\x00"
	applicationIDOffset = 68
	applicationID       = 0x574C4F47 // "WLOG", set by the first migration
)

// inspectHeader returns [ErrNotSQLite] or [ErrNotOurs], or nil.
func inspectHeader(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: not a regular file", ErrNotSQLite)
	}
	if info.Size() == 0 {
		return fmt.Errorf("%w: zero bytes long; restore it from a backup, or move it away to start anew", ErrNotSQLite)
	}
	header := make([]byte, headerLength)
	if _, err := io.ReadFull(file, header); errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %d bytes long, less than a header", ErrNotSQLite, info.Size())
	} else if err != nil {
		return err
	}
	if !bytes.HasPrefix(header, []byte(headerMagic)) {
		return fmt.Errorf("%w: it begins otherwise", ErrNotSQLite)
	}
	if id := binary.BigEndian.Uint32(header[applicationIDOffset:]); id != applicationID {
		return fmt.Errorf("%w: its application id is %#x, not %#x", ErrNotOurs, id, applicationID)
	}
	return nil
}

// inUse names the file with what holds on every connection that uses it.
func inUse(path string) string {
	return dataSource(path, url.Values{
		"mode":             {"rw"}, // never create: a file that went away is an error
		"_txlock":          {"immediate"},
		"_journal_mode":    {"WAL"},
		"_synchronous":     {"FULL"},
		"_foreign_keys":    {"on"},
		"_busy_timeout":    {fmt.Sprint(writerWait.Milliseconds())},
		"_stmt_cache_size": {fmt.Sprint(cachedStatements)},
	})
}

// openFile opens a file whose schema is the newest.
func openFile(ctx context.Context, file *file, upgraded *Upgrade) (*Store, error) {
	pool := sql.OpenDB(connector{file})
	pool.SetMaxIdleConns(idleConnections)
	store, err := newStore(ctx, pool, file, upgraded)
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	// SQLite opens a file that it cannot write, and begins transactions on it
	deleteNothing := func(tx *gorm.DB) error { return tx.Exec("DELETE FROM work_entries WHERE 0").Error }
	if err := store.write(ctx, deleteNothing); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: both the file and its folder must be writable: %w", ErrNotWritable, err), store.Close())
	}
	return store, nil
}

func newStore(ctx context.Context, pool *sql.DB, file *file, upgraded *Upgrade) (*Store, error) {
	anchor, err := anchorIn(ctx, pool, file)
	if err != nil {
		return nil, err
	}
	db, err := gorm.Open(sqlite.New(sqlite.Config{Conn: pool}), &gorm.Config{
		Logger:                 logger.Discard, // errors are returned; statements would show what people wrote
		SkipDefaultTransaction: true,
		TranslateError:         true,
	})
	if err != nil {
		return nil, errors.Join(err, anchor.Close())
	}
	return &Store{Upgrade: upgraded, db: db, file: file, anchor: anchor}, nil
}

// anchorIn gives the connection that stays, with the log open.
func anchorIn(ctx context.Context, pool *sql.DB, file *file) (*sql.Conn, error) {
	anchor, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	_, err = anchor.ExecContext(ctx, "SELECT id FROM work_entries LIMIT 1") // opens the log
	if err == nil {
		err = file.openedLog()
	}
	if err != nil {
		return nil, errors.Join(err, anchor.Close())
	}
	return anchor, nil
}

// migrator applies the migrations of this program.
func migrator(pool *sql.DB) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectSQLite3, pool, migrations.Files)
}

// dataSource names the file for go-sqlite3, with options that hold on every
// connection of the pool (a pragma in a statement holds on one).
func dataSource(path string, options url.Values) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: options.Encode()}
	return address.String()
}
