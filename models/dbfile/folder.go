package dbfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// Folder is where backups of a database gather that are made one after the
// other. Whoever makes them records them: folders are shared and disks are
// unplugged, so what is in a folder does not say which are of this database. All
// other files in the folder are left alone.
type Folder struct {
	Path string // absolute
	Keep int    // how many backups stay; at least 1
}

// Made is the record of a backup.
type Made struct {
	Path string // absolute
	At   time.Time
	Size *int64 // bytes; nil when that is not known
}

// Backups are named by when they were made, in UTC, so that they sort:
// worklog-20261120T070000Z.db.
const backupLayout = "worklog-20060102T150405Z.db"

var backupTemporary = regexp.MustCompile(`^worklog-[0-9]{8}T[0-9]{6}Z\.db` + temporaryName)

// BackupAt returns the path of a backup that is made at an instant.
func (f Folder) BackupAt(at time.Time) string {
	return filepath.Join(f.Path, at.UTC().Format(backupLayout))
}

// Newest says when the newest of the recorded backups was made that is there, and
// returns the zero time when there is none. One from the future, made while the
// clock was wrong, is none.
//
// It returns [ErrBackupsGone] when there should be some, and what kept it from
// looking; the time is then that of the newest on record. The records must be
// sorted, the newest first.
func (f Folder) Newest(recorded []Made, now time.Time) (time.Time, error) {
	if len(recorded) == 0 {
		return time.Time{}, nil
	}
	made := upTo(now, recorded)
	left, err := newestLeft(made, 1)
	if err == nil && len(left) == 0 {
		err = f.refuseGone()
	}
	if err != nil {
		left = made
	}
	if len(left) == 0 {
		return time.Time{}, err
	}
	return left[0].At, err
}

// refuseGone returns [ErrBackupsGone] unless the folder has a database of
// worklog: it is then the one that is meant, whatever was removed from it. An
// empty one may be what is left of it when its disk is unplugged.
func (f Folder) refuseGone() error {
	entries, err := os.ReadDir(f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() && inspectHeader(filepath.Join(f.Path, entry.Name())) == nil {
			return nil
		}
	}
	return fmt.Errorf("%s: %w", f.Path, ErrBackupsGone)
}

// Add backs the database up into the folder, and returns what is to be recorded. The
// folder is made with mode 0700 if it is absent, unless there are backups on
// record in it. Its errors are those of [Database.Backup].
func (f Folder) Add(ctx context.Context, database *Database, recorded []Made, now time.Time) (Made, error) {
	if len(recorded) == 0 {
		if err := makeFolder(f.Path); err != nil {
			return Made{}, err
		}
	}
	clearMatching(f.Path, backupTemporary)
	path := f.BackupAt(now)
	if err := database.Backup(ctx, path); err != nil {
		return Made{}, err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return Made{}, errors.Join(err, os.Remove(path)) // nobody would ever remove it
	}
	size := info.Size()
	return Made{path, now, &size}, nil
}

// Prune removes the recorded backups that are older than the newest ones, and
// returns the paths whose records are to go: those of what it has removed, of what
// is gone, and of old files that are not the ones that were made, which stay. The
// records must be sorted, the newest first. It removes what it can, whatever it
// returns.
func (f Folder) Prune(recorded []Made, now time.Time) (gone []string, err error) {
	folder, err := openFolder(f.Path) // its disk is not unmounted while it is open
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	kept, err := newestLeft(upTo(now, recorded), f.Keep)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	oldest := kept[len(kept)-1].At
	var errs []error
	for _, backup := range recorded {
		old := len(kept) == f.Keep && backup.At.Before(oldest)
		name := filepath.Base(backup.Path)
		err := backup.unchanged()
		if err == nil && old {
			if err = folder.Remove(name); err == nil {
				err = fs.ErrNotExist
			}
		} else if errors.Is(err, fs.ErrNotExist) {
			_, err = folder.Lstat(name) // the path may lead elsewhere by now
		}
		switch {
		case errors.Is(err, fs.ErrNotExist), old && isAnother(err):
			gone = append(gone, backup.Path)
		case err != nil && !isAnother(err):
			errs = append(errs, err)
		}
	}
	return gone, errors.Join(errs...)
}

// upTo leaves out what was made later than now.
func upTo(now time.Time, recorded []Made) []Made {
	return slices.DeleteFunc(slices.Clone(recorded), func(backup Made) bool { return backup.At.After(now) })
}

// newestLeft returns the first so many of the backups, the newest first, whose
// files are there as they were made.
func newestLeft(recorded []Made, most int) ([]Made, error) {
	var left []Made
	for _, backup := range recorded {
		if len(left) == most {
			break
		}
		err := backup.unchanged()
		if err != nil && !isAnother(err) && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			left = append(left, backup)
		}
	}
	return left, nil
}

// unchanged returns [ErrNotSQLite], [ErrNotOurs] or [ErrDamaged] for a file that is
// not the one that was made, as far as one can tell without reading it through,
// and [os.ErrNotExist] when there is none.
func (m Made) unchanged() error {
	info, err := os.Lstat(m.Path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %w", ErrNotSQLite, errNotRegular)
	}
	if m.Size != nil && info.Size() != *m.Size {
		return fmt.Errorf("%w: %d bytes long, not %d as it was made", ErrDamaged, info.Size(), *m.Size)
	}
	return inspectHeader(m.Path)
}

// isAnother reports whether the error says that a file is not the backup that was
// made, rather than that nobody could look.
func isAnother(err error) bool {
	return errors.Is(err, ErrNotSQLite) || errors.Is(err, ErrNotOurs) || errors.Is(err, ErrDamaged)
}
