package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/dbfile"
	"worklog/models/exchange"
	"worklog/models/imports"
	"worklog/models/settings"
)

// ImportRequest is what an import is asked for, as typed.
type ImportRequest struct {
	File    string
	Columns string // of a table: "date=Jour,start=Début"; empty for those that are known
	DryRun  bool
	// Settings is whether the settings of the file are taken, too.
	Settings bool
}

// SettingsTaken is what [Imported] says of settings that are, or would be, a new version.
const SettingsTaken = "taken"

// Imported is the result of [ImportFile].
type Imported struct {
	Preview imports.Preview
	Plan    models.PlanRows // that the file plans otherwise
	Backup  string          // made before; empty if nothing was written, or there was nothing to lose
	// Settings is a sentence on the settings of the file, [SettingsTaken], or empty if they are
	// neither there nor asked for. Differences are from those in force, where they are taken.
	Settings    string
	Differences []settings.Difference
}

// ImportFile takes in a file, also while a server runs, after a backup. It returns the
// errors of [exchange.Read] and of the file system, [dbfile.ErrLink],
// [imports.ErrRefused] with the preview that says why, those of [changeSettings], and the errors of
// [models.Open] and of a backup; nothing is written then. Settings are checked before anything is
// written and saved after the days: the error says so if the days were imported alone.
func ImportFile(ctx context.Context, config Config, request ImportRequest, now time.Time) (done Imported, err error) {
	columns, err := exchange.ParseColumns(request.Columns, exchange.Readable)
	if err != nil {
		return Imported{}, fmt.Errorf("--%w", err)
	}
	if err := dbfile.RefuseLink(config.Database); err != nil {
		return Imported{}, fmt.Errorf("database %s: %w", config.Database, err)
	}
	defer exchange.SaveMemory()()
	opened, err := dbfile.OpenRegular(request.File)
	if err != nil {
		return Imported{}, err
	}
	defer opened.Close()
	if info, err := opened.Stat(); err == nil && info.Size() > exchange.MaxFileSize { // before what is wrong with its beginning
		return Imported{}, fmt.Errorf("%s: %w", request.File, exchange.ErrFileTooLarge)
	}
	file, err := exchange.Read(opened, columns)
	if err != nil {
		return Imported{}, fmt.Errorf("%s: %w", request.File, err)
	}
	err = request.withStore(ctx, config, func(store *models.Store, config Config) error {
		change, err := done.settingsOf(ctx, store, config, file, request)
		if err != nil {
			return fmt.Errorf("%s: %w", request.File, err)
		}
		if done.Preview, err = imports.PreviewOf(ctx, store, file); err != nil {
			return err
		}
		done.Plan = config.Rules.Plan.Differing(file.Plan)
		if done.Preview.Count(models.EffectRefused) > 0 {
			return fmt.Errorf("%s: %w", request.File, imports.ErrRefused)
		}
		if request.DryRun {
			checked, err := models.Format.Check(ctx, config.Database) // as the backup before an import is
			if err == nil && checked.Fatal != "" {
				err = errors.New(checked.Fatal)
			}
			return err
		}
		if done.Preview.Writes()+done.Plan.Len() == 0 && done.Settings != SettingsTaken {
			return nil
		}
		if done.Backup, err = backupBeforeImport(ctx, config, store, now); err != nil {
			return fmt.Errorf("nothing was imported: %w", err)
		}
		ctx := models.By(ctx, "command line")
		_, err = imports.Perform(ctx, store, file, done.Preview.Fingerprint(), civil.NewInstant(now))
		if err != nil && done.Backup != "" {
			err = fmt.Errorf("%w; a copy of the database as it was before is %s", err, done.Backup)
		}
		if err != nil {
			return err
		}
		if done.Settings != SettingsTaken {
			return nil
		}
		if _, err := change.save(ctx, store, now); err != nil {
			return fmt.Errorf("the days were imported, and the settings were not: %w", err)
		}
		return nil
	})
	return done, err
}

// withStore is [withStore], but a dry run makes no database: if there is none, f gets an empty one that is removed again.
func (r ImportRequest) withStore(ctx context.Context, config Config, f func(*models.Store, Config) error) error {
	if _, err := os.Stat(config.Database); r.DryRun && errors.Is(err, fs.ErrNotExist) {
		folder, err := os.MkdirTemp("", "worklog-trial-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		config.Database = filepath.Join(folder, "worklog.db")
	}
	return withStore(ctx, config, f)
}

// settingsOf says what becomes of the settings of a file, and returns what they change if they are taken.
func (done *Imported) settingsOf(ctx context.Context, store *models.Store, config Config, file imports.File, request ImportRequest) (change settingsChange, err error) {
	switch {
	case file.Settings == nil && request.Settings:
		done.Settings = "The file has no settings."
	case file.Settings == nil:
	case !request.Settings:
		done.Settings = "The file has settings, which were left out: --settings takes them."
	default:
		change, err = changeSettings(ctx, store, config, *file.Settings)
		if done.Settings, done.Differences = SettingsTaken, change.differences; change.before.ID > 0 && change.before.Document == change.document {
			done.Settings = "The settings are those in force."
		}
	}
	return change, err
}

// backupBeforeImport makes a backup of a store that has days, and returns its path:
// in the folder of the server's backups, or else beside the database.
func backupBeforeImport(ctx context.Context, config Config, store *models.Store, now time.Time) (string, error) {
	empty, err := store.Empty(ctx)
	if err != nil || empty {
		return "", err
	}
	if config.Backup.Folder != "" {
		folder, err := models.NewBackupFolder(config.Backup.Folder, config.Backup.Keep)
		if err != nil {
			return "", err
		}
		path, _, err := folder.Add(ctx, store, now)
		if !errors.Is(err, dbfile.ErrFileExists) { // one of the same second, from before something else
			return path, err
		}
	}
	return backupBeside(ctx, config.Database, store)
}

// maxBeside is how many backups may stand beside the database.
const maxBeside = 1000

func backupBeside(ctx context.Context, database string, store *models.Store) (string, error) {
	database, err := filepath.Abs(database)
	if err != nil {
		return "", err
	}
	for n := 1; n <= maxBeside; n++ {
		path := fmt.Sprintf("%s.before-import-%d", database, n)
		if _, err := store.Backup(ctx, path); !errors.Is(err, dbfile.ErrFileExists) {
			return path, err
		}
	}
	return "", fmt.Errorf("there are %d backups beside %s: remove those that you do not need", maxBeside, database)
}
