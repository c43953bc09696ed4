package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/imports"
	"worklog/models/settings"
)

// SettingsTaken is what [Imported] says of settings that are, or would be, a new version.
const SettingsTaken = "taken"

// SettingsDifference is a key whose value differs between two documents of settings.
type SettingsDifference = settings.Difference

// errSettingsLate is the error of settings that were not saved after the days of their file were
// imported.
var errSettingsLate = errors.New("the days were imported, and the settings were not")

// checkSettings returns why a document cannot be the settings beside this configuration.
func checkSettings(config Config, document string) error {
	if len(document) > models.MaxSettings {
		return settings.ErrTooLarge
	}
	_, err := config.WithSettings(document)
	return err
}

// ErrInUse is the error of settings that lack a journey or a vehicle that days have.
var ErrInUse = errors.New("it is in use: keep it, and rename it or hide it with hidden = true")

// rulesWith returns the rules with a document in force, or ErrInUse for one without what days have,
// and the settings in force.
func rulesWith(ctx context.Context, store *models.Store, config Config, document string) (models.Rules, error) {
	effective, err := config.WithSettings(document)
	if err != nil {
		return models.Rules{}, err
	}
	err = store.RequireUsed(ctx, config.Rules, effective.Rules)
	used := models.InUseError(nil)
	if !errors.As(err, &used) {
		return effective.Rules, err
	}
	var lost []error
	for _, of := range used {
		lost = append(lost, fmt.Errorf("%s: %w", settings.KeyName(of.Section, of.ID), ErrInUse))
	}
	return models.Rules{}, errors.Join(lost...)
}

// settingsImport is what is done with the settings of a file.
type settingsImport struct {
	effect      string // a sentence, [SettingsTaken], or empty
	document    string
	rules       models.Rules // with it in force
	before      settings.Version
	differences []SettingsDifference
}

// settingsOf returns what to do with the settings of a file, which it checks if they are to be
// taken.
func settingsOf(config Config, file imports.File, request ImportRequest) (settingsImport, error) {
	switch {
	case file.Settings == nil && request.Settings:
		return settingsImport{effect: "The file has no settings."}, nil
	case file.Settings == nil:
		return settingsImport{}, nil
	case !request.Settings:
		return settingsImport{effect: "The file has settings, which were left out: --settings takes them."}, nil
	}
	return settingsImport{effect: SettingsTaken, document: *file.Settings}, checkSettings(config, *file.Settings)
}

// writes reports whether there will be a new version.
func (s *settingsImport) writes() bool { return s.effect == SettingsTaken }

// compare compares the settings to be taken with those in force. Of damaged ones, all differs. It
// returns the errors of [rulesWith].
func (s *settingsImport) compare(ctx context.Context, store *models.Store, config Config) (err error) {
	if !s.writes() {
		return nil
	}
	if s.rules, err = rulesWith(ctx, store, config, s.document); err != nil {
		return err
	}
	if s.before, err = settings.Newest(ctx, store); err != nil {
		return err
	}
	if s.before.ID > 0 && s.before.Document == s.document {
		s.effect = "The settings are those in force."
		return nil
	}
	before := s.before.Document
	if !models.AreSettings(before) {
		before = ""
	}
	s.differences, err = settings.Differences(before, s.document)
	return err
}

// save makes the settings a new version, if they are to be taken.
func (s *settingsImport) save(ctx context.Context, store *models.Store, now time.Time) error {
	if !s.writes() {
		return nil
	}
	if _, err := settings.Save(ctx, store, s.before.ID, s.document, s.rules, civil.NewInstant(now)); err != nil {
		return fmt.Errorf("%w: %w", errSettingsLate, err)
	}
	return nil
}
