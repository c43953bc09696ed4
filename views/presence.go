package views

// Hand is a button that records an arrival or a departure.
type Hand struct {
	Action  string
	Event   string
	Key     string // of this very button
	Label   string
	At      string // the time as typed; empty for now
	Message string // beside the time
	Back    string // path of the page that has the button; empty for the month
}

// HandRefused is the page of a button that has recorded nothing.
type HandRefused struct {
	Frame
	Heading string
	Text    string
	Day     Link  // of a press that was kept; empty for none
	Again   *Hand // to correct the time; nil when that is not why
	Back    string
}

// TakeBack is the page of a button that takes back a change, pressed when the session had
// ended.
type TakeBack struct {
	Frame
	Heading string
	Text    string
	Days    []string // that change, with what was done to them
	Press   Undo
	Back    string
}
