package views

// Welcome invites on the first visit to record something, and says what is missing for events to
// come by themselves.
type Welcome struct {
	Start Link  // empty once all is set
	Hand  *Hand // nil if nothing can be pressed
	New   Link  // a day by hand
	Steps []WelcomeStep
}

// WelcomeStep is something to do once.
type WelcomeStep struct {
	Name    string
	Done    bool
	Text    string // empty for nothing, as the next ones
	Command string
	Label   string // of what unfolds to the command
	Then    string // what comes after the command
	Link    Link
}
