package views

// Costs is the page of a year's travel costs.
type Costs struct {
	Frame
	Heading     string
	Person      string // whose costs they are, on paper
	Year        Link   // of the hours
	Earlier     Link   // empty at the limit of the calendar
	Later       Link
	Figures     string // of which year they are
	Provisional string // empty if they are those of the year
	Missing     []CostKey
	Empty       bool
	Total       string // empty if something is missing
	Sum         string // what it is the sum of
	All         CostDays
	Vehicles    []CostVehicle
	Telework    *CostTelework // nil without days
	Comparison  CostComparison
	Doubts      []CostDoubts
	NoSlots     *CostDays // nil without days
	Export      Link
	Keep        string // until when the list is to be kept
	Annex       []CostRow
}

// CostKey is a key that the configuration lacks.
type CostKey struct {
	Key  string
	Text string
}

// CostVehicle is the costs of a vehicle.
type CostVehicle struct {
	Name     string
	Amount   string // empty if something is missing
	Rule     string // the row of the scale
	Sum      string // how the amount comes about
	Days     CostDays
	Journeys []CostDays // if there are several
	Limited  string
}

// CostTelework is the allowance for telework.
type CostTelework struct {
	Amount string
	Rule   string
	Days   CostDays
}

// CostDays is a figure, and the days behind it by month.
type CostDays struct {
	Label  string
	Figure string
	Parts  string // such as "130 × 37 km + 40 × 44 km"
	Months []CostMonth
}

// CostMonth is the days of a month.
type CostMonth struct {
	Name   string
	Figure string
	Days   []Link
}

// CostDoubts are days that are to be looked at for the same reason.
type CostDoubts struct {
	Label string
	Count string
	Open  bool
	Days  []CostDoubt
}

// CostDoubt is a day that is to be looked at.
type CostDoubt struct {
	Link
	CountedAs string
}

// CostComparison compares the costs with the flat deduction of 10 %.
type CostComparison struct {
	Action    string
	Salary    string // as it was typed
	Message   string // what is wrong with it
	Deduction string // empty before a salary was typed
	Costs     string
	Better    string
}

// CostRow is a day of the printed list.
type CostRow struct {
	Date, Type, Vehicle, Journey, Distance string
}
