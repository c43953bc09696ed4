package views

// Head is the beginning of a page of figures: where it leads back to, the pages beside it, and its
// heading between the pages before and after.
type Head struct {
	Frame
	Back    Link      // empty for none
	Tabs    []NavLink // to the pages beside it
	Beside  Link      // empty for none
	Heading string
	Person  string // whose figures they are, on paper
	Others  string // names the pages around it; empty if it has none
	Earlier Link   // empty at the limit of the calendar
	Later   Link
}
