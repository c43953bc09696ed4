package views

// CountersNow is the page of what is left today.
type CountersNow struct {
	Frame
	Person  string // on paper
	Lines   []CounterLine
	Rules   []CounterRule // how they are counted
	Nothing *Nothing      // where there are no counters
}

// CounterLine is a figure of today with its name, which leads to the days behind it.
type CounterLine struct {
	Path   string
	Label  string
	Figure string
	Note   string
	Adjust string // path of the form of an adjustment; may be empty
}

// CounterRule says how a figure is counted.
type CounterRule struct {
	Label string
	Text  string
}
