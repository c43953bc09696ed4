// Package preferences has the page of the settings that are a person's.
package preferences

import (
	"path/filepath"
	"strconv"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/settings"
)

// Keeper knows the configuration file, and what settings decide beside it.
type Keeper struct {
	// File has the person's sections of the file, which stand before those of the settings.
	File settings.Tree
	// Place returns the name of the file, and the line of a path in it; 0 if it is not known.
	Place func(path ...string) (file string, line int)
	// With returns what would be decided with settings in place of the present ones, or what is
	// wrong with them.
	With func(own settings.Tree) (Effect, []settings.Problem)
}

// place says where in the file a path is, such as "config.toml, ligne 12".
func (k Keeper) place(path ...string) string {
	file, line := k.Place(path...)
	if line == 0 {
		return filepath.Base(file)
	}
	return filepath.Base(file) + ", ligne" + nbsp + strconv.Itoa(line)
}

// Effect is what the file and settings decide together.
type Effect struct {
	Rules   models.Rules
	Pages   frame.Config
	Unknown []string // keys of the settings that this program does not know
}
