package app

import (
	"context"

	"worklog/models"
)

// Check reads a database through and says what is wrong with it, as
// [models.Check] does.
func Check(ctx context.Context, path string) (models.Checkup, error) { return models.Check(ctx, path) }
