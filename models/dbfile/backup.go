package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
)

// Backup writes a consistent copy of the database at from, which may be in use, to
// a file that must not exist. The copy is a single file with mode 0600. It is
// checked as [Format.Restore] would and synced to disk before it gets its name. The
// database itself is not changed, not even upgraded.
//
// It returns the odd rows of the copy, as [Checkup] does; they are no error. Its errors are
// [ErrFileExists], [ErrReservedName], [errSwapped], the errors with which [Format.Open]
// rejects a file, and [ErrDamaged] if the copy could not be restored.
func (f Format) Backup(ctx context.Context, from, to string) (odd []string, err error) {
	target, err := followLinks(from)
	if err == nil {
		_, err = inspect(ctx, target)
	}
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", from, err)
	}
	for _, suffix := range append([]string{upgradeLock}, sidecars...) {
		if sameName(from+suffix, to) || sameName(target+suffix, to) {
			return nil, fmt.Errorf("%s: %w", to, ErrReservedName)
		}
	}
	db, err := openToCopy(target)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", from, err)
	}
	odd, err = f.backup(ctx, db, target, to)
	return odd, errors.Join(err, db.Close())
}

// openToCopy opens a database for writing, so that SQLite takes its locks and finds
// the log. If the file cannot be written, it opens it for reading: a disk that has
// become read-only is one more reason for a backup.
func openToCopy(path string) (*sql.DB, error) {
	if refuseUnwritable(path) != nil {
		return openReadOnly(path)
	}
	return openDatabase(path, url.Values{
		"mode":          {"rw"},
		"_busy_timeout": {fmt.Sprint(WriterWait.Milliseconds())},
	})
}

func sameName(a, b string) bool {
	first, firstErr := filepath.Abs(a)
	second, secondErr := filepath.Abs(b)
	return firstErr == nil && secondErr == nil && first == second
}

// Backup is like [Format.Backup] for an open database. It can also return
// [ErrFileMoved].
func (d *Database) Backup(ctx context.Context, to string) (odd []string, err error) {
	if err := d.CheckInPlace(); err != nil {
		return nil, err
	}
	return d.format.backup(ctx, d.Pool, d.target, to)
}

func (f Format) backup(ctx context.Context, db *sql.DB, from, to string) (odd []string, err error) {
	if exists(to) {
		return nil, fmt.Errorf("%s %w", to, ErrFileExists)
	}
	made, err := newDraft(to)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s cannot be written: create its folder first", to)
	}
	if err != nil {
		return nil, fmt.Errorf("backup to %s: %w", to, err)
	}
	defer made.remove()
	checked, err := f.fill(ctx, db, made.path, from)
	if err != nil {
		return nil, fmt.Errorf("backup to %s: %w", to, err)
	}
	return checked.Odd, made.place(to)
}

// fill copies the database into an existing empty file and checks the copy. It
// does not create the file, in case the draft's folder was replaced.
func (f Format) fill(ctx context.Context, db *sql.DB, path, from string) (Checkup, error) {
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", dataSource(path, url.Values{"mode": {"rw"}})); err != nil {
		return Checkup{}, err
	}
	if err := f.reindex(ctx, path); err != nil {
		return Checkup{}, err
	}
	return f.checkUsable(ctx, path, from)
}

// reindex makes the indexes of odd rows of a copy again. VACUUM copies their entries, and another version of SQLite
// may have left out a row with a date that does not exist. What cannot be made again is left to the check.
func (f Format) reindex(ctx context.Context, path string) error {
	db, err := openDatabase(path, url.Values{"mode": {"rw"}})
	if err != nil {
		return err
	}
	for _, table := range f.Records { // of which some have one
		_, _ = db.ExecContext(ctx, "REINDEX "+table+"_suspect")
	}
	return db.Close()
}
