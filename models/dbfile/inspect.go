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

// inspect decides, without changing anything, whether the file is a database
// of worklog that this program can read.
func inspect(ctx context.Context, path string) (schemaState, error) {
	known, err := schemas(ctx)
	if err != nil {
		return schemaState{}, err
	}
	return within(ctx, lookLimit, func(ctx context.Context) (schemaState, error) {
		return whileStill(path, func() (schemaState, error) {
			if err := inspectHeader(path); err != nil {
				return schemaState{}, err
			}
			db, err := openReadOnly(path)
			if err != nil {
				return schemaState{}, err
			}
			defer db.Close()
			found, err := schemaOf(ctx, db, known)
			if err != nil {
				return schemaState{}, err
			}
			return found, found.refuseOtherThanTables()
		})
	})
}

// looks is how often a file is looked at that changes meanwhile.
const looks = 3

// whileStill looks again when the file has changed meanwhile: one without a log is
// read without locks, and a server may just be starting.
func whileStill[T any](path string, look func() (T, error)) (found T, err error) {
	for range looks {
		before := stateOf(path)
		found, err = look()
		if before.log || before == stateOf(path) {
			break
		}
	}
	return found, err
}

// fileState is what changes with the content of a database.
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

// openReadOnly opens a file to look at it, and changes nothing.
func openReadOnly(path string) (*sql.DB, error) { return openDatabase(path, readOnly(path)) }

func readOnly(path string) url.Values {
	options := url.Values{"mode": {"ro"}, "_busy_timeout": {fmt.Sprint(WriterWait.Milliseconds())}}
	if !exists(path+"-wal") && !exists(path+"-journal") {
		options.Set("immutable", "1") // SQLite would make files beside it to read it
	}
	return options
}

// schemaError tells damage from what another program or the disk is to blame for:
// whoever reads of damage will restore a backup.
func schemaError(err error) error {
	var sqliteErr sqlite3.Error
	if !errors.As(err, &sqliteErr) {
		return fmt.Errorf("%w: its schema cannot be read: %w", ErrDamaged, err)
	}
	switch sqliteErr.Code {
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB, sqlite3.ErrError: // the last is a table that is missing
		return fmt.Errorf("%w: its schema cannot be read: %w", ErrDamaged, err)
	case sqlite3.ErrReadonly:
		return ErrUnfinished
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return ErrInUse
	}
	return fmt.Errorf("its schema cannot be read: %w", err)
}

// The parts of SQLite's header that say whose file it is
// (https://www.sqlite.org/fileformat.html, section 1.3).
const (
	headerLength        = 100
	headerMagic         = "SQLite format 3\x00"
	pageSizeOffset      = 16
	encodingOffset      = 56
	utf8Encoding        = 1
	applicationIDOffset = 68
	applicationID       = 0x574C4F47 // "WLOG", set by the first migration
)

// inspectHeader returns [ErrNotSQLite] or [ErrNotOurs], or [ErrDamaged] for a file
// that is cut within its last page or has other text than ours.
func inspectHeader(path string) error {
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
	if encoding := binary.BigEndian.Uint32(header[encodingOffset:]); encoding != utf8Encoding {
		return fmt.Errorf("%w: its text is not in UTF-8", ErrDamaged)
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
