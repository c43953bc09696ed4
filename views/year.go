package views

// Year is the page of a year: twelve small months.
type Year struct {
	Frame
	Heading string
	Earlier Link // empty at the limit of the calendar
	Later   Link
	Tabs    []NavLink
	Months  []YearMonth
	Total   string   // empty without slots
	Against []string // as in a month
	ByType  []TypeCount
	Nothing *Nothing // while it has no entry
	Deleted DeletedDays
}

// YearMonth is a small month.
type YearMonth struct {
	Link    Link
	From    string // weekday of the first, 1 for Monday
	Days    []YearDay
	Total   string // empty without slots
	Against []string
	ByType  []TypeCount
}

// YearDay is a day's mark, which leads to the day or to a new one.
type YearDay struct {
	Path   string
	Title  string // "vendredi 20 novembre : Travail"
	Code   string // of its type; empty without an entry
	Traits string // for the style, as in a month
}
