package views

// Rests is the page of what stands out in a year by the rules about rest and working time.
type Rests struct {
	Frame
	Heading string
	Tabs    []NavLink
	Earlier Link // empty at the limit of the calendar
	Later   Link
	Profile string // empty if none is chosen
	Open    string // says that an arrival without a departure counts; empty if there is none
	Night   RestNight
	Rules   []RestRule
	Quiet   []RestRule // those by which nothing stands out
}

// RestNight says how much was worked at night. Its text is empty if nothing was.
type RestNight struct {
	Remark
	Days    []Link // to the nights of each year
	Article Link
}

// RestRule is a rule and what it finds.
type RestRule struct {
	Name      string
	Term      string // the law's word for it; empty if it is the name
	Sentence  string
	Articles  []Link // on other sites
	Changed   bool   // the threshold is the person’s own
	Note      string
	Count     string // how often it was broken
	Worst     string // the figure farthest from the threshold
	Standouts []Standout
	More      string // about those that are not listed
}

// Standout is a figure beyond a threshold.
type Standout struct {
	Label  string // when
	Figure string
	Parts  string // how the figure comes about
	Days   []RestDay
}

// RestDay is a day behind a figure.
type RestDay struct {
	Link
	Length string // worked; empty for nothing
}
