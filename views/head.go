package views

// head is the beginning of a page of figures: where it leads back to, and its heading between the
// pages before and after.
type head struct {
	back    Link
	beside  Link // empty for none
	heading string
	others  string // names the pages around it; empty if it has none
	earlier Link   // empty at the limit of the calendar
	later   Link
}
