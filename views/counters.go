package views

// Counters is the page of a year's leave and other counters.
type Counters struct {
	Frame
	Heading  string
	Person   string // on paper
	Back     Link   // to what is left today
	Earlier  Link   // empty at the limit of the calendar
	Later    Link
	Counters []Counter
	Nothing  *Nothing // where there are no counters
}

// Counter is a counter in the periods of a year.
type Counter struct {
	Name    string
	Rule    string
	Periods []CounterPeriod
}

// CounterPeriod is a period of a counter.
type CounterPeriod struct {
	ID          string
	Label       string
	State       string // whether it is over
	Open        bool   // its days are shown
	Figures     []CounterFigure
	Adjustments []string
	Days        []CostDays // taken and planned
}

// CounterFigure is a figure of a period.
type CounterFigure struct {
	Label  string
	Figure string
	Note   string
	Main   bool
}
