package views

import (
	"worklog/models"
	"worklog/models/civil"
)

// Hand is a button that records an arrival or a departure.
type Hand struct {
	Event   models.EventType
	Key     string // of this very button
	At      string // the time as typed; empty for now
	Message string // beside the time
	Back    string // path of the page that has the button; empty for the month
}

// HandPath is where it is sent.
const HandPath = "/presence/hand"

// handLabels are the labels of the button.
var handLabels = map[models.EventType]string{models.Arrival: "J’arrive", models.Departure: "Je pars"}

// HandRefused is the page of a button that has recorded nothing.
type HandRefused struct {
	Frame
	Text  string
	Date  *civil.Date // of a press that was kept; nil for none
	Again *Hand       // to correct the time; nil when that is not why
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
