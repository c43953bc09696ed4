package app

import (
	"context"

	"worklog/models"
)

// Check reads a database through and says what is wrong with it, as
// [models.Check] does.
func Check(ctx context.Context, path string) (models.Checkup, error) { return models.Check(ctx, path) }

// Backup writes a copy of a database to a file that must not exist, as
// [models.Backup] does.
func Backup(ctx context.Context, from, to string) error { return models.Backup(ctx, from, to) }
