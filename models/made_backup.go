package models

import (
	"context"
	"path/filepath"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// MadeBackup is a copy of the database that the server has made by itself and
// not removed yet. Folders are shared and disks are unplugged: what is in a
// folder does not say which copies this database has.
type MadeBackup struct {
	Path   string `gorm:"primaryKey"` // absolute
	MadeAt Instant
}

// TableName implements GORM's Tabler.
func (MadeBackup) TableName() string { return "backups" }

// backupsIn gives the recorded backups of a folder, the newest first.
func (s *Store) backupsIn(ctx context.Context, folder string) ([]MadeBackup, error) {
	var all []MadeBackup
	err := s.db.WithContext(ctx).Order("made_at DESC").Find(&all).Error
	return slices.DeleteFunc(all, func(backup MadeBackup) bool { return filepath.Dir(backup.Path) != folder }), err
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
