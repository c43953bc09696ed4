package views

// Day is the page of the edit form.
type Day struct {
	Frame
	Heading     string
	Month       Link
	Earlier     Link // to the day before
	Later       Link // to the day after
	Events      []Event
	Journal     string // address of the requests of that day; empty for a new day
	History     string // address of its states; empty for a new day
	Merge       string // minutes between slots that may be merged; empty where there is nothing to merge
	MergeAction string // where the form is sent to be shown merged
	Action      string // where the form is sent
	Delete      string // address of the page that deletes; empty for a new day
	Version     string // empty for a new day
	Alert       string // message about the whole form
	Stored      *StoredDay
	Types       []Option
	Journeys    []Option
	Vehicles    []Option
	Note        string
	NoteLimit   string // characters
	Messages    DayMessages
	Slots       []SlotRow
	Blank       SlotRow // the template of a new row
	Total       string
	Clock       string // the zone's clock around the day, for the script
	Open        string // an arrival under way
}

// Event is an event that the automation sent.
type Event struct {
	Kind     string
	When     string
	Sent     string // as the request wrote it
	Received string
	Key      string
	Outcome  string // what became of it
}

// DayMessages are the error messages of the fields.
type DayMessages struct{ Type, Journey, Vehicle, Note string }

// SlotRow is a row of the form.
type SlotRow struct {
	Number  string // 1, 2, …; names the row's parts
	ID      string
	Start   string
	End     string
	EndDays []Option
	Length  string
	// StartMoment and EndMoment are the elapsed minutes at which a slot
	// that can be read starts and ends, for the script; empty otherwise.
	StartMoment string
	EndMoment   string
	EndID       string // of the slot whose end a merged row has
	Odd         string // what is odd about a slot that was recorded; empty for nothing
	Messages    struct{ Start, End, EndDay string }
}

// StoredDay is the stored day, shown next to an outdated form.
type StoredDay struct {
	Type    string
	Journey string
	Vehicle string
	Note    string
	Slots   []string
	Total   string
	Reload  Link
}

// Deletion is the page that asks before a day is deleted.
type Deletion struct {
	Frame
	Heading string
	Action  string
	Version string
	Back    string
	Alert   string
	Lost    []string // what goes with the day
	Kept    string   // for how long it can be taken back
}
