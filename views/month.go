package views

// Month is the page of a month in full weeks.
type Month struct {
	Frame
	Heading  string
	Person   string // whose month it is, on paper
	Earlier  Link   // empty at the limit of the calendar
	Later    Link
	Now      Link // to the present month; empty on it
	Tabs     []NavLink
	New      Link
	Range    Link // to several days at once
	Jump     Jump
	Weekdays []string
	Weeks    []Week
	Total    string   // empty without slots
	Since    string   // RFC 3339, from which the total counts on; empty if nothing is under way
	Against  []string // how it stands against the targets, and the balance; empty if they are not configured
	ByType   []TypeCount
	Lines    []CounterLine // what is left today
	Figures  []Link        // pages with figures of the month
	// Notes are the notes that the sheet shortens, whole, on paper.
	Notes    []Note
	AllSlots Link     // empty if every slot is shown
	Journeys string   // how far one travelled, on paper; empty if unknown
	Welcome  *Welcome // before the first entry
	Nothing  *Nothing // while the month has no entry
	// LastEvent says when the last event came, on the present month only.
	LastEvent string
	Silence   *Silence // nil when none is missed
}

// Jump is the form that leads to any month.
type Jump struct {
	Path   string
	Months []Option
	Years  []Option
}

// Note is the note of a day.
type Note struct {
	Date string
	Text string
}

// Week is a row of the month.
type Week struct {
	Number string // ISO 8601
	Label  string
	Days   []MonthDay
	Total  string // empty without slots
	Since  string // as that of the month
	Target string // empty for none
	ByType []TypeCount
}

// TypeCount is the number of days of a type.
type TypeCount struct {
	Code  string
	Label string
	Days  string // "4 j"
}

// MonthDay is a day of the month's sheet.
type MonthDay struct {
	Date     string // YYYY-MM-DD
	Number   string // "20", or "31 oct." of another month
	Label    string // "ven. 20", or "sam. 31 oct."
	Full     string // "vendredi 20 novembre 2026"
	Path     string // of the day, or of a new one; empty outside the calendar
	Traits   string // for the style, separated by spaces
	Empty    bool   // no entry yet
	Today    bool
	Holiday  string // its name
	Type     string
	Code     string // of the type
	Slots    []string
	Strip    string // the path of the hours worked, on a line of 1440 minutes; empty for none
	Length   string
	Recorded bool   // by the automation
	ByHand   bool   // made or changed by hand
	Open     string // "depuis 08:03" for an arrival under way
	Note     string // or its beginning
}

// The traits of a day for the style.
const (
	TraitToday   = "today"
	TraitResting = "resting" // a weekend, or in the year a public holiday
	TraitEmpty   = "empty"
	TraitOther   = "other" // of another month
)

// Silence says that an event of today is missed.
type Silence struct {
	Text    string
	Journal Link
}
