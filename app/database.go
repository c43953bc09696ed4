package app

import (
	"context"

	"worklog/models"
	"worklog/models/dbfile"
)

// Checkup is the result of [Check].
type Checkup = models.Checkup

// Check reads a whole database file and reports what is wrong with it, like [models.Examine]:
// the configured database, or another file.
func Check(ctx context.Context, path, database string) (Checkup, error) {
	if err := dbfile.ActToOpen(path, database); err != nil {
		return Checkup{}, err
	}
	return models.Examine(ctx, path)
}

// Backup writes a copy of a database to a file that must not exist, like
// [models.Backup].
func Backup(ctx context.Context, from, to string) (odd []string, err error) {
	return models.Backup(ctx, from, to)
}

// Restore replaces a database with a backup, like [models.Restore].
func Restore(ctx context.Context, from, path string) (models.Restored, error) {
	return models.Restore(ctx, from, path)
}
