package views

// Undo is the button of a flash that takes the change back.
type Undo struct {
	Action string // where the form is sent
	Change Stamp
	Label  string
	Back   string // path of the page that has the button; empty to see what was changed
}

// History is the page of the states of a day, the latest first.
type History struct {
	Frame
	Heading string
	Back    Link // to the day, or to its month if it is deleted
	Kept    string
	Action  string // where the forms are sent
	Version Stamp  // of the day now; 0 if it is deleted
	States  []PastState
}

// PastState is a state of a day.
type PastState struct {
	State   Stamp // empty for the present one
	Moment  Moment
	Who     string   // made it, and how
	Facts   []string // type, journey, vehicle and slots
	Note    string   // its beginning
	Changed []string // what was otherwise before
	Label   string   // of the button, with the moment
}

// DeletedDays are the days that were deleted and can come back.
type DeletedDays struct {
	Action string // where the forms are sent
	Days   []DeletedDay
}

// DeletedDay is a day that can come back.
type DeletedDay struct {
	State   Stamp
	Date    string
	Facts   string
	When    string // it was deleted
	History string // path of its states
}
