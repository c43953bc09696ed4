package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// Backup writes a consistent copy of the database at from, which may be in use, to
// a file that must not exist. The copy is a single file with mode 0600. It is
// checked as [Format.Restore] would and synced to disk before it gets its name. The
// database itself is not changed, not even upgraded. A process of root reads it as the owner
// of its folder. It creates the copy as root, or as that user if they could make the path of
// the copy lead elsewhere.
//
// It returns the odd rows of the copy, as [Checkup] does; they are no error. Its errors are
// [ErrFileExists], [ErrReservedName], [ErrSwapped], the errors with which [Format.Open]
// rejects a file, and [ErrDamaged] if the copy could not be restored.
func (f Format) Backup(ctx context.Context, from, to string) (odd []string, err error) {
	owner, err := ownerOfFolder(from)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", from, err)
	}
	way, err := owner.rootsWay(filepath.Dir(to)) // to the folder: a link at the name itself is not followed
	if err != nil {
		return nil, fmt.Errorf("backup to %s: %w", to, err)
	}
	if way != nil {
		defer way.close()
		return f.backupOf(ctx, owner, from, way, to)
	}
	if err := owner.act(); err != nil {
		return nil, err
	}
	odd, err = f.backupFile(ctx, from, to)
	return odd, owner.explain(err)
}

// backupOf has the owner make the copy in a temporary folder, and copies it as root into the
// folder at the end of a way.
//
// What root copies is the file that was checked: it stays open from before it is filled. Only
// the owner could write to it in between, who may as well write to the database.
func (f Format) backupOf(ctx context.Context, owner folderOwner, from string, w *way, to string) (odd []string, err error) {
	beside, err := w.openFolder()
	if err != nil {
		return nil, noFolder(to, err)
	}
	made, err := draftOfBackup(beside, to)
	if err != nil {
		return nil, err
	}
	defer made.remove()
	err = owner.during(func() error {
		folder, err := temporaryFolder("worklog-backup-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		checked, err := newDraft(filepath.Join(folder, filepath.Base(to)))
		if err != nil {
			return err
		}
		defer checked.remove()
		if odd, err = f.fillFrom(ctx, from, to, checked); err != nil {
			return err
		}
		_, err = io.Copy(made.file, checked.file)
		return err
	})
	if err != nil {
		return nil, err
	}
	return odd, made.place(to)
}

// fillFrom copies a database into a draft, and checks the copy.
func (f Format) fillFrom(ctx context.Context, from, to string, copied *draft) (odd []string, err error) {
	db, target, err := openSource(ctx, from, to)
	if err != nil {
		return nil, err
	}
	checked, err := f.fill(ctx, db, copied.path, target)
	return checked.Odd, errors.Join(err, db.Close(), copied.checkNotSwapped(copied.path))
}

func (f Format) backupFile(ctx context.Context, from, to string) (odd []string, err error) {
	db, target, err := openSource(ctx, from, to)
	if err != nil {
		return nil, err
	}
	odd, err = f.backup(ctx, db, target, to)
	return odd, errors.Join(err, db.Close())
}

// openSource opens a database to copy it to a file, which must not be one of its own. It
// returns the path with links resolved, too.
func openSource(ctx context.Context, from, to string) (db *sql.DB, target string, err error) {
	target, err = followLinks(from)
	if err == nil {
		_, err = inspect(ctx, target)
	}
	if err != nil {
		return nil, "", fmt.Errorf("database %s: %w", from, err)
	}
	for _, suffix := range append([]string{upgradeLock}, sidecars...) {
		if sameName(from+suffix, to) || sameName(target+suffix, to) {
			return nil, "", fmt.Errorf("%s: %w", to, ErrReservedName)
		}
	}
	if db, err = openToCopy(target); err != nil {
		return nil, "", fmt.Errorf("database %s: %w", from, err)
	}
	return db, target, nil
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
	return d.format.backup(ctx, d.Pool, d.file.target, to)
}

func (f Format) backup(ctx context.Context, db *sql.DB, from, to string) (odd []string, err error) {
	beside, err := openFolder(filepath.Dir(to))
	if err != nil {
		return nil, noFolder(to, err)
	}
	made, err := draftOfBackup(beside, to)
	if err != nil {
		return nil, err
	}
	defer made.remove()
	checked, err := f.fill(ctx, db, made.path, from)
	if err != nil {
		return nil, fmt.Errorf("backup to %s: %w", to, err)
	}
	return checked.Odd, made.place(to)
}

// noFolder returns the error for a backup into a folder that could not be opened.
func noFolder(to string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be written: create its folder first", to)
	}
	return fmt.Errorf("backup to %s: %w", to, err)
}

// draftOfBackup creates a draft of a file that must not exist, in an open folder, which it
// takes over. It returns [ErrFileExists].
func draftOfBackup(beside *os.Root, to string) (*draft, error) {
	if _, err := beside.Lstat(filepath.Base(to)); err == nil {
		return nil, errors.Join(fmt.Errorf("%s %w", to, ErrFileExists), beside.Close())
	}
	made, err := newDraftIn(beside, to)
	if err != nil {
		return nil, fmt.Errorf("backup to %s: %w", to, err)
	}
	return made, nil
}

// fill copies the database into an existing empty file and checks the copy. It
// does not create the file, in case the draft's folder was replaced.
func (f Format) fill(ctx context.Context, db *sql.DB, path, from string) (Checkup, error) {
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", dataSource(path, url.Values{"mode": {"rw"}})); err != nil {
		return Checkup{}, err
	}
	return f.checkUsable(ctx, path, from)
}
