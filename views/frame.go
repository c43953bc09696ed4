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
	Fault     string
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

// Month is the page of a month: the whole weeks that it lies in.
type Month struct {
	Frame
	Heading  string
	Earlier  Link // empty at the edge of the calendar
	Later    Link
	Today    Link
	New      Link
	Range    Link // to several days at once
	Jump     Link // to any month; its label is the one shown, YYYY-MM
	Weekdays []string
	Weeks    []Week
	Total    string
	Counted  []TypeCount
	Welcome  *Welcome // before the first entry
}

// Week is a row of the month.
type Week struct {
	Number string // ISO 8601
	Label  string
	Days   []MonthDay
	Total  string
	Counts []TypeCount
}

// TypeCount says how many days of a type there are.
type TypeCount struct {
	Code  string
	Label string
	Days  string // "4 j"
}

// MonthDay is a day of the month's sheet.
type MonthDay struct {
	Date     string // YYYY-MM-DD
	Number   string // 20
	Label    string // "ven. 20"
	Full     string // "vendredi 20 novembre 2026"
	URL      string // of the day, or of a new one; empty outside the calendar
	Empty    bool   // no entry yet
	Other    bool   // of another month
	Today    bool
	Weekend  bool
	Holiday  string // its name
	Type     string
	Code     string // of the type
	Slots    []string
	Length   string
	Recorded bool   // by the automation
	ByHand   bool   // made or changed by hand
	Open     string // "depuis 08:03" for an arrival under way
	Note     string
}

// Year is the page of a year: twelve small months.
type Year struct {
	Frame
	Heading string
	Earlier Link // empty at the edge of the calendar
	Later   Link
	Months  []YearMonth
	Total   string
	Counted []TypeCount
}

// YearMonth is a small month.
type YearMonth struct {
	Link    Link
	Lead    []struct{} // a blank for each weekday before the first
	Days    []YearDay
	Total   string
	Counted []TypeCount
}

// YearDay is a day's mark.
type YearDay struct {
	Code    string // of its type; empty without an entry
	Today   bool
	Resting bool // a weekend or a public holiday
}

// Range is the page of several days at once.
type Range struct {
	Frame
	Action       string
	Alert        string
	From, To     string
	Types        []Option
	Weekdays     []Option
	SkipHolidays bool
	Journeys     []Option
	Vehicles     []Option
	Note         string
	Faults       RangeFaults
	Filled       bool // the form says what to do, and Days is what that is
	Days         []RangeDay
	Writes       bool   // some day is written
	Plan         string // names what is shown
}

// RangeFaults are the messages beside the fields.
type RangeFaults struct{ From, To, Weekdays, Type, Journey, Vehicle, Note string }

// RangeDay says what becomes of a day.
type RangeDay struct {
	Label   string
	Outcome string
	Written bool
}

// Welcome says on the first visit what will happen and how.
type Welcome struct {
	Problem string // what is missing on the server
	Curl    string // sends the first arrival to this very address
	New     string // address of a day by hand
}

// Day is the page of the edit form.
type Day struct {
	Frame
	Heading     string
	Month       Link
	Earlier     Link // to the day before
	Later       Link // to the day after
	Events      []Event
	Merge       string // minutes between slots that may be merged; empty where there is nothing to merge
	MergeAction string // where the form is sent to be shown merged
	Action      string // where the form is sent
	Delete      string // address of the page that deletes; empty for a new day
	Version     string // empty for a new day
	Alert       string // what is the matter with the whole form
	Stored      *StoredDay
	Types       []Option
	Journeys    []Option
	Vehicles    []Option
	Note        string
	Faults      DayFaults
	Slots       []SlotRow
	Blank       SlotRow // the row that a new one is made of
	Total       string
	Clock       string // the zone's clock around the day, for the script
	Open        string // an arrival under way
}

// Event is what the automation sent.
type Event struct {
	Kind     string
	When     string
	Sent     string // as the request wrote it
	Received string
	Key      string
	Fate     string // what became of it
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
	// StartMoment and EndMoment are the elapsed minutes at which a slot
	// that can be read starts and ends, for the script; empty otherwise.
	StartMoment string
	EndMoment   string
	EndID       string // the slot that the row ends as, when slots were merged into it
	Odd         string // what is odd about a slot that was recorded; empty for nothing
	Fault       struct{ Start, End, EndDay string }
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
