package views

// Review is the page of what a person should look at.
type Review struct {
	Frame
	Alert      string // why what was pressed was not done
	Recordable *Recordable
	Parts      []Part
	BetterEnds []BetterEnd
	Left       []Left
	Open       *Forgotten // the open arrival whose departure is missing
	Doubts     []Doubt
	More       string  // how many doubts are not shown
	Dismiss    string  // where an event is dismissed
	Nothing    Nothing // while there is nothing to look at
}

// Empty reports whether there is nothing to look at.
func (r Review) Empty() bool {
	return r.Recordable == nil && r.Open == nil && len(r.Doubts) == 0 && len(r.Parts)+len(r.BetterEnds)+len(r.Left) == 0
}

// Question is the place of a question on the page.
type Question struct {
	Place string // its number
	Focus bool   // it has the keyboard
}

// Recordable are refused events that can be recorded now.
type Recordable struct {
	Question
	Action string
	Events []RefusedEvent
}

// RefusedEvent is an event as it was refused.
type RefusedEvent struct {
	ID   string
	Text string // "Arrivée du mardi 17 novembre 2026 à 08:03"
}

// Part is a slot that is two days.
type Part struct {
	Question
	Action    string
	SlotID    string
	RefusedID string
	Inside    []string // ids of all the arrivals that lie inside
	Arrivals  []Option // the ones to choose from
	Text      string   // what is recorded
	Refused   string   // the arrival that lies inside
	After     string   // what becomes of the second half
	Day       Link
	End       string
	EndDays   []Option
	Offered   string // where the time offered comes from
	Message   string // beside the end
	ErrorID   string // the id of the message
}

// BetterEnd is a slot closed by hand, and the departure that came for it.
type BetterEnd struct {
	Question
	Action    string
	SlotID    string
	RefusedID string
	Text      string
	Day       Link
}

// Left is a refused event that a person can only write down by hand.
type Left struct {
	Question
	Event RefusedEvent
	Why   string
	Day   Link // empty if its date cannot be that of a day
}
