package app

import (
	"context"
	"errors"
	"fmt"

	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/settings"
	"worklog/models/trial"
)

// Check reads a whole database file and reports what is wrong with it, like
// [dbfile.Format.Examine]: the configured database, or another file, whose settings must fit the
// configuration too.
func Check(ctx context.Context, path string, config Config) (models.Checkup, error) {
	return models.Format.Examine(ctx, path, tryWith(func(text string) error {
		if _, err := settings.Parse(text); err != nil {
			return nil // a finding already
		}
		_, err := config.WithSettings(text)
		return err
	}))
}

// tryWith returns a trial of a database whose settings in force must also pass a check.
func tryWith(check func(document string) error) dbfile.Trial {
	return func(ctx context.Context, path string) error {
		version, err := settings.InFile(ctx, path)
		if err == nil && version.ID > 0 {
			err = check(version.Document)
		}
		return errors.Join(err, trial.Recording(ctx, path))
	}
}

// Restored is the result of [Restore].
type Restored struct {
	dbfile.Restored
	// Before and Now name the settings of the database that was replaced, and of the one in its
	// place, if they differ and can be read; both are empty otherwise.
	Before, Now string
}

// Restore replaces a database with a backup, like [dbfile.Format.Restore]. It refuses one whose settings in
// force are [models.ErrSettingsOutsized].
func Restore(ctx context.Context, from, path string) (Restored, error) {
	done, err := models.Format.Restore(ctx, from, path, tryWith(func(document string) error {
		if !models.SettingsFit(document) {
			return fmt.Errorf("%s: %w", ownSource, models.ErrSettingsOutsized)
		}
		return nil
	}))
	restored := Restored{Restored: done}
	if err != nil || done.Kept == "" {
		return restored, err
	}
	before, unread := settings.InFile(ctx, done.Kept) // one that is damaged is often the reason for a restore
	now, unreadNow := settings.InFile(ctx, path)
	if unread == nil && unreadNow == nil && (before.Document != now.Document || (before.ID == 0) != (now.ID == 0)) {
		restored.Before, restored.Now = versionName(before), versionName(now)
	}
	return restored, nil
}

// versionName names a version of the settings with its instant.
func versionName(version settings.Version) string {
	if version.ID == 0 {
		return "none"
	}
	return fmt.Sprintf("version %d of %s", version.ID, version.MadeAt)
}
