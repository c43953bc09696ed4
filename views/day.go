package views

import (
	"worklog/models"
	"worklog/models/civil"
)

// Day is the page of the edit form.
type Day struct {
	Frame
	Date       civil.Date
	ID         int64 // 0 for a new day, of which nothing is stored yet
	Events     []Event
	AllEvents  Link        // empty if they are all shown
	States     []PastState // the last ones
	Neighbours *Calendar   // the days around; nil if they are not known
	Merge      string      // minutes between slots that may be merged; empty where there is nothing to merge
	Version    Stamp       // empty for a new day
	Unsaved    bool        // the form has what is not stored
	Alert      string      // message about the whole form
	Notice     string      // what has been prepared in the form
	Stored     *StoredDay
	DayType    models.DayType
	Counters   []string // what is left of them
	HalfDays   []Option // of absence
	Journeys   []Option
	Vehicles   []Option
	Note       string
	NoteLimit  string // characters
	Messages   DayMessages
	Strip      Strip
	Slots      []SlotRow
	Rest       *RestOfSlots // nil if every slot has a row
	SlotsAfter string       // the start of the last slot that has a row; empty if every one has
	Blank      SlotRow      // the template of a new row
	Like       []LikeDay
	Total      string
	Clock      string // the zone's clock around the day, for the script
	Pause      string // the usual one, as in "12:10 13:00", or empty
	Open       string // an arrival under way
	Save       string // label of the button that saves
	// UsualJourney and UsualVehicle are those of a new day whose type travels.
	UsualJourney, UsualVehicle string
}

// LikeDay is a day with which a new one can be filled.
type LikeDay struct {
	Date  string // YYYY-MM-DD
	Code  string // its day type
	Label string
}

// Strip is the drawing of a day's slots. Lengths are percentages of its width.
type Strip struct {
	Axes []Axis // of which one is shown
	Bars []Bar
}

// Axis are the hours below a strip.
type Axis struct {
	Hours string // how long it is
	Shown bool
	Ticks []Tick
}

// Tick is an hour of an axis.
type Tick struct{ X, Anchor, Label string }

// Bar is a slot of a strip.
type Bar struct{ X, Width string }

// Event is an event that the automation sent.
type Event struct {
	Kind     string
	When     string
	ByHand   bool   // a person pressed a button
	Sent     string // as the request wrote it
	Received string
	Key      string
	Outcome  string // what became of it
}

// DayMessages are the error messages of the fields.
type DayMessages struct{ Type, HalfDay, Journey, Vehicle, Note string }

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
	Overnight   bool   // ends on another day
	Complete    bool   // has a start and an end, between which a pause can be
	Focus       string // the name of the field to which the page leads; empty for none
	Odd         string // what is odd about a slot that was recorded; empty for nothing
	Messages    struct{ Start, End, EndDay string }
}

// RestOfSlots are the slots of a day that have no row and stay as they are stored.
type RestOfSlots struct {
	Text   string
	All    Link
	Script string // their minutes and bars, as JSON
}

// StoredDay is the stored day, shown next to an outdated form.
type StoredDay struct {
	Facts  []StoredFact
	Reload Link
}

// StoredFact is a field of a stored day.
type StoredFact struct {
	Name  string
	Texts []StoredText
}

// StoredText is a value of a field.
type StoredText struct {
	Text    string
	Differs bool // from what was typed
}

// Deletion is the page that asks before a day is deleted.
type Deletion struct {
	Frame
	Heading string
	Action  string
	Version Stamp
	Back    string
	Alert   string
	Lost    []string // what goes with the day
	All     Link     // to all of its slots; empty if they are all named
	Kept    string   // for how long it can be taken back
}
