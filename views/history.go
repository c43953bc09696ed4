package views

import (
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views/french"
)

// Undo is the button of a flash that takes the change back.
type Undo struct {
	Action string // where the form is sent
	Change models.Stamp
	Label  string
	Back   string // path of the page that has the button; empty to see what was changed
}

// History is the page of the states of a day, the latest first.
type History struct {
	Frame
	EntryID int64
	Date    civil.Date
	Day     *models.Day // nil if it is deleted
	Kept    int64       // bytes of the states of all days
	States  []PastState
}

// version is that of the day, zero if it is deleted.
func (h History) version() models.Stamp {
	if h.Day == nil {
		return models.Stamp{}
	}
	return h.Day.Stamp()
}

// PastState is a state of a day.
type PastState struct {
	Stamp   models.Stamp // zero if it cannot be brought back
	Day     *models.Day  // nil for none
	Moment  Moment
	Who     string   // made it, and how
	Facts   []string // type, journey, vehicle and slots
	Changed []string // what was otherwise before
}

func deletedFacts(day *models.Day) string {
	if day.Unreadable {
		return french.UnreadableType
	}
	facts := []string{french.TypeOfDay(day.DayType, day.HalfDay)}
	if len(day.Slots) > 0 {
		facts = append(facts, french.Duration(day.WorkedMinutes()))
	}
	return strings.Join(facts, ", ")
}
