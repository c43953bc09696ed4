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
	"sync"
	"time"
)

// Folder is a folder of regular backups of a database. The caller records the
// backups, because the folder's content is not enough to tell which files are this
// database's: folders are shared, and disks are unplugged. Other files in the
// folder are not touched.
type Folder struct {
	Path string // absolute
	Keep int    // number of backups to keep; at least 1
}

// BackupRecord is the record of a backup.
type BackupRecord struct {
	Path string // absolute
	At   time.Time
	Size *int64 // bytes; nil if unknown
}

// backupLayout is the name of a backup: the time in UTC at which it was made.
const backupLayout = "worklog-20060102T150405Z.db"

var backupTemporary = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^worklog-[0-9]{8}T[0-9]{6}Z\.db` + temporaryName) })

// BackupAt returns the path of a backup made at the given time.
func (f Folder) BackupAt(at time.Time) string {
	return filepath.Join(f.Path, at.UTC().Format(backupLayout))
}

// Newest returns when the newest recorded backup that still exists was made, or
// the zero time if there is none. It ignores backups from the future, which were
// made while the clock was wrong. The records must be sorted, newest first.
//
// It returns [errBackupsGone] if there are records but no backups, or the error
// that kept it from looking; the time is then that of the newest record.
func (f Folder) Newest(recorded []BackupRecord, now time.Time) (time.Time, error) {
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

// refuseGone returns [errBackupsGone] unless the folder contains a worklog
// database, which shows that it is the intended folder. An empty one may be the
// mount point of an unplugged disk.
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
	return fmt.Errorf("%s: %w", f.Path, errBackupsGone)
}

// Add writes a backup into the folder, and returns its record and its odd rows. A missing
// folder is created with mode 0700, but not if backups are recorded: it may be on a disk that
// is unplugged. Its errors are those of [Database.Backup].
func (f Folder) Add(ctx context.Context, database *Database, recorded []BackupRecord, now time.Time) (made BackupRecord, odd []string, err error) {
	if len(recorded) == 0 {
		if err := makeFolder(f.Path); err != nil {
			return BackupRecord{}, nil, err
		}
	}
	if folder, err := openFolder(f.Path); err == nil {
		clearMatching(folder, backupTemporary())
		folder.Close()
	}
	path := f.BackupAt(now)
	if odd, err = database.Backup(ctx, path); err != nil {
		return BackupRecord{}, nil, err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return BackupRecord{}, nil, errors.Join(err, os.Remove(path)) // without a record it would never be removed
	}
	size := info.Size()
	return BackupRecord{path, now, &size}, odd, nil
}

// Prune removes the recorded backups that are too old to keep. It returns the paths
// whose records should be deleted: those of backups that it removed, that no longer
// exist, or that are old and were replaced by other files, which stay. The records
// must be sorted, newest first. If it returns an error, it has still removed what
// it could.
func (f Folder) Prune(recorded []BackupRecord, now time.Time) (gone []string, err error) {
	folder, err := openFolder(f.Path) // an open folder keeps its disk from being unmounted
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
		case errors.Is(err, fs.ErrNotExist), old && notTheBackup(err):
			gone = append(gone, backup.Path)
		case err != nil && !notTheBackup(err):
			errs = append(errs, err)
		}
	}
	return gone, errors.Join(errs...)
}

// upTo returns the records of backups made no later than now.
func upTo(now time.Time, recorded []BackupRecord) []BackupRecord {
	return slices.DeleteFunc(slices.Clone(recorded), func(backup BackupRecord) bool { return backup.At.After(now) })
}

// newestLeft returns the first limit backups whose files still exist unchanged.
func newestLeft(recorded []BackupRecord, limit int) ([]BackupRecord, error) {
	var left []BackupRecord
	for _, backup := range recorded {
		if len(left) == limit {
			break
		}
		err := backup.unchanged()
		if err != nil && !notTheBackup(err) && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			left = append(left, backup)
		}
	}
	return left, nil
}

// unchanged returns [ErrNotSQLite], [ErrNotOurs] or [ErrDamaged] if the file is not
// the backup that was made, as far as its size and header show, and
// [os.ErrNotExist] if there is none.
func (r BackupRecord) unchanged() error {
	info, err := os.Lstat(r.Path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %w", ErrNotSQLite, errNotRegular)
	}
	if r.Size != nil && info.Size() != *r.Size {
		return fmt.Errorf("%w: %d bytes long, but the backup had %d", ErrDamaged, info.Size(), *r.Size)
	}
	return inspectHeader(r.Path)
}

// notTheBackup reports whether the error means that a file is not the backup that
// was made, rather than that the file could not be read.
func notTheBackup(err error) bool {
	return errors.Is(err, ErrNotSQLite) || errors.Is(err, ErrNotOurs) || errors.Is(err, ErrDamaged)
}
