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
	// wrong with them.
	With(own settings.Tree) (Effect, []Problem)
}

// Effect is what the file and settings decide together.
type Effect struct {
	Rules   models.Rules
	Pages   frame.Config
	Unknown []string // keys of the settings that this program does not know
}

// Problem is what is wrong with a value.
type Problem struct {
	// Path is where it is in the settings; rows are as [settings.Element] has them. It is nil
	// for what is the file's.
	Path    []string
	Value   string // as found, quoted; empty if there is none
	Allowed string // what is wrong, or allowed instead, in English
}
