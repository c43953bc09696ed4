package views

// Sheets is the page of the sheets of a year.
type Sheets struct {
	Frame
	Heading string
	Tabs    []NavLink
	Earlier Link // empty at the limit of the calendar
	Later   Link
	Nothing *Nothing      // nil unless nothing is recorded
	Months  []SheetsMonth // empty for a year to come
}

// SheetsMonth is a month with what is printed and compared of it.
type SheetsMonth struct {
	Name  string
	Links []Link
}
