// Package views holds the pages' templates. They take values of the domain, write them by
// views/french, and make the addresses of the request of paths.
package views

//go:generate go run -modfile=../tools.mod github.com/a-h/templ/cmd/templ generate

import (
	"slices"
	"time"

	"github.com/a-h/templ"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/settings"
)

// Frame is the common part of every page.
type Frame struct {
	Title     string
	Today     civil.Date // like the next three, for those who may see the pages
	Zone      *time.Location
	Hours     report.Rules
	KeepDays  int        // for how long a change can be taken back
	Home      string     // path of the current month
	Nav       []NavLink  // what one comes for every day
	More      More       // the rest
	Presence  *Presence  // nil if unknown
	Hand      *Hand      // nil when the integration is off
	Answer    bool       // to a form; the page has no address of its own
	Kept      *Kept      // nil for a stranger
	Guide     Link       // what the guide says of the page; empty for nothing
	Warnings  []Remark   // about the backups and the settings
	Forgotten *Forgotten // an arrival without a departure
	Flash     string     // message of the previous page
	FocusOn   Focus      // what has the keyboard, if not what the page says
	Undo      *Undo      // takes back what the message is about; nil for none
	Without   int        // very short presences that its figures leave out
	Worker    string     // path of the service worker; empty for none
}

// The files of every page, below /static.
const script, pageIcon, touchIcon = "worklog.js", "icon.svg", "icon-192.png"

var styles = []string{"pico.min.css", "worklog.css"}

// FrameAssets are those that a page needs without a network.
var FrameAssets = slices.Concat(styles, []string{script, pageIcon, touchIcon})

// Focus is what has the keyboard on a page that follows a press: it was on what was pressed,
// and the page is another one now. A number is the place of a line on « À vérifier ».
type Focus string

// Where the keyboard is.
const (
	FocusHand  Focus = "hand"  // before the button for an arrival or a departure
	FocusFlash Focus = "flash" // on the message, which stands in place of what was pressed
)

// NavLink is a link of the frame.
type NavLink struct {
	Link
	Icon    string // on a phone; empty for none
	Current bool
	Count   int // what waits there; 0 is not shown
}

// More is what unfolds behind « Plus »: links in groups.
type More struct {
	Groups  [][]NavLink
	Current bool // one of them leads to this page
}

// Presence says whether the person is at the workplace; without a text it is unknown.
type Presence struct {
	Open     bool
	ByHand   bool   // a person said so
	LeadIn   string // left out where there is little room
	Text     string
	Length   string  // how long it has been or, on the page of today, the day at which it ended
	Since    string  // RFC 3339, for the script; empty unless it is open
	Standing []Stand // without what is not configured
}

// Option is a choice of a field.
type Option = settings.Choice

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

// invalid are the attributes of a field with a message, which has that id; none without one.
func invalid(id, message string) templ.OrderedAttributes {
	if message == "" {
		return nil
	}
	return templ.OrderedAttributes{{Key: "aria-invalid", Value: "true"}, {Key: "aria-describedby", Value: id}}
}

// having is an attribute of what has it; none of what does not.
func having(has bool, name, value string) templ.OrderedAttributes {
	if !has {
		return nil
	}
	return templ.OrderedAttributes{{Key: name, Value: value}}
}

// focused are the attributes of what has the keyboard, if it is no field or button.
func focused(has bool) templ.OrderedAttributes {
	if !has {
		return nil
	}
	return templ.OrderedAttributes{{Key: "tabindex", Value: "-1"}, {Key: "autofocus", Value: true}}
}

// Head is the beginning of a page of figures: where it leads back to, the pages beside it, and its
// heading between the pages before and after.
type Head struct {
	Frame
	Back    Link      // empty for none
	Tabs    []NavLink // to the pages beside it
	Beside  Link      // empty for none
	Heading string
	Person  string // whose figures they are, on paper
	Others  string // names the pages around it; empty if it has none
	Earlier Link   // empty at the limit of the calendar
	Later   Link
}
