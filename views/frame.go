// Package views holds the pages' components and the models that they show:
// strings that are ready, links included.
package views

//go:generate go tool -modfile=../tools.mod templ generate

// Frame is what every page has around it.
type Frame struct {
	Title     string
	Home      string // address of the current month
	Nav       []NavLink
	SignOut   *Link      // nil without a login
	Presence  *Presence  // nil when nothing is known of it
	Warning   string     // what somebody should see to
	Forgotten *Forgotten // an arrival that asks for its departure
	Flash     string     // what the page before had to say
	Styles    []string   // addresses of the style sheets, in their order
	Script    string
	Icon      string
	TouchIcon string
	Manifest  string
}

// NavLink is a link of the frame.
type NavLink struct {
	Link
	Current bool
}

// Presence says whether the person is at the workplace.
type Presence struct {
	Open   bool
	Text   string
	Length string // how long it has been, while it is open
	Since  string // RFC 3339, for the script
}

// Forgotten asks for the departure of an arrival that has been open for long.
type Forgotten struct {
	Text      string
	Day       Link
	Close     string // where the form is sent
	Discard   string
	ArrivalID string
	End       string
	EndDays   []Option
	Offered   string // where the time offered comes from
	Message   string
}

// Closing is the page of a forgotten departure that could not be taken.
type Closing struct {
	Frame
	Forgotten Forgotten
}

// Option is a choice of a field.
type Option struct {
	Value    string
	Label    string
	Selected bool
}

// Link is an address and its words.
type Link struct {
	URL   string
	Label string
}

// Error is the page of an error.
type Error struct {
	Frame
	Heading string
	Text    string
}
