package preferences

import (
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/settings"
)

// Keeper knows the configuration file, and what settings do beside it.
type Keeper interface {
	// Fixed returns where a key of the person's sections is set outside of the settings, such as
	// "config.toml, ligne 12" or "WORKLOG_BALANCE_FROM", and its value there.
	Fixed(path ...string) (where string, value any, fixed bool)
	// FixedTree returns the person's sections of the file, in which arrays hold the file's rows.
	FixedTree() settings.Tree
	// With returns what the program would decide with settings in place of the present ones, and
	// what is wrong with them.
	With(own settings.Tree) (Effect, []Problem)
}

// Effect is what the file and the settings decide together.
type Effect struct {
	Rules   models.Rules
	Config  frame.Config
	Unknown []string // keys of the settings that this version does not know
}

// Problem is what is wrong with a value. Path is its place in the settings, as
// [settings.Element] counts rows; nil if it is the file's.
type Problem struct {
	Path           []string
	Value, Allowed string
}
