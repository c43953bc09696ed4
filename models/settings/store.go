package settings

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/dbfile"
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

// InFile returns the version in force in the database in a file, which may have an older schema,
// or the zero Version if there is none.
func InFile(ctx context.Context, path string) (version Version, err error) {
	there := false
	err = dbfile.EachRow(ctx, path, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'settings_versions'", func([]string) bool {
		there = true
		return false
	})
	if err != nil || !there {
		return Version{}, err
	}
	err = dbfile.EachRow(ctx, path, "SELECT id, made_at, made_by, document FROM settings_versions ORDER BY id DESC LIMIT 1", func(row []string) bool {
		id, _ := strconv.ParseInt(row[0], 10, 64) // an INTEGER PRIMARY KEY is one
		version = Version{id, civil.ReadInstant(row[1]), row[2], row[3]}
		return false
	})
	return version, err
}

// Find returns the version of that number, or nil if it is not kept. 0 is that of a person who has set
// nothing.
func Find(ctx context.Context, s *models.Store, id int64) (*Version, error) {
	if id == 0 {
		return &Version{}, nil
	}
	return models.FindOne[Version](s.Read(ctx).Where("id = ?", id))
}

// Recent returns the versions that are kept, the newest first, at most so many.
func Recent(ctx context.Context, s *models.Store, most int) ([]Version, error) {
	var versions []Version
	err := s.Read(ctx).Order("id DESC").Limit(most).Find(&versions).Error
	return versions, err
}

// Save makes a document the version in force, by whom [models.By] says, if that is still the
// version before, which is 0 for none. The rules are those with the document in force. It returns
// [ErrChanged], [ErrTooLarge], [models.ErrUnsound] for a document that `worklog check` would find
// fault with, or a [models.InUseError] for rules that lack a journey or a vehicle of the version
// before that days have.
func Save(ctx context.Context, s *models.Store, before int64, document string, rules models.Rules, now civil.Instant) (Version, error) {
	if len(document) > models.MaxSettings {
		return Version{}, ErrTooLarge
	}
	if !models.AreSettings(document) {
		return Version{}, models.ErrUnsound
	}
	version := Version{MadeAt: now, MadeBy: models.MadeBy(ctx), Document: document}
	err := s.Write(ctx, func(tx *models.Tx) error {
		newest, err := NewestIn(tx)
		if err != nil {
			return err
		}
		if newest.ID != before {
			return ErrChanged
		}
		if err := tx.RequireUsed(newest.with(tx.Rules), rules); err != nil {
			return err
		}
		return tx.Create(&version).Error
	})
	if err != nil {
		return Version{}, err
	}
	return version, nil
}

// with returns the journeys and vehicles of some rules, which may be of another version, and those
// that the version sets.
func (v Version) with(rules models.Rules) models.Rules {
	own, err := Parse(v.Document)
	if err != nil {
		return rules
	}
	ids := func(section string, known []string) []string {
		table, _ := own[section].(Tree)
		return slices.Concat(known, slices.Collect(maps.Keys(table)))
	}
	return models.Rules{Journeys: ids("journeys", rules.Journeys), Vehicles: ids("vehicles", rules.Vehicles)}
}

// IsTaken reports whether an id of a section has ever been given, as far as anything kept can have
// it: a version of the settings up to one, a day, or what one was before a change. It reads the
// versions that have the id in their text.
func IsTaken(ctx context.Context, s *models.Store, section, id string, newest int64) (bool, error) {
	db := s.Read(ctx)
	if _, used, err := db.Using(section, id); err != nil || used {
		return used, err
	}
	rows, err := db.Raw("SELECT document FROM settings_versions WHERE id <= ? AND instr(document, ?)", newest, id).Rows()
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for rows.Next() {
		var document string
		if err := rows.Scan(&document); err != nil {
			return false, err
		}
		own, err := Parse(document)
		if table, _ := own[section].(Tree); err == nil && table[id] != nil {
			return true, nil
		}
	}
	return false, rows.Err()
}
