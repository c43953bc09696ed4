package views

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
	NoteLimit    string // characters
	Messages     RangeMessages
	Filled       bool // the form is complete, and Days is its preview
	Days         []RangeDay
	Writes       bool   // at least one day will be written
	Plan         string // fingerprint of the preview
}

// RangeMessages are the error messages of the fields.
type RangeMessages struct{ From, To, Weekdays, Type, Journey, Vehicle, Note string }

// RangeDay is the effect on a day.
type RangeDay struct {
	Label   string
	Outcome string
	Written bool
}
