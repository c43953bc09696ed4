package views

import (
	"slices"
	"strconv"

	"worklog/views/french"
)

// Range is the page of several days at once.
type Range struct {
	Frame
	EntryFields
	Alert        string
	Notice       string // what has been prepared in the form
	From, To     string
	Weekdays     []string // "1" for Monday to "7"
	SkipHolidays bool
	Wrong        RangeMessages
	Plan         *RangePlan // nil unless the form is complete
	LeftOut      string     // the days of the range that are not in it
}

// RangeMessages are the error messages of the fields that the form of a day has not.
type RangeMessages struct{ From, To, Weekdays string }

// weekdayOptions are those from Monday on.
func weekdayOptions(chosen []string) (options []Option) {
	for i := range 7 {
		value := strconv.Itoa(i + 1)
		options = append(options, Option{Value: value, Label: french.ShortWeekdays[(i+1)%7], Selected: slices.Contains(chosen, value)})
	}
	return options
}
