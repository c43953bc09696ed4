package models

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gorm.io/gorm/clause"

	"worklog/models/civil"
	"worklog/models/dbfile"
)

// BackupRecord is a backup that the server made and has not removed yet.
type BackupRecord struct {
	Path   string `gorm:"primaryKey"` // absolute
	MadeAt civil.Instant
	Size   *int64 // bytes; nil if it was recorded under schema 2
}

func (BackupRecord) TableName() string { return "backups" }

// BackupFolder is a folder of regular backups of a database. The store records the
// backups, because the folder's content is not enough to tell which files are this
// database's: folders are shared, and disks are unplugged. Other files in the
// folder are not touched.
type BackupFolder struct {
	Path string // absolute
	Keep int    // number of backups to keep; at least 1
}

// NewBackupFolder returns the folder at path.
func NewBackupFolder(path string, keep int) (BackupFolder, error) {
	absolute, err := filepath.Abs(path)
	return BackupFolder{absolute, keep}, err
}

// backupAt returns the path of a backup made at the given time, in UTC.
func (f BackupFolder) backupAt(at time.Time) string {
	return filepath.Join(f.Path, at.UTC().Format("worklog-20060102T150405Z.db"))
}

// strayRecords is how many records are read beyond the backups to keep.
const strayRecords = 1000

// recorded returns the recorded backups of the folder, newest first. It skips records
// whose file name is not the one that the folder would choose.
func (f BackupFolder) recorded(ctx context.Context, store *Store) ([]BackupRecord, error) {
	var all []BackupRecord
	err := store.Read(ctx).Where("instr(path, ?) = 1", f.Path).Order("made_at DESC").Limit(f.Keep + strayRecords).Find(&all).Error
	return slices.DeleteFunc(all, func(backup BackupRecord) bool { return backup.Path != f.backupAt(backup.MadeAt.Time) }), err
}

// errBackupsGone is returned when all earlier backups have disappeared: without the
// intended disk, new ones would end up on another.
var errBackupsGone = errors.New("none of the backups that were made there is left: is its disk mounted? " +
	"If it is, put one back, or make one there with `worklog backup`")

// Newest returns when the newest recorded backup that still exists was made, or
// the zero time if there is none. It ignores backups from the future, which were
// made while the clock was wrong.
//
// It returns errBackupsGone if there are records but no backups, or the error
// that kept it from looking; the time is then that of the newest record, or zero if
// the records cannot be read.
func (f BackupFolder) Newest(ctx context.Context, store *Store, now time.Time) (time.Time, error) {
	recorded, err := f.recorded(ctx, store)
	if err != nil || len(recorded) == 0 {
		return time.Time{}, err
	}
	made := upTo(now, recorded)
	left, err := newestLeft(store, made, 1)
	if err == nil && len(left) == 0 {
		err = f.refuseGone(store)
	}
	if err != nil {
		left = made
	}
	if len(left) == 0 {
		return time.Time{}, err
	}
	return left[0].MadeAt.Time, err
}

// refuseGone returns errBackupsGone unless the folder contains a worklog
// database, which shows that it is the intended folder. An empty one may be the
// mount point of an unplugged disk. A database stands before its log, whose locks must
// stay if it is the store's.
func (f BackupFolder) refuseGone(store *Store) error {
	entries, err := os.ReadDir(f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() && store.file.InspectHeader(filepath.Join(f.Path, entry.Name())) == nil {
			return nil
		}
	}
	return fmt.Errorf("%s: %w", f.Path, errBackupsGone)
}

// Add writes a backup into the folder, records it, and returns its path and the odd rows in it. A
// missing folder is created with mode 0700, but not if backups are recorded: it may be on a disk
// that is unplugged. Its errors are those of [Store.Backup].
func (f BackupFolder) Add(ctx context.Context, store *Store, now time.Time) (path string, odd []string, err error) {
	recorded, err := f.recorded(ctx, store)
	if err == nil && len(recorded) == 0 {
		err = dbfile.MakeFolder(f.Path)
	}
	if err != nil {
		return "", nil, err
	}
	dbfile.ClearDrafts(f.Path, `worklog-[0-9]{8}T[0-9]{6}Z\.db`)
	path = f.backupAt(now)
	if odd, err = store.Backup(ctx, path); err != nil {
		return "", nil, err
	}
	info, err := os.Lstat(path)
	if err == nil {
		err = store.Write(ctx, func(tx *Tx) error {
			made := BackupRecord{path, civil.NewInstant(now), new(info.Size())}
			return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&made).Error
		})
	}
	if err != nil {
		return "", nil, errors.Join(err, os.Remove(path)) // without a record it would never be removed
	}
	return path, odd, nil
}

// Prune removes the recorded backups that are too old to keep, and the records of those that it
// removed, that no longer exist, or that are old and were replaced by other files, which stay. If
// it returns an error, it has still removed what it could.
func (f BackupFolder) Prune(ctx context.Context, store *Store, now time.Time) error {
	recorded, err := f.recorded(ctx, store)
	if err != nil {
		return err
	}
	folder, err := dbfile.OpenFolder(f.Path) // an open folder keeps its disk from being unmounted
	if err != nil {
		return err
	}
	defer folder.Close()
	kept, err := newestLeft(store, upTo(now, recorded), f.Keep)
	if err != nil || len(kept) == 0 {
		return err
	}
	oldest := kept[len(kept)-1].MadeAt
	var gone []string
	var errs []error
	for _, backup := range recorded {
		old := len(kept) == f.Keep && backup.MadeAt.Before(oldest.Time)
		name := filepath.Base(backup.Path)
		err := backup.unchanged(store)
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
	if len(gone) > 0 {
		errs = append(errs, store.Write(ctx, func(tx *Tx) error { return tx.Where("path IN ?", gone).Delete(&BackupRecord{}).Error }))
	}
	return errors.Join(errs...)
}

// upTo returns the records of backups made no later than now.
func upTo(now time.Time, recorded []BackupRecord) []BackupRecord {
	return slices.DeleteFunc(slices.Clone(recorded), func(backup BackupRecord) bool { return backup.MadeAt.After(now) })
}

// newestLeft returns the first limit backups whose files still exist unchanged.
func newestLeft(store *Store, recorded []BackupRecord, limit int) ([]BackupRecord, error) {
	var left []BackupRecord
	for _, backup := range recorded {
		if len(left) == limit {
			break
		}
		err := backup.unchanged(store)
		if err != nil && !notTheBackup(err) && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			left = append(left, backup)
		}
	}
	return left, nil
}

// unchanged returns [dbfile.ErrNotSQLite], [dbfile.ErrNotOurs] or [dbfile.ErrDamaged] if the file
// is not the backup that was made, as far as its size and header show, and
// [os.ErrNotExist] if there is none.
func (r BackupRecord) unchanged(store *Store) error {
	info, err := os.Lstat(r.Path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return dbfile.ErrNotSQLite
	}
	if r.Size != nil && info.Size() != *r.Size {
		return fmt.Errorf("%w: %d bytes long, but the backup had %d", dbfile.ErrDamaged, info.Size(), *r.Size)
	}
	return store.file.InspectHeader(r.Path)
}

// notTheBackup reports whether the error means that a file is not the backup that
// was made, rather than that the file could not be read.
func notTheBackup(err error) bool {
	return errors.Is(err, dbfile.ErrNotSQLite) || errors.Is(err, dbfile.ErrNotOurs) || errors.Is(err, dbfile.ErrDamaged)
}
