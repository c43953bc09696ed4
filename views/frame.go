// Package views holds the pages' components and the models that they show:
// strings that are ready, links included.
package views

//go:generate go tool -modfile=../tools.mod templ generate

// Frame is what every page has around it.
type Frame struct {
	Title  string
	Home   string   // address of the current month
	Styles []string // addresses of the style sheets, in their order
	Script string
	Icon   string
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

// Month is the page of a month.
type Month struct {
	Frame
	Heading string
	Earlier Link // empty at the edge of the calendar
	Later   Link
	Today   Link
	New     Link
	Days    []MonthDay
	Total   string
	Counted []string // days per type, as "14 jours Travail"
}

// MonthDay is a day in the month's list.
type MonthDay struct {
	Date    string // YYYY-MM-DD
	Label   string // "ven. 20"
	Full    string // "vendredi 20 novembre 2026"
	URL     string // of the day, or of a new one
	Empty   bool   // no entry yet
	Today   bool
	Weekend bool
	Type    string
	Code    string // of the type
	Slots   []string
	Length  string
	Open    string // "depuis 08:03" for an arrival under way
	Note    string
}

// Day is the page of the edit form.
type Day struct {
	Frame
	Heading  string
	Month    Link
	Action   string // where the form is sent
	Delete   string // address of the page that deletes; empty for a new day
	Version  string // empty for a new day
	Alert    string // what is the matter with the whole form
	Stored   *StoredDay
	Types    []Option
	Journeys []Option
	Vehicles []Option
	Note     string
	Faults   DayFaults
	Slots    []SlotRow
	Blank    SlotRow // the row that a new one is made of
	Total    string
	Clock    string // the zone's clock around the day, for the script
	Open     string // an arrival under way
}

// DayFaults are the messages beside the fields.
type DayFaults struct{ Type, Journey, Vehicle, Note string }

// SlotRow is a row of the form.
type SlotRow struct {
	Number  string // 1, 2, …; names the row's parts
	ID      string
	Start   string
	End     string
	EndDays []Option
	Length  string
	Fault   struct{ Start, End, EndDay string }
}

// StoredDay is what is stored beside a form that was refused for being old.
type StoredDay struct {
	Type    string
	Journey string
	Vehicle string
	Note    string
	Slots   []string
	Total   string
	Reload  Link
}

// Deletion is the page that asks before a day goes.
type Deletion struct {
	Frame
	Heading string
	Action  string
	Version string
	Back    string
	Alert   string
	Lost    []string // what goes with the day
}

// Fault is the page of an error.
type Fault struct {
	Frame
	Heading string
	Text    string
}
