// Package preferences has the page of the settings that are a person's.
package preferences

import (
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/settings"
)

// Keeper knows the configuration file, and what settings decide beside it.
type Keeper interface {
	// File returns the person's sections of the file, which stand before those of the settings.
	File() settings.Tree
	// Place names where in the file a path of these is, such as "config.toml:12".
	Place(path ...string) string
	// With returns what would be decided with settings in place of the present ones, or what is
	// wrong with them: without a path where it is the file's.
	With(own settings.Tree) (Effect, []settings.Problem)
}

// Effect is what the file and settings decide together.
type Effect struct {
	Rules   models.Rules
	Pages   frame.Config
	Unknown []string // keys of the settings that this program does not know
}
