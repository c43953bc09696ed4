package views

// Feeds is the page of the feeds' addresses.
type Feeds struct {
	Frame
	Action string // where the forms are sent
	Since  string // when the addresses were made; empty when there are none
	// Presence and Calendar are the addresses, on the one answer that shows them.
	Presence string
	Calendar string
}
