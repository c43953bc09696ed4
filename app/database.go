package app

import (
	"context"
	"fmt"
	"strings"

	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/settings"
)

// Check reads a whole database file and reports what is wrong with it, like
// [dbfile.Format.Check]: the configured database, or another file, whose settings must fit the
// configuration too.
func Check(ctx context.Context, path string, config Config) (models.Checkup, error) {
	checkup, err := models.Format.Check(ctx, path)
	if err != nil || checkup.Fatal != "" {
		return checkup, err
	}
	version, err := settings.InFile(ctx, path)
	if _, unread := settings.Parse(version.Document); err != nil || unread != nil { // a finding already
		return checkup, err
	}
	if _, wrong := config.WithSettings(version.Document); wrong != nil {
		for line := range strings.Lines(wrong.Error()) {
			source, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
			checkup.Find(source, text)
		}
	}
	return checkup, nil
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
	done, err := models.Format.Restore(ctx, from, path, func(ctx context.Context, made string) error {
		version, err := settings.InFile(ctx, made)
		if err == nil && !models.SettingsFit(version.Document) {
			err = fmt.Errorf("%s: %w", ownSource, models.ErrSettingsOutsized)
		}
		return err
	})
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
