package models

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"worklog/models/dbfile"
)

// format is what the care of a file has to know of the records. What is not among
// them says what this program has done on this machine, and who is signed in.
var format = dbfile.Format{
	Records: []string{"work_entries", "time_slots", "workplace_presence_events"},
	Rules:   formatRules(),
}

// Open opens the database at path, makes it when there is none and upgrades it
// when it is older; [Store.Upgrade] tells. Its errors are those of
// [dbfile.Format.Open].
func Open(ctx context.Context, path string) (*Store, error) {
	file, err := format.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	// without GORM's cache of statements, which prepares anew in a transaction: the
	// connections have one
	db, err := gorm.Open(sqlite.New(sqlite.Config{Conn: file.Pool}), &gorm.Config{
		Logger:                 logger.Discard, // errors are returned; statements would show what people wrote
		SkipDefaultTransaction: true,
		TranslateError:         true,
	})
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, errors.Join(err, file.Close()))
	}
	return &Store{Upgrade: file.Upgrade, db: db, file: file}, nil
}

// Checkup is what [Check] found.
type Checkup struct {
	dbfile.Checkup
	Days   int64
	Slots  int64
	Events int64
}

func newCheckup(found dbfile.Checkup) Checkup {
	return Checkup{found, found.Rows["work_entries"], found.Rows["time_slots"], found.Rows["workplace_presence_events"]}
}

// Check reads a whole database, that of a running server too, without changing
// anything, and says what is wrong with it. Its errors are those of
// [dbfile.Format.Check].
func Check(ctx context.Context, path string) (Checkup, error) {
	found, err := format.Check(ctx, path)
	return newCheckup(found), err
}

// Backup writes a copy of the database at from, that of a running server too, to
// a file that must not exist. Its errors are those of [dbfile.Format.Backup].
func Backup(ctx context.Context, from, to string) error { return format.Backup(ctx, from, to) }

// Backup is [Backup] of the store, while it is in use. It returns
// [dbfile.ErrFileMoved] too.
func (s *Store) Backup(ctx context.Context, to string) error { return s.file.Backup(ctx, to) }

// Restored says what [Restore] has done.
type Restored struct {
	Checkup        // of the database that is there now; the warnings are of what was left out
	Kept    string // where what was there before is kept; empty for nothing
}

// Restore puts the records of the database in the file from in the place of the
// one at path, which is kept beside. The browsers that were signed in then are
// signed out, for some may have been signed out since, and the backups that were
// on record are not: they are for whoever restores to remove. Its errors are those
// of [dbfile.Format.Restore].
func Restore(ctx context.Context, from, path string) (Restored, error) {
	done, err := format.Restore(ctx, from, path)
	return Restored{newCheckup(done.Checkup), done.Kept}, err
}
