package views

import "worklog/models"

// Automations is the page that says how events are sent.
type Automations struct {
	Frame
	Problem string // what is missing on the server
	Doors   []Door // nil if it is not known what came to them
	Ways    []Way
	Trial   *Trial  // nil when no events are taken
	Inside  *Inside // nil outside of Home Assistant
}

// Inside is what an automation of the same Home Assistant needs.
type Inside struct {
	Address string
	Show    bool   // the token can be asked for
	Token   string // empty until it is asked for
}

// Door is a way in for other programs, with what has come to it.
type Door struct {
	Name string
	Says string // of the door as a whole; may be empty
	Rows []DoorRow
}

// DoorRow is what a program has sent or read last, and what to do about what went wrong.
// All but the first may be empty.
type DoorRow struct {
	What   string
	Last   string
	Error  string
	Over   bool // the error is past
	Remedy string
	Link   Link
}

// Way is a way of sending events.
type Way struct {
	ID      string // of its heading
	Name    string
	Missing string // how to reach the program, if its address is not known
	Steps   []Step
	Files   []WayFile
	Guide   Link // step by step; empty for none
	Details Link // for who runs the machine, in English
}

// WayFile is a file that connects an automation.
type WayFile struct {
	Path   string
	Import string // where Home Assistant takes a blueprint; empty for others
}

// Step is what to do, and what to copy for it.
type Step struct {
	Text string
	Code string // empty for nothing
}

// Trial is the form of an event that is not recorded, and what would have been answered to the
// last one, and why.
type Trial struct {
	Event   models.EventType
	At      string // as typed; empty for now
	Answer  string // "201"; empty before a trial
	Reason  string
	Message string // of the time that was typed
}

// TokenPath is where the token is asked for.
const TokenPath = "/help/token"
