package views

// Range is the page of several days at once.
type Range struct {
	Frame
	Action       string
	Alert        string
	Notice       string // what has been prepared in the form
	From, To     string
	Types        []TypeOption
	HalfDays     []Option // of absence
	Weekdays     []Option
	SkipHolidays bool
	Journeys     []Option
	Vehicles     []Option
	Note         string
	NoteLimit    string // characters
	Messages     RangeMessages
	Filled       bool   // the form is complete, and Days is its preview
	Summary      string // how many days of what
	LeftOut      string // the days of the range that are not in it
	Days         []RangeDay
	Writes       bool   // at least one day will be written
	Plan         string // fingerprint of the preview
}

// RangeMessages are the error messages of the fields.
type RangeMessages struct{ From, To, Weekdays, Type, HalfDay, Journey, Vehicle, Note string }

// RangeDay is the effect on a day.
type RangeDay struct {
	Label   string
	Outcome string
	Written bool
}
