package views

// Help is the page about a day's tasks, the marks and the keys.
type Help struct {
	Frame
	Reading     []Link // in the guide
	Cards       []HelpCard
	Types       []HelpType
	Half        HelpType // a day with half a day of absence
	Automations Link     // the page about them
	Parts       []HelpPart
}

// HelpCard is a task, with where it is done.
type HelpCard struct {
	Heading Link // to the guide
	Text    string
	Leads   []Link
}

// HelpType is a type of day, as the month shows it.
type HelpType struct{ Code, Label string }

// HelpPart is a part of the page about automations, with its anchor on both pages.
type HelpPart struct{ ID, Path, Label string }
