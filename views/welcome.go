package views

import (
	"strings"
	"time"

	"worklog/models/civil"
)

// Welcome invites on the first visit to record something, and says what is missing for events to
// come by themselves.
type Welcome struct {
	Start Link  // empty once all is set
	Hand  *Hand // nil if nothing can be pressed
	Today civil.Date
	Now   time.Time // in the zone of new days

	Integrated  bool   // the section is in the configuration
	TakesEvents bool   // there is a token, too
	ConfigFile  string // empty if there is none
	EventURL    string // where events are sent
	Missing     string // how to reach the program, if its address is not known
}

// shellQuoted writes a text as one word of a POSIX shell.
func shellQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
