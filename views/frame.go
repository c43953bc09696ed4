// Package views holds the pages' templates and their view models: strings ready to be
// shown, and paths, of which the templates make the addresses of the request.
package views

//go:generate go tool -modfile=../tools.mod templ generate

// Frame is the common part of every page.
type Frame struct {
	Title     string
	Home      string // path of the current month
	Nav       []NavLink
	SignOut   *Link      // nil without a login
	Presence  *Presence  // nil if unknown
	Hand      *Hand      // nil when the integration is off
	Kept      *Kept      // nil for a stranger
	Warning   string     // about the backups
	Forgotten *Forgotten // an arrival without a departure
	Flash     string     // message of the previous page
	Undo      *Undo      // takes back what the message is about; nil for none
	Styles    []string   // paths of the style sheets, in order
	Script    string
	Worker    string // path of the service worker
	Icon      string
	TouchIcon string
	Manifest  string
}

// NavLink is a link of the frame.
type NavLink struct {
	Link
	Current bool
	Count   int // what waits there; 0 is not shown
}

// Presence says whether the person is at the workplace; without a text it is unknown.
type Presence struct {
	Open   bool
	ByHand bool   // a person said so
	LeadIn string // left out where there is little room
	Text   string
	Length string // how long it has been, while it is open
	Since  string // RFC 3339, for the script
	// Standing is how the hours stand; empty if nothing of it is configured.
	Standing Standing
}

// Forgotten asks for the departure of an arrival that has been open for a long time.
type Forgotten struct {
	Text      string
	Day       Link
	Close     string // where the form is sent
	Discard   string
	ArrivalID string
	End       string
	EndDays   []Option
	Offered   string // explains the suggested time
	Message   string
	// Form is the id of a form of the page that goes along, so that what was typed
	// in it is not lost; empty for none.
	Form string
}

// Closing is the page of a forgotten departure that was refused.
type Closing struct {
	Frame
	Asked Forgotten
}

// Option is a choice of a field.
type Option struct {
	Value    string
	Label    string
	Selected bool
}

// Link is a path, to which it leads, and its text.
type Link struct {
	Path  string
	Label string
}

// Error is the page of an error.
type Error struct {
	Frame
	Heading string
	Text    string
	Leads   []Link
}
