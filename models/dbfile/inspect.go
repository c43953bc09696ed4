package dbfile

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

	"github.com/mattn/go-sqlite3"
)

// inspect checks, without changing anything, that the file is a worklog database
// that this program can read.
func inspect(ctx context.Context, path string) (schemaState, error) {
	return withTimeout(ctx, readLimit, func(ctx context.Context) (schemaState, error) {
		return readSchema(ctx, path, func(_ *sql.Tx, schema schemaState) (schemaState, error) {
			return schema, schema.refuseOtherThanTables()
		})
	})
}

// readSchema calls f with the schema of a database, in a transaction that only reads.
func readSchema[T any](ctx context.Context, path string, f func(*sql.Tx, schemaState) (T, error)) (found T, err error) {
	return retryIfChanged(path, func() (T, error) {
		if err := InspectHeader(path); err != nil {
			return found, err
		}
		db, err := openReadOnly(path)
		if err != nil {
			return found, err
		}
		defer db.Close()
		tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return found, schemaError(err)
		}
		defer tx.Rollback()
		schema, err := schemaOf(ctx, tx)
		if err != nil {
			return found, err
		}
		return f(tx, schema)
	})
}

// maxTries is how often a file that keeps changing is read.
const maxTries = 3

// retryIfChanged calls read again if the file has changed in the meantime: without a
// log, a file is read without locks, and a server may be starting.
func retryIfChanged[T any](path string, read func() (T, error)) (found T, err error) {
	for range maxTries {
		before := stateOf(path)
		found, err = read()
		if before.log || before == stateOf(path) {
			break
		}
	}
	return found, err
}

// fileState changes whenever the content of a database does.
type fileState struct {
	size, changed int64
	log           bool
}

func stateOf(path string) fileState {
	info, err := os.Stat(path)
	if err != nil {
		return fileState{}
	}
	return fileState{info.Size(), info.ModTime().UnixNano(), exists(path + "-wal")}
}

func openReadOnly(path string) (*sql.DB, error) { return openDatabase(path, readOnly(path)) }

func readOnly(path string) url.Values {
	options := url.Values{"mode": {"ro"}, "_busy_timeout": {fmt.Sprint(WriterWait.Milliseconds())}}
	if !exists(path+"-wal") && !exists(path+"-journal") {
		options.Set("immutable", "1") // otherwise SQLite would create files next to it
	}
	return options
}

// schemaError distinguishes damage from errors caused by another program or by the
// disk: a report of damage makes people restore a backup.
func schemaError(err error) error {
	var sqliteErr sqlite3.Error
	if !errors.As(err, &sqliteErr) {
		return fmt.Errorf("%w: its schema cannot be read: %w", ErrDamaged, err)
	}
	switch sqliteErr.Code {
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB, sqlite3.ErrError: // ErrError: a missing table
		return fmt.Errorf("%w: its schema cannot be read: %w", ErrDamaged, err)
	case sqlite3.ErrReadonly:
		return ErrUnfinished
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return ErrInUse
	case sqlite3.ErrCantOpen: // to read a log, SQLite makes a file beside it
		return fmt.Errorf("its schema cannot be read: %w; if a -wal is beside it, copy both to a folder that can be written to", err)
	}
	return fmt.Errorf("its schema cannot be read: %w", err)
}

// Parts of SQLite's header (https://www.sqlite.org/fileformat.html, section 1.3).
const (
	headerLength        = 100
	headerMagic         = "SQLite format 3\x00"
	pageSizeOffset      = 16
	writeVersionOffset  = 18
	withoutLog          = 1 // as a backup is, until it is opened for writing
	encodingOffset      = 56
	utf8Encoding        = 1
	applicationIDOffset = 68
	applicationID       = 0x574C4F47 // "WLOG", set by the first migration
)

// InspectHeader returns [ErrNotSQLite], [ErrNotOurs] or [errForeignLog], or
// [ErrDamaged] for a file that is truncated within a page or not encoded in UTF-8.
func InspectHeader(path string) error {
	logged := hasLog(path) // first: SQLite changes the header before it writes a log
	file, err := OpenRegular(path)
	if errors.Is(err, errNotRegular) {
		return fmt.Errorf("%w: %w", ErrNotSQLite, errNotRegular)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return fmt.Errorf("%w: zero bytes long; restore it from a backup, or move it away to start afresh", ErrNotSQLite)
	}
	header := make([]byte, headerLength)
	if _, err := io.ReadFull(file, header); errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %d bytes long, less than a header", ErrNotSQLite, info.Size())
	} else if err != nil {
		return err
	}
	if !bytes.HasPrefix(header, []byte(headerMagic)) {
		return fmt.Errorf("%w: it has no SQLite header", ErrNotSQLite)
	}
	if id := binary.BigEndian.Uint32(header[applicationIDOffset:]); id != applicationID {
		return fmt.Errorf("%w: its application id is %#x, not %#x", ErrNotOurs, id, applicationID)
	}
	if encoding := binary.BigEndian.Uint32(header[encodingOffset:]); encoding != utf8Encoding {
		return fmt.Errorf("%w: its text is not in UTF-8", ErrDamaged)
	}
	if logged && header[writeVersionOffset] == withoutLog && hasLog(path) {
		return fmt.Errorf("%w and would be replayed into this one: move %s-wal away, or restore a backup", errForeignLog, path)
	}
	if exists(path + "-wal") { // has the whole of a page that was being written
		return nil
	}
	return refuseCutPage(header, info.Size())
}

func hasLog(path string) bool {
	info, err := os.Lstat(path + "-wal")
	return err == nil && info.Mode().IsRegular() && info.Size() > 0
}

// refuseCutPage returns [ErrDamaged] for a file that does not consist of whole
// pages: SQLite would read the missing part of the last one as zeros.
func refuseCutPage(header []byte, size int64) error {
	pageSize := int64(binary.BigEndian.Uint16(header[pageSizeOffset:]))
	if pageSize == 1 { // stands for 65536
		pageSize = 1 << 16
	}
	if pageSize == 0 || size%pageSize != 0 {
		return fmt.Errorf("%w: truncated: its %d bytes are not a multiple of the page size %d", ErrDamaged, size, pageSize)
	}
	return nil
}
