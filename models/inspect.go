package models

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"github.com/mattn/go-sqlite3"
)

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
	if !exists(path+"-wal") && !exists(path+"-journal") {
		options.Set("immutable", "1") // SQLite would make files beside it to read it
	}
	return sql.Open("sqlite3", dataSource(path, options))
}

// schemaOf gives the version of the schema. It returns [ErrDamaged] when there is
// none, [ErrNewerDatabase], or [ErrUnfinished].
func schemaOf(ctx context.Context, db *sql.DB) (schemaState, error) {
	var found schemaState
	var version sql.NullInt64
	err := db.QueryRowContext(ctx, "SELECT max(version_id) FROM goose_db_version WHERE is_applied").Scan(&version)
	if err == nil && !version.Valid {
		err = errors.New("it is empty")
	}
	if err != nil {
		return schemaState{}, schemaFault(err)
	}
	found.version = version.Int64
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

// schemaFault tells damage from what another program or the disk is to blame for:
// whoever reads of damage will restore a backup.
func schemaFault(err error) error {
	var fault sqlite3.Error
	if !errors.As(err, &fault) {
		return fmt.Errorf("%w: its schema version cannot be read: %w", ErrDamaged, err)
	}
	switch fault.Code {
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB, sqlite3.ErrError: // the last is a table that is missing
		return fmt.Errorf("%w: its schema version cannot be read: %w", ErrDamaged, err)
	case sqlite3.ErrReadonly:
		return ErrUnfinished
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return ErrInUse
	}
	return fmt.Errorf("its schema version cannot be read: %w", err)
}

// The parts of SQLite's header that say whose file it is
// (https://www.sqlite.org/fileformat.html, section 1.3).
const (
	headerLength        = 100
	headerMagic         = "SQLite format 3\x00"
	pageSizeOffset      = 16
	applicationIDOffset = 68
	applicationID       = 0x574C4F47 // "WLOG", set by the first migration
)

// inspectHeader returns [ErrNotSQLite] or [ErrNotOurs], or [ErrDamaged] for a file
// that is cut within its last page.
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
	if exists(path + "-wal") { // which has all of a page that was being written
		return nil
	}
	return refuseCutPage(header, info.Size())
}

// refuseCutPage returns [ErrDamaged] for a file that is not made of whole pages:
// SQLite would take what is missing of the last one to be zeros.
func refuseCutPage(header []byte, size int64) error {
	pageSize := int64(binary.BigEndian.Uint16(header[pageSizeOffset:]))
	if pageSize == 1 { // which stands for what two bytes cannot hold
		pageSize = 1 << 16
	}
	if pageSize == 0 || size%pageSize != 0 {
		return fmt.Errorf("%w: cut short, for its %d bytes are not whole pages of %d", ErrDamaged, size, pageSize)
	}
	return nil
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
