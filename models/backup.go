package models

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// Backup writes a consistent copy of the database at from, that of a running
// server too, to a file that must not exist. The copy stands alone, with mode
// 0600, and is checked and on the disk before it gets its name. The database
// itself stays as it is, its schema included.
//
// It returns [ErrFileExists], [ErrReservedName], the refusals of [Open] to look into a file, and
// [ErrDamaged] for a database whose copy is not sound.
func Backup(ctx context.Context, from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return fmt.Errorf("database %s: %w", from, errors.Unwrap(err))
	}
	if _, err := inspect(ctx, from); err != nil {
		return fmt.Errorf("database %s: %w", from, err)
	}
	for _, suffix := range append([]string{upgradeLock}, besides...) {
		if sameName(from+suffix, to) {
			return fmt.Errorf("%s: %w", to, ErrReservedName)
		}
	}
	db, err := openToCopy(from)
	if err != nil {
		return fmt.Errorf("database %s: %w", from, err)
	}
	return errors.Join(backup(ctx, db, to), db.Close())
}

// openToCopy opens a database for writing, so that SQLite takes part in its locks
// and finds the log, or for reading where nothing can be written: a disk that has
// turned read-only is one more reason for a backup.
func openToCopy(path string) (*sql.DB, error) {
	if refuseUnwritable(path) != nil {
		return openReadOnly(path)
	}
	return sql.Open("sqlite3", dataSource(path, url.Values{
		"mode":          {"rw"},
		"_busy_timeout": {fmt.Sprint(writerWait.Milliseconds())},
	}))
}

func sameName(a, b string) bool {
	first, firstErr := filepath.Abs(a)
	second, secondErr := filepath.Abs(b)
	return firstErr == nil && secondErr == nil && first == second
}

// Backup is [Backup] of the store, while it is in use. It returns [ErrFileMoved]
// too.
func (s *Store) Backup(ctx context.Context, to string) error {
	if err := s.file.unmoved(); err != nil {
		return err
	}
	pool, err := s.db.DB()
	if err != nil {
		return err
	}
	return backup(ctx, pool, to)
}

func backup(ctx context.Context, db *sql.DB, to string) error {
	if exists(to) {
		return fmt.Errorf("%s %w", to, ErrFileExists)
	}
	folder := filepath.Dir(to)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be written: make its folder first", to)
	}
	temporary, err := copyBeside(ctx, db, to, nil)
	if err != nil {
		return fmt.Errorf("backup to %s: %w", to, err)
	}
	defer removeTemporary(temporary)
	return place(temporary, to)
}

// copyBeside makes a copy of the database under a temporary name beside path,
// changed as told, checked and flushed.
func copyBeside(ctx context.Context, db *sql.DB, path string, change func(ctx context.Context, path string) error) (temporary string, err error) {
	temporary, err = makeTemporary(path)
	if err != nil {
		return "", err
	}
	if err := fillCopy(ctx, db, temporary, change); err != nil {
		removeTemporary(temporary)
		return "", err
	}
	return temporary, nil
}

func fillCopy(ctx context.Context, db *sql.DB, path string, change func(ctx context.Context, path string) error) error {
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return err
	}
	if change != nil {
		if err := change(ctx, path); err != nil {
			return err
		}
	}
	if err := checkCopy(ctx, path); err != nil {
		return err
	}
	return syncFile(path)
}

// checkCopy returns [ErrDamaged] for a copy that SQLite finds fault with.
func checkCopy(ctx context.Context, path string) error {
	if _, err := inspect(ctx, path); err != nil {
		return err
	}
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer db.Close()
	faults, err := integrityFaults(ctx, db)
	if err != nil {
		return err
	}
	orphans, err := pairs(ctx, db, foreignKeyFaults)
	if err != nil {
		return err
	}
	for _, orphan := range orphans {
		faults = append(faults, orphan[0]+" refers to a row of "+orphan[1]+" that does not exist")
	}
	if len(faults) > 0 {
		return fmt.Errorf("%w: %s; `worklog check` says all", ErrDamaged, faults[0])
	}
	return nil
}
