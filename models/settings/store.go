package settings

import (
	"context"
	"database/sql"
	"errors"

	"worklog/models"
	"worklog/models/civil"
)

// Version is what the person has set, as it was after a change.
type Version struct {
	ID       int64 // its number; 0 if nothing was ever set
	MadeAt   civil.Instant
	MadeBy   string // as [models.By] says; empty where nothing does
	Document string // TOML of the person's sections
}

// Stamp identifies the version.
func (v Version) Stamp() models.Stamp { return models.Stamp{Number: v.ID, At: v.MadeAt} }

// TableName implements GORM's Tabler.
func (Version) TableName() string { return "settings_versions" }

// Errors of [Save], which has then changed nothing.
var (
	ErrChanged  = errors.New("the settings have changed since they were read")
	ErrTooLarge = errors.New("the settings are larger than 256 KiB")
)

// Newest returns the version in force, or the zero Version if there is none.
func Newest(ctx context.Context, s *models.Store) (Version, error) { return NewestIn(s.Read(ctx)) }

// NewestIn is [Newest] of a transaction or a snapshot.
func NewestIn(tx *models.Tx) (Version, error) {
	version, err := models.FindOne[Version](tx.Order("id DESC"))
	if version == nil {
		version = &Version{}
	}
	return *version, err
}

// NewestID returns the number of the version in force, or 0 if there is none. Every request of a
// page asks.
func NewestID(ctx context.Context, s *models.Store) (int64, error) { return newestID(s.Read(ctx)) }

// newestID goes without GORM, which takes longer to build the statement than SQLite to run it.
func newestID(tx *models.Tx) (id int64, err error) {
	err = tx.Statement.ConnPool.QueryRowContext(tx.Statement.Context, "SELECT id FROM settings_versions ORDER BY id DESC LIMIT 1").Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, err
}

// Find returns the version of that number, or nil if it is not kept.
func Find(ctx context.Context, s *models.Store, id int64) (*Version, error) {
	return models.FindOne[Version](s.Read(ctx).Where("id = ?", id))
}

// Recent returns the versions that are kept, the newest first, at most so many.
func Recent(ctx context.Context, s *models.Store, most int) ([]Version, error) {
	var versions []Version
	err := s.Read(ctx).Order("id DESC").Limit(most).Find(&versions).Error
	return versions, err
}

// Save makes a document the version in force, by whom [models.By] says, if that is still the
// version before, which is 0 for none. It returns [ErrChanged], [ErrTooLarge], or
// [models.ErrUnsound] for a document that `worklog check` would find fault with.
func Save(ctx context.Context, s *models.Store, before int64, document string, now civil.Instant) (Version, error) {
	if len(document) > models.MaxSettings {
		return Version{}, ErrTooLarge
	}
	if !models.AreSettings(document) {
		return Version{}, models.ErrUnsound
	}
	version := Version{MadeAt: now, MadeBy: models.MadeBy(ctx), Document: document}
	err := s.Write(ctx, func(tx *models.Tx) error {
		newest, err := newestID(tx)
		if err != nil {
			return err
		}
		if newest != before {
			return ErrChanged
		}
		return tx.Create(&version).Error
	})
	if err != nil {
		return Version{}, err
	}
	return version, nil
}
