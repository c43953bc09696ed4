package views

import "worklog/models"

// Range is the page of several days at once.
type Range struct {
	Frame
	Action       string
	Alert        string
	Notice       string // what has been prepared in the form
	From, To     string
	DayType      models.DayType
	HalfDays     []Option // of absence
	Weekdays     []Option
	SkipHolidays bool
	Journeys     []Option
	Vehicles     []Option
	Note         string
	NoteLimit    string // characters
	Messages     RangeMessages
	Plan         *Plan  // nil unless the form is complete
	LeftOut      string // the days of the range that are not in it
}

// RangeMessages are the error messages of the fields.
type RangeMessages struct{ From, To, Weekdays, Type, HalfDay, Journey, Vehicle, Note string }
