package models

import (
	"context"
	"errors"
	"os"
	"path/filepath"
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

// TableName implements GORM's Tabler.
func (BackupRecord) TableName() string { return "backups" }

// backupsIn returns at most limit recorded backups of a folder, newest first. It
// skips records whose file name is not the one that [dbfile.Folder] would choose.
func (s *Store) backupsIn(ctx context.Context, folder dbfile.Folder, limit int) ([]dbfile.BackupRecord, error) {
	var all []BackupRecord
	err := s.Read(ctx).Where("instr(path, ?) = 1", folder.Path).Order("made_at DESC").Limit(limit).Find(&all).Error
	var named []dbfile.BackupRecord
	for _, backup := range all {
		if backup.Path == folder.BackupAt(backup.MadeAt.Time) {
			named = append(named, dbfile.BackupRecord{Path: backup.Path, At: backup.MadeAt.Time, Size: backup.Size})
		}
	}
	return named, err
}

func (s *Store) recordBackup(ctx context.Context, backup BackupRecord) error {
	return s.Write(ctx, func(tx *Tx) error {
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&backup).Error
	})
}

// forgetBackups deletes the records of files that are gone.
func (s *Store) forgetBackups(ctx context.Context, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	return s.Write(ctx, func(tx *Tx) error { return tx.Where("path IN ?", paths).Delete(&BackupRecord{}).Error })
}

// BackupFolder is a [dbfile.Folder] whose backups are recorded in the store.
type BackupFolder dbfile.Folder

// NewBackupFolder returns the folder at path.
func NewBackupFolder(path string, keep int) (BackupFolder, error) {
	absolute, err := filepath.Abs(path)
	return BackupFolder{absolute, keep}, err
}

// Newest returns when the newest existing backup was made, like
// [dbfile.Folder.Newest]. It also returns the zero time if the records cannot be
// read.
func (f BackupFolder) Newest(ctx context.Context, store *Store, now time.Time) (time.Time, error) {
	recorded, err := f.recorded(ctx, store)
	if err != nil {
		return time.Time{}, err
	}
	return dbfile.Folder(f).Newest(recorded, now)
}

// strayRecords is how many records are read beyond the backups to keep.
const strayRecords = 1000

func (f BackupFolder) recorded(ctx context.Context, store *Store) ([]dbfile.BackupRecord, error) {
	return store.backupsIn(ctx, dbfile.Folder(f), f.Keep+strayRecords)
}

// Add writes a backup into the folder, like [dbfile.Folder.Add], records it, and
// returns its path and the odd days in it.
func (f BackupFolder) Add(ctx context.Context, store *Store, now time.Time) (path string, odd []string, err error) {
	recorded, err := f.recorded(ctx, store)
	if err != nil {
		return "", nil, err
	}
	made, odd, err := dbfile.Folder(f).Add(ctx, store.file, recorded, now)
	if err != nil {
		return "", nil, err
	}
	if err := store.recordBackup(ctx, BackupRecord{made.Path, civil.NewInstant(made.At), made.Size}); err != nil {
		return "", nil, errors.Join(err, os.Remove(made.Path)) // without a record it would never be removed
	}
	return made.Path, odd, nil
}

// Prune removes the recorded backups that are too old to keep, like
// [dbfile.Folder.Prune], and the records of those that are gone.
func (f BackupFolder) Prune(ctx context.Context, store *Store, now time.Time) error {
	recorded, err := f.recorded(ctx, store)
	if err != nil {
		return err
	}
	gone, err := dbfile.Folder(f).Prune(recorded, now)
	return errors.Join(err, store.forgetBackups(ctx, gone))
}
