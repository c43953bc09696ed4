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
)

// Backup writes a consistent copy of the database at from, that of a running
// server too, to a file that must not exist. The copy stands alone, with mode
// 0600, is checked as [Format.Restore] would, and is on the disk before it gets its
// name.
// The database itself stays as it is, its schema included.
//
// It returns [ErrFileExists], [ErrReservedName], the refusals of [Format.Open] to look
// into a file, [ErrDamaged] for a database whose copy would not be restored, and
// [ErrSwapped].
func (f Format) Backup(ctx context.Context, from, to string) error {
	target, err := followLinks(from)
	if err == nil {
		_, err = inspect(ctx, target)
	}
	if err != nil {
		return fmt.Errorf("database %s: %w", from, err)
	}
	for _, suffix := range append([]string{upgradeLock}, sidecars...) {
		if sameName(from+suffix, to) || sameName(target+suffix, to) {
			return fmt.Errorf("%s: %w", to, ErrReservedName)
		}
	}
	db, err := openToCopy(target)
	if err != nil {
		return fmt.Errorf("database %s: %w", from, err)
	}
	return errors.Join(f.backup(ctx, db, to), db.Close())
}

// openToCopy opens a database for writing, so that SQLite takes part in its locks
// and finds the log, or for reading where nothing can be written: a disk that has
// turned read-only is one more reason for a backup.
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

// Backup is [Format.Backup] of the database, while it is in use. It returns
// [ErrFileMoved] too.
func (d *Database) Backup(ctx context.Context, to string) error {
	if err := d.Unmoved(); err != nil {
		return err
	}
	return d.format.backup(ctx, d.Pool, to)
}

func (f Format) backup(ctx context.Context, db *sql.DB, to string) error {
	if exists(to) {
		return fmt.Errorf("%s %w", to, ErrFileExists)
	}
	folder := filepath.Dir(to)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be written: make its folder first", to)
	}
	made, err := newDraft(to)
	if err != nil {
		return fmt.Errorf("backup to %s: %w", to, err)
	}
	defer made.remove()
	if err := f.fill(ctx, db, made.path); err != nil {
		return fmt.Errorf("backup to %s: %w", to, err)
	}
	return made.place(to)
}

// fill copies the database into an empty file, and checks the copy. It makes no
// file: in a folder that has taken the place of the draft's there is none.
func (f Format) fill(ctx context.Context, db *sql.DB, path string) error {
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", dataSource(path, url.Values{"mode": {"rw"}})); err != nil {
		return err
	}
	_, err := f.checkSound(ctx, path, "worklog check")
	return err
}
