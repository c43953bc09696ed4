package app

import (
	"context"

	"worklog/models"
	"worklog/models/settings"
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

// SettingsVersion is what the person has set, as it was after a change.
type SettingsVersion = settings.Version

// Restored is the result of [Restore].
type Restored struct {
	models.Restored
	// Before and Now are the settings of the database that was replaced, and of the one in its
	// place, if they differ and can be read; both are zero otherwise.
	Before, Now SettingsVersion
}

// Restore replaces a database with a backup, like [models.Restore].
func Restore(ctx context.Context, from, path string) (Restored, error) {
	done, err := models.Restore(ctx, from, path, trial.Recording)
	restored := Restored{Restored: done}
	if err != nil || done.Kept == "" {
		return restored, err
	}
	before, unread := settings.InFile(ctx, done.Kept) // one that is damaged is often the reason for a restore
	now, unreadNow := settings.InFile(ctx, path)
	if unread == nil && unreadNow == nil && (before.Document != now.Document || (before.ID == 0) != (now.ID == 0)) {
		restored.Before, restored.Now = before, now
	}
	return restored, nil
}
