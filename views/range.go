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
	Messages     RangeMessages
	Filled       bool // the form says what to do, and Days is what that is
	Days         []RangeDay
	Writes       bool   // some day is written
	Plan         string // names what is shown
}

// RangeMessages are the messages beside the fields.
type RangeMessages struct{ From, To, Weekdays, Type, Journey, Vehicle, Note string }

// RangeDay says what becomes of a day.
type RangeDay struct {
	Label   string
	Outcome string
	Written bool
}
