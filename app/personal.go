package app

import (
	"cmp"
	"context"

	"worklog/handlers"
	"worklog/handlers/frame"
	"worklog/handlers/preferences"
	"worklog/models"
	"worklog/models/settings"
)

// SettingsInForce says which of the person's settings a configuration has.
type SettingsInForce struct {
	Document string // of an older version than the newest, or of none, if Fault says why
	Fault    string // what is wrong with the newest; empty if nothing is
}

// WithSettings returns the configuration of the file with a document of settings beside it. Its
// error is [Problems] if both together are wrong.
func (c Config) WithSettings(document string) (Config, error) {
	own, err := settings.Parse(document)
	if err != nil {
		return Config{}, Problems{{Source: ownSource, Allowed: err.Error()}}
	}
	err = c.readAgain(c.doc.with(own))
	return c, err
}

// readAgain reads the person's sections of a document in place of those of the configuration. Its
// error is [Problems] if they are wrong.
func (c *Config) readAgain(doc *document) error {
	d := newDecoder(doc, withoutSecrets)
	d.take(c.readPersonal(doc))
	return d.found()
}

// maxTried is how many versions of the settings are tried until one is sound: those that are
// always kept.
const maxTried = 10

// inForce returns the configuration of the file with the plan and the newest settings of a database. If
// these are wrong, it has the last version that is not, or none, and says so.
func (c Config) inForce(ctx context.Context, store *models.Store) (Config, error) {
	plan, err := store.Plan(ctx)
	if err != nil {
		return c, err
	}
	c.setPlan(plan)
	versions, err := settings.Recent(ctx, store, maxTried)
	if err != nil || len(versions) == 0 {
		return c, err
	}
	effective, inForce := c, SettingsInForce{}
	for _, version := range versions {
		with, err := c.WithSettings(version.Document)
		if err == nil {
			effective, inForce.Document = with, version.Document
			break
		}
		inForce.Fault = cmp.Or(inForce.Fault, err.Error())
	}
	effective.Settings, effective.Rules.SettingsVersion = inForce, versions[0].ID
	return effective, nil
}

// setPlan makes what is planned part of the rules.
func (c *Config) setPlan(plan *models.Plan) {
	c.Rules.Plan, c.Frame.Hours.Plan = plan, plan
	c.Rules.Owes = c.Frame.Hours.Owes
}

// effect returns what the pages would be made of with settings in place of the present ones, and what
// is wrong with them: the file has no section of theirs.
func (c Config) effect(own settings.Tree) (models.Rules, frame.Config, []settings.Problem) {
	found := c.readPersonal(c.doc.with(own))
	return c.Rules, c.Frame, found.Problems
}

// current returns what the pages are made of.
func (c Config) current(store *models.Store) handlers.Current {
	return handlers.Current{
		Store:  store.WithRules(c.Rules),
		Pages:  c.Frame,
		Newest: models.RulesVersion{Settings: c.Rules.SettingsVersion, Plan: c.Rules.Plan.Version()},
		Fault:  c.Settings.Fault,
		Keeper: preferences.Keeper{File: settings.Of(c.doc.root), Name: c.doc.file, Line: c.doc.line, With: c.effect},
	}
}

// reload is [Config.current] with the settings of the database, for a configuration of the file.
func (c Config) reload(ctx context.Context, store *models.Store) (handlers.Current, error) {
	config, err := c.inForce(ctx, store)
	return config.current(store), err
}
