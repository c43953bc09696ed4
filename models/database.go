package models

import (
	"context"
	"errors"
	"fmt"

	"worklog/models/civil"
	"worklog/models/dbfile"
)

// Format describes the records to package dbfile, which checks, backs up and restores databases of it.
// The other tables hold what this program has done on this machine, and who is signed in: a restore
// signs out all browsers, since a session in the backup may have ended after it was made, and leaves
// no backup made before on record, so that the server will not remove it.
var Format = dbfile.Format{
	Records:  []string{"work_entries", "time_slots", "workplace_presence_events", "refused_events", "changes", "day_states", "accepted_doubts", "settings_versions", "kept_sheets", "plan_cycles", "plan_dates"},
	Rules:    func() []dbfile.Rule { return fileRules(dayRules, rules, settingsRules("=")) },
	Cautions: fileRules(settingsCautions),
	Bounds:   fileRules(bounds),

	MaxLastID: maxLast,
}

// Open opens the database at path, for a configuration's rules. It creates the database if
// there is none, and upgrades an older one, which it reports in [Store.Upgrade]. Its errors
// are those of [dbfile.Format.Open].
func Open(ctx context.Context, path string, rules Rules) (*Store, error) {
	file, err := Format.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	db, err := onConnections(file.Pool)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, errors.Join(err, file.Close()))
	}
	store := &Store{Upgrade: file.Upgrade, db: db, file: file, commits: &commits{}}
	if err := db.WithContext(ctx).Raw("SELECT number FROM database_state").Scan(&store.number).Error; err != nil {
		return nil, fmt.Errorf("database %s: %w", path, errors.Join(err, store.Close()))
	}
	return store.WithRules(rules), nil
}

// Checkup is what a check of a database found.
type Checkup = dbfile.Checkup

// Backup is [dbfile.Database.Backup].
func (s *Store) Backup(ctx context.Context, to string) (odd []string, err error) {
	return s.file.Backup(ctx, to)
}

// DatabaseState is what holds for the database as a whole: its one row has the id 1.
type DatabaseState struct {
	ID     int64
	Number string // random; a restore makes another one
	// KeptSince is the horizon of the history: changes made before it are forgotten. It is nil
	// until something is to be forgotten.
	KeptSince *civil.Instant
	// PlanVersion is how often the plan has been changed.
	PlanVersion int64
}

func (DatabaseState) TableName() string { return "database_state" }
