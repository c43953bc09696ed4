package views

// Feeds is the page of the feeds' addresses.
type Feeds struct {
	Frame
	Since string // when the addresses were made; empty when there are none
	// PresenceURL and CalendarURL are the addresses, on the one answer that shows them.
	PresenceURL string
	CalendarURL string
	Missing     string // how the calendar reaches the program, if its address is not known
}
