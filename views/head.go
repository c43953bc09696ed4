package views

// head is the beginning of a page of figures: where it leads back to, the pages beside it, and its
// heading between the pages before and after.
type head struct {
	back    Link      // empty for none
	tabs    []NavLink // to the pages beside it
	beside  Link      // empty for none
	heading string
	others  string // names the pages around it; empty if it has none
	earlier Link   // empty at the limit of the calendar
	later   Link
}
