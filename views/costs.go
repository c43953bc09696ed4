package views

// Costs is the page of a year's travel costs.
type Costs struct {
	Frame
	Heading     string
	Person      string // whose costs they are, on paper
	Tabs        []NavLink
	Earlier     Link // empty at the limit of the calendar
	Later       Link
	Figures     string // of which year they are
	Provisional string // empty if they are those of the year
	ToPublish   []Link // where a person sets them, once they are published
	Running     string // until when they are; empty for a year that is over
	Missing     []CostMissing
	Empty       bool
	Nothing     Nothing  // while it is empty
	Total       string   // empty if something is missing
	Sum         string   // what it is the sum of
	All         CostDays // without months if it counts no day
	Vehicles    []CostVehicle
	Telework    *CostTelework // nil without days
	Meals       *CostMeals    // nil if none is configured or counts
	Planned     *CostDays     // nil without days
	Return      *CostReturn   // nil without an amount
	Comparison  CostComparison
	Doubts      []CostDoubts
	NoSlots     *CostDays // nil without days
	Export      Link
	Keep        string // until when the list is to be kept
	Annex       []CostGroup
	MealColumn  bool // of the annex
}

// CostMissing is a vehicle or a journey, and what it lacks.
type CostMissing struct {
	Link
	Text string // after it
}

// CostVehicle is the costs of a vehicle.
type CostVehicle struct {
	Name     string
	Amount   string // empty if something is missing
	Rule     string // the row of the scale
	Sum      string // how the amount comes about
	Source   Remark // of the row
	Electric string // why it counts more; empty if it does not
	Days     CostDays
	Journeys []CostDays // if there are several
	Limited  string
	Justify  []Link // journeys of which more would count
}

// CostTelework is the allowance for telework.
type CostTelework struct {
	Amount string
	Rule   string
	Source Remark // without a text if nothing is counted
	Days   CostDays
}

// CostMeals is the line of the meals at the workplace, which counts if it is ticked.
type CostMeals struct {
	Action  string
	Label   string
	Source  Remark
	Note    string
	Counted bool
	Amount  string // this and the rest are empty if it does not count
	Sum     string
	Days    CostDays
}

// CostReturn is what the tax return asks for.
type CostReturn struct {
	Amount  string
	Running string // until when it counts; empty for a year that is over
	Note    string
	Texts   []Link
}

// CostDays is a figure, and the days behind it by month.
type CostDays struct {
	Label  string
	Figure string
	Parts  string // such as "130 × 37 km + 40 × 44 km"
	Legend string // of marks beside days
	Months []CostMonth
	Other  Link // to another distance, from a date on; empty but for a journey
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
	Source    Remark // of its limits
	Costs     string
	Better    string // empty if NotYet says why
	NotYet    string
	ToPublish Link // where a person sets the limits of the year; empty if they are of it
}

// CostGroup is the days of the annex with the same vehicle.
type CostGroup struct {
	Name string
	Rows []CostRow
}

// CostRow is a day of the printed list.
type CostRow struct {
	Date, Type, Journey, Distance, Meal string
}
