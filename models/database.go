package models

import (
	"context"
	"errors"
	"fmt"

	"worklog/models/civil"
	"worklog/models/dbfile"
)

// format describes the records to package dbfile. The other tables hold what this
// program has done on this machine, and who is signed in.
var format = dbfile.Format{
	Records:  []string{"work_entries", "time_slots", "workplace_presence_events", "refused_events", "changes", "day_states", "accepted_doubts", "settings_versions", "kept_sheets", "plan_cycles", "plan_dates"},
	Rules:    func() []dbfile.Rule { return inFile(dayRules, rules, settingsRules("=")) },
	Cautions: inFile(settingsCautions),
	Bounds:   inFile(bounds),

	MaxLastID: maxLast,
}

// Open opens the database at path, for a configuration's rules. It creates the database if
// there is none, and upgrades an older one, which it reports in [Store.Upgrade]. Its errors
// are those of [dbfile.Format.Open].
func Open(ctx context.Context, path string, rules Rules) (*Store, error) {
	file, err := format.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	db, err := onConnections(file.Pool)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, errors.Join(err, file.Close()))
	}
	store := &Store{Upgrade: file.Upgrade, db: db, file: file, zones: &zones{}, commits: &commits{}}
	if err := db.WithContext(ctx).Raw("SELECT number FROM database_state").Scan(&store.number).Error; err != nil {
		return nil, fmt.Errorf("database %s: %w", path, errors.Join(err, store.Close()))
	}
	return store.WithRules(rules), nil
}

// Checkup is what [Check] found.
type Checkup = dbfile.Checkup

// Check reads a whole database, which may be in use, without changing anything,
// and reports what is wrong with it. Its errors are those of
// [dbfile.Format.Check].
func Check(ctx context.Context, path string) (Checkup, error) {
	return format.Check(ctx, path)
}

// Backup writes a copy of the database at from, which may be in use, to a file
// that must not exist, and returns the odd days in it. Its errors are those of
// [dbfile.Format.Backup].
func Backup(ctx context.Context, from, to string) (odd []string, err error) {
	return format.Backup(ctx, from, to)
}

// Backup is like [Backup] for an open store. It can also return
// [dbfile.ErrFileMoved].
func (s *Store) Backup(ctx context.Context, to string) (odd []string, err error) {
	return s.file.Backup(ctx, to)
}

// Trial returns an error if the database at path, a copy, cannot be used.
type Trial = func(ctx context.Context, path string) error

func trying(try Trial) dbfile.Format {
	tried := format
	tried.Try = try
	return tried
}

// Examine is like [Check], and tries a copy of the database: if that fails, there is a finding,
// and a warning if there is no copy.
func Examine(ctx context.Context, path string, try Trial) (Checkup, error) {
	return trying(try).Examine(ctx, path)
}

// Restore replaces the database at path with the records of the one in the file from, which are
// tried on a copy, and keeps the previous one next to it. All browsers are signed out, since a
// session in the backup may have ended after it was made. Backups made before are no longer on
// record: the server will not remove them. Its errors are those of [dbfile.Format.Restore].
func Restore(ctx context.Context, from, path string, try Trial) (Restored, error) {
	return trying(try).Restore(ctx, from, path)
}

// Restored is the result of [Restore].
type Restored = dbfile.Restored

// DatabaseState is what holds for the database as a whole: its one row has the id 1.
type DatabaseState struct {
	ID     int64
	Number string // random; [Restore] makes another one
	// KeptSince is the horizon of the history: changes made before it are forgotten. It is nil
	// until something is to be forgotten.
	KeptSince *civil.Instant
	// PlanVersion is how often the plan has been changed.
	PlanVersion int64
}

// TableName implements GORM's Tabler.
func (DatabaseState) TableName() string { return "database_state" }
