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

// Backup writes a consistent copy of the database at from, which may be in use, to
// a file that must not exist. The copy is a single file with mode 0600. It is
// checked as [Format.Restore] would and synced to disk before it gets its name. The
// database itself is not changed, not even upgraded.
//
// It returns [ErrFileExists], [ErrReservedName], [ErrSwapped], the errors with which
// [Format.Open] rejects a file, and [ErrDamaged] if the copy could not be restored.
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
	return errors.Join(f.backup(ctx, db, target, to), db.Close())
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
func (d *Database) Backup(ctx context.Context, to string) error {
	if err := d.CheckInPlace(); err != nil {
		return err
	}
	return d.format.backup(ctx, d.Pool, d.file.target, to)
}

func (f Format) backup(ctx context.Context, db *sql.DB, from, to string) error {
	if exists(to) {
		return fmt.Errorf("%s %w", to, ErrFileExists)
	}
	folder := filepath.Dir(to)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be written: create its folder first", to)
	}
	made, err := newDraft(to)
	if err != nil {
		return fmt.Errorf("backup to %s: %w", to, err)
	}
	defer made.remove()
	if err := f.fill(ctx, db, made.path); err != nil {
		return fmt.Errorf("backup to %s: %w", to, err)
	}
	if err := giveCopy(made.file, to, from); err != nil {
		return fmt.Errorf("backup to %s: %w", to, err)
	}
	return made.place(to)
}

// fill copies the database into an existing empty file and checks the copy. It
// does not create the file, in case the draft's folder was replaced.
func (f Format) fill(ctx context.Context, db *sql.DB, path string) error {
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", dataSource(path, url.Values{"mode": {"rw"}})); err != nil {
		return err
	}
	_, err := f.checkSound(ctx, path, "worklog check")
	return err
}
