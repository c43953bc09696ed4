package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/settings"
)

// settingsChange is a document that is to be the settings in place of those of a version.
type settingsChange struct {
	document    string
	rules       models.Rules // with it in force
	before      settings.Version
	differences []settings.Difference // none if nothing is to be saved
}

// changeSettings returns what a document would change as the settings of a store. Of damaged ones, all
// differs. Its errors are [settings.ErrTooLarge], [Problems] and [models.InUseError].
func changeSettings(ctx context.Context, store *models.Store, config Config, document string) (change settingsChange, err error) {
	if len(document) > models.MaxSettings {
		return change, settings.ErrTooLarge
	}
	effective, err := config.WithSettings(document)
	if err != nil {
		return change, err
	}
	err = store.RequireUsed(ctx, config.Rules, effective.Rules)
	if used := models.InUseError(nil); errors.As(err, &used) {
		err = fmt.Errorf("%w: keep each, and rename it or hide it with hidden = true", used)
	}
	if err != nil {
		return change, err
	}
	change.document, change.rules = document, effective.Rules
	if change.before, err = settings.Newest(ctx, store); err != nil {
		return change, err
	}
	before, _ := settings.Parse(change.before.Document)
	after, err := settings.Parse(document)
	change.differences = settings.Differences(before, after)
	return change, err
}

// save makes the document a new version.
func (c settingsChange) save(ctx context.Context, store *models.Store, now time.Time) (settings.Version, error) {
	return settings.Save(models.By(ctx, "command line"), store, c.before.ID, c.document, c.rules, civil.NewInstant(now))
}

// TakenSettings is what an import of settings has done.
type TakenSettings struct {
	Version     int64                 // of the settings in force
	Differences []settings.Difference // from the version before; none if there is no new version
	Hidden      []string              // sections of the file that the configuration has too, with its line
	Warnings    []string              // of keys of the file that are unknown, with their lines
}

// ImportSettings makes the person's sections of a TOML file those of the settings, all or none,
// also while a server runs. Sections that the file lacks stay as they are. Its errors are
// [Problems], with the lines of the file, [models.InUseError], and those of the file system and of
// [models.Open].
func ImportSettings(ctx context.Context, config Config, file string, now time.Time) (taken TakenSettings, err error) {
	given, warnings, err := readSettings(config, file)
	if err != nil {
		return TakenSettings{}, err
	}
	taken.Warnings = warnings
	_, hidden := settings.Beside(config.doc.root, given)
	for _, of := range hidden {
		taken.Hidden = append(taken.Hidden, settings.KeyName(of.Path...)+" is kept, hidden by "+printable(config.doc.place(of.Path...)))
	}
	err = withStore(ctx, config, func(store *models.Store, config Config) error {
		before, err := settings.Newest(ctx, store)
		if err != nil {
			return err
		}
		own, err := settings.Parse(before.Document)
		if err != nil { // an older version is in force
			own, err = settings.Parse(config.Settings.Document)
		}
		if err != nil {
			return err
		}
		maps.Copy(own, given)
		document, err := settings.Text(own)
		if err != nil {
			return err
		}
		change, err := changeSettings(ctx, store, config, document)
		taken.Version, taken.Differences = change.before.ID, change.differences
		if err != nil || len(taken.Differences) == 0 {
			return err
		}
		saved, err := change.save(ctx, store, now)
		taken.Version = saved.ID
		return err
	})
	return taken, err
}

// readSettings returns the person's sections of a file. They are checked first as if they won
// against the configuration, so that all of the file is checked, and what is wrong has its line.
func readSettings(config Config, file string) (given settings.Tree, warnings []string, err error) {
	content, err := readRegular(file, maxConfigFile)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot be read: %w", file, err)
	}
	if !models.SettingsFit(string(content)) {
		return nil, nil, Problems{{Source: file, Allowed: models.ErrSettingsOutsized.Error()}}
	}
	doc, problems := parseDocument(file, content)
	if problems != nil {
		return nil, nil, problems
	}
	doc.root = settings.Of(doc.root)
	if len(doc.root) == 0 {
		return nil, nil, Problems{{Source: file, Allowed: "has none of the person's sections: " + strings.Join(models.SettingsSections, ", ")}}
	}
	d := newDecoder(doc.with(settings.Of(config.doc.root)), withoutSecrets)
	d.take(config.readPersonal(d.doc))
	for _, unknown := range d.warnings {
		if unknown.Source == file {
			warnings = append(warnings, unknown.Error())
		}
	}
	return doc.root, warnings, d.found()
}
