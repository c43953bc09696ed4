package views

import "worklog/models/civil"

// Help is the page about a day's tasks, the marks and the keys.
type Help struct {
	Frame
	Today    civil.Date
	KeepDays int // for which days can be brought back
	Ways     []Way
}
