package models

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"worklog/models/dbfile"
)

// MadeBackup is a copy of the database that the server has made by itself and
// not removed yet.
type MadeBackup struct {
	Path   string `gorm:"primaryKey"` // absolute
	MadeAt Instant
	Size   *int64 // bytes; nil for one that was recorded by schema 2
}

// TableName implements GORM's Tabler.
func (MadeBackup) TableName() string { return "backups" }

// backupsIn returns the recorded backups of a folder, the newest first, up to a
// number. A record whose file is not named as we name them is not one of them.
func (s *Store) backupsIn(ctx context.Context, folder dbfile.Folder, most int) ([]dbfile.Made, error) {
	var all []MadeBackup
	err := s.db.WithContext(ctx).Where("instr(path, ?) = 1", folder.Path).Order("made_at DESC").Limit(most).Find(&all).Error
	var named []dbfile.Made
	for _, backup := range all {
		if backup.Path == folder.BackupAt(backup.MadeAt.Time) {
			named = append(named, dbfile.Made{Path: backup.Path, At: backup.MadeAt.Time, Size: backup.Size})
		}
	}
	return named, err
}

func (s *Store) recordBackup(ctx context.Context, backup MadeBackup) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&backup).Error
	})
}

// forgetBackups drops the records of files that are gone.
func (s *Store) forgetBackups(ctx context.Context, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	return s.write(ctx, func(tx *gorm.DB) error { return tx.Where("path IN ?", paths).Delete(&MadeBackup{}).Error })
}

// BackupFolder is where backups of a store gather that are made one after the
// other: a [dbfile.Folder] whose backups the store records.
type BackupFolder dbfile.Folder

// NewBackupFolder returns the folder at path.
func NewBackupFolder(path string, keep int) (BackupFolder, error) {
	absolute, err := filepath.Abs(path)
	return BackupFolder{absolute, keep}, err
}

// Newest says when the newest backup was made that is there, as
// [dbfile.Folder.Newest] does; the zero time also stands for a record that cannot
// be read.
func (f BackupFolder) Newest(ctx context.Context, store *Store, now time.Time) (time.Time, error) {
	recorded, err := f.recorded(ctx, store)
	if err != nil {
		return time.Time{}, err
	}
	return dbfile.Folder(f).Newest(recorded, now)
}

// strayRecords is how many records are looked at beyond the backups that stay.
const strayRecords = 1000

func (f BackupFolder) recorded(ctx context.Context, store *Store) ([]dbfile.Made, error) {
	return store.backupsIn(ctx, dbfile.Folder(f), f.Keep+strayRecords)
}

// Add backs the store up into the folder, as [dbfile.Folder.Add] does, records
// that, and returns the file.
func (f BackupFolder) Add(ctx context.Context, store *Store, now time.Time) (string, error) {
	recorded, err := f.recorded(ctx, store)
	if err != nil {
		return "", err
	}
	made, err := dbfile.Folder(f).Add(ctx, store.file, recorded, now)
	if err != nil {
		return "", err
	}
	if err := store.recordBackup(ctx, MadeBackup{made.Path, NewInstant(made.At), made.Size}); err != nil {
		return "", errors.Join(err, os.Remove(made.Path)) // nobody would ever remove it
	}
	return made.Path, nil
}

// Prune removes the backups on record that are older than the newest ones, as
// [dbfile.Folder.Prune] does, and the records of those that are gone.
func (f BackupFolder) Prune(ctx context.Context, store *Store, now time.Time) error {
	recorded, err := f.recorded(ctx, store)
	if err != nil {
		return err
	}
	gone, err := dbfile.Folder(f).Prune(recorded, now)
	return errors.Join(err, store.forgetBackups(ctx, gone))
}
