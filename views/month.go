package views

// Month is the page of a month in full weeks.
type Month struct {
	Frame
	Heading  string
	Earlier  Link // empty at the limit of the calendar
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
	// LastEvent says when the last event came, on the present month only.
	LastEvent string
	Silence   *Silence // nil when none is missed
}

// Week is a row of the month.
type Week struct {
	Number string // ISO 8601
	Label  string
	Days   []MonthDay
	Total  string
	Counts []TypeCount
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

// Silence says that an event of today is missed.
type Silence struct {
	Text    string
	Journal Link
}

// Welcome explains on the first visit how to start.
type Welcome struct {
	Do      string // the one thing to do
	Command string // that does it
	Then    string // what comes after it
	New     string // URL of the form of a new day
}
