package models

import (
	"context"
	"fmt"
	"os"
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
	Size   *int64 // bytes; nil for one that was recorded by schema 2
}

// TableName implements GORM's Tabler.
func (MadeBackup) TableName() string { return "backups" }

// unchanged returns [ErrNotSQLite], [ErrNotOurs] or [ErrDamaged] for a file that is
// not the one that was made, as far as one can tell without reading it through,
// and [os.ErrNotExist] when there is none.
func (b MadeBackup) unchanged() error {
	info, err := os.Lstat(b.Path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %w", ErrNotSQLite, errNotRegular)
	}
	if b.Size != nil && info.Size() != *b.Size {
		return fmt.Errorf("%w: %d bytes long, not %d as it was made", ErrDamaged, info.Size(), *b.Size)
	}
	return inspectHeader(b.Path)
}

// backupsIn gives the recorded backups of a folder, the newest first, up to a
// number. A record whose file is not named as we name them is none of them.
func (s *Store) backupsIn(ctx context.Context, folder string, most int) ([]MadeBackup, error) {
	var all []MadeBackup
	err := s.db.WithContext(ctx).Where("instr(path, ?) = 1", folder).Order("made_at DESC").Limit(most).Find(&all).Error
	return slices.DeleteFunc(all, func(backup MadeBackup) bool {
		return backup.Path != filepath.Join(folder, backup.MadeAt.UTC().Format(backupLayout))
	}), err
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
