package views

// Year is the page of a year: twelve small months.
type Year struct {
	Frame
	Heading string
	Earlier Link // empty at the limit of the calendar
	Later   Link
	Costs   Link
	Months  []YearMonth
	Total   string
	Counted []TypeCount
}

// YearMonth is a small month.
type YearMonth struct {
	Link    Link
	Lead    []struct{} // a blank for each weekday before the first
	Days    []YearDay
	Total   string
	Counted []TypeCount
}

// YearDay is a day's mark.
type YearDay struct {
	Code    string // of its type; empty without an entry
	Today   bool
	Resting bool // a weekend or a public holiday
}
