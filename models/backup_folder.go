package models

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

// BackupFolder is where backups of a store gather that are made one after the
// other. The store records them: those of another database and all other files
// in the folder are left alone.
type BackupFolder struct {
	Path string // absolute
	Keep int    // how many backups stay; at least 1
}

// NewBackupFolder gives the folder at path.
func NewBackupFolder(path string, keep int) (BackupFolder, error) {
	absolute, err := filepath.Abs(path)
	return BackupFolder{absolute, keep}, err
}

// Backups are named by when they were made, in UTC, so that they sort:
// worklog-20261120T070000Z.db.
const backupLayout = "worklog-20060102T150405Z.db"

var backupTemporary = regexp.MustCompile(`^worklog-[0-9]{8}T[0-9]{6}Z\.db` + temporaryName)

// Newest says when the newest backup was made that is there, and gives the zero
// time when there is none. One from the future, made while the clock was wrong,
// is none.
//
// It returns [ErrBackupsGone] when there should be some, and what kept it from
// looking; the time is then that of the newest on record, if it can be read.
func (f BackupFolder) Newest(ctx context.Context, store *Store, now time.Time) (time.Time, error) {
	recorded, err := f.recorded(ctx, store)
	if err != nil || len(recorded) == 0 {
		return time.Time{}, err
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
	return left[0].MadeAt.Time, err
}

// strayRecords is how many records are looked at beyond the backups that stay.
const strayRecords = 1000

func (f BackupFolder) recorded(ctx context.Context, store *Store) ([]MadeBackup, error) {
	return store.backupsIn(ctx, f.Path, f.Keep+strayRecords)
}

// refuseGone returns [ErrBackupsGone] unless the folder has a database of
// worklog: it is then the one that is meant, whatever was removed from it. An
// empty one may be what is left of it when its disk is unplugged.
func (f BackupFolder) refuseGone() error {
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

// Add backs the store up into the folder, records that, and gives the file. The
// folder is made with mode 0700 if it is absent, unless there are backups of
// this store on record in it. Its errors are those of [Store.Backup].
func (f BackupFolder) Add(ctx context.Context, store *Store, now time.Time) (string, error) {
	recorded, err := f.recorded(ctx, store)
	if err != nil {
		return "", err
	}
	if len(recorded) == 0 {
		err = makeFolder(f.Path)
	}
	if err != nil {
		return "", err
	}
	clearMatching(f.Path, backupTemporary)
	path := filepath.Join(f.Path, now.UTC().Format(backupLayout))
	if err := store.Backup(ctx, path); err != nil {
		return "", err
	}
	info, err := os.Lstat(path)
	if err == nil {
		size := info.Size()
		err = store.recordBackup(ctx, MadeBackup{path, NewInstant(now), &size})
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(path)) // nobody would ever remove it
	}
	return path, nil
}

// Prune removes the backups on record that are older than the newest ones, and
// the records of those that are gone. A file that is not the one that was made
// stays, and its record goes.
func (f BackupFolder) Prune(ctx context.Context, store *Store, now time.Time) error {
	folder, err := openFolder(f.Path) // its disk is not unmounted while it is open
	if err != nil {
		return err
	}
	defer folder.Close()
	recorded, err := f.recorded(ctx, store)
	if err != nil {
		return err
	}
	kept, err := newestLeft(upTo(now, recorded), f.Keep)
	if err != nil || len(kept) == 0 {
		return err
	}
	oldest := kept[len(kept)-1].MadeAt
	var faults []error
	var gone []string
	for _, backup := range recorded {
		old := len(kept) == f.Keep && backup.MadeAt.Before(oldest.Time)
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
			faults = append(faults, err)
		}
	}
	return errors.Join(append(faults, store.forgetBackups(ctx, gone))...)
}

// upTo leaves out what was made later than now.
func upTo(now time.Time, recorded []MadeBackup) []MadeBackup {
	return slices.DeleteFunc(slices.Clone(recorded), func(backup MadeBackup) bool { return backup.MadeAt.After(now) })
}

// newestLeft gives the first so many of the backups, the newest first, whose
// files are there as they were made.
func newestLeft(recorded []MadeBackup, most int) ([]MadeBackup, error) {
	var left []MadeBackup
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

// isAnother reports whether the error says that a file is not the backup that was
// made, rather than that nobody could look.
func isAnother(err error) bool {
	return errors.Is(err, ErrNotSQLite) || errors.Is(err, ErrNotOurs) || errors.Is(err, ErrDamaged)
}
