package app

import (
	"context"

	"worklog/models"
	"worklog/models/trial"
)

// Checkup is the result of [Check].
type Checkup = models.Checkup

// Check reads a whole database file and reports what is wrong with it, like
// [models.ExamineNamed]: the configured database, or another file.
func Check(ctx context.Context, path, database string) (Checkup, error) {
	return models.ExamineNamed(ctx, path, database, trial.Recording)
}

// Backup writes a copy of a database to a file that must not exist, like
// [models.Backup].
func Backup(ctx context.Context, from, to string) (odd []string, err error) {
	return models.Backup(ctx, from, to)
}

// Restore replaces a database with a backup, like [models.Restore].
func Restore(ctx context.Context, from, path string) (models.Restored, error) {
	return models.Restore(ctx, from, path, trial.Recording)
}
