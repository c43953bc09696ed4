package views

import (
	"strings"
	"time"

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

// Moment is an instant for people and for programs.
type Moment struct {
	Day     string
	Time    string
	Machine string // RFC 3339
}

// MomentOf returns an instant in a zone, its time of day in a layout of [time.Time.Format].
func MomentOf(instant civil.Instant, zone *time.Location, layout string) Moment {
	if !instant.Readable() {
		return Moment{Time: french.Unreadable}
	}
	local := instant.In(zone)
	return Moment{french.DateInYear(civil.DateOf(local)), local.Format(layout), local.Format(time.RFC3339)}
}
