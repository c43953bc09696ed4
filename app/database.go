package app

import (
	"context"

	"worklog/models"
)

// Checkup is what was found in a database.
type Checkup = models.Checkup

// Check reads a database through and says what is wrong with it, as
// [models.Check] does.
func Check(ctx context.Context, path string) (Checkup, error) { return models.Check(ctx, path) }

// Backup writes a copy of a database to a file that must not exist, as
// [models.Backup] does.
func Backup(ctx context.Context, from, to string) error { return models.Backup(ctx, from, to) }

// Restore puts a backup in the place of a database, as [models.Restore] does.
func Restore(ctx context.Context, from, path string) (models.Restored, error) {
	return models.Restore(ctx, from, path)
}
