package views

import "worklog/models/civil"

// Sheets is the page of the sheets of a year.
type Sheets struct {
	Head
	Year   civil.Date   // its first day
	Empty  bool         // nothing is recorded in it
	Months []civil.Date // those that have begun
}
