package views

// Sheet is the page of a month as a document to sign.
type Sheet struct {
	Frame
	Back    Link
	Earlier Link // empty at the limit of the calendar
	Later   Link
	Illness Link     // shows illness, or hides it; empty if it is always hidden
	Hints   []Remark // about what the document lacks
	File    string   // name of the document where it is shared
	SheetDocument
}

// SheetDocument is what is printed.
type SheetDocument struct {
	Heading  string
	Facts    []SheetFact
	DaysOnly bool     // it has no hours
	Kinds    []string // of hours that have a column
	Weeks    []SheetWeek
	Legend   []string
	Groups   []SheetGroup
	Made     string
	Digest   string
	Check    string // the command that computes the digest
}

// SheetFact is a line of the head. An empty one is a line to write on.
type SheetFact struct{ Label, Text string }

// SheetWeek is the days of a week, as far as they are of the month.
type SheetWeek struct {
	Days  []SheetDay
	Label string
	Total string
	Whole string // of the whole week, if it differs
	Over  string // the threshold
}

// SheetDay is a date.
type SheetDay struct {
	Link     // to the day
	Resting  bool
	Type     string // empty without an entry
	Holiday  string
	Slots    []string
	Length   string
	Kinds    []string
	Recorded bool
	ByHand   bool
	Note     string
}

// SheetGroup is figures of the same kind.
type SheetGroup struct {
	Heading string
	Figures []SheetFigure
}

// SheetFigure is a figure, and the days that it counts.
type SheetFigure struct{ Label, Days, Figure string }
