package views

import (
	"fmt"
	"strconv"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views/french"
)

// Day is the page of the edit form.
type Day struct {
	Frame
	On         *models.Day                    // without an id for a new day, of which nothing is stored yet
	Open       *models.WorkplacePresenceEvent // the arrival under way, or nil
	Events     []models.WorkplacePresenceEvent
	MostEvents int         // how many are shown
	States     []PastState // the last ones
	Neighbours *Calendar   // the days around; nil if they are not known
	Merge      string      // minutes between slots that may be merged; empty where there is nothing to merge
	Version    Stamp       // empty for a new day
	Unsaved    bool        // the form has what is not stored
	Alert      string      // message about the whole form
	Notice     string      // what has been prepared in the form
	Stored     StoredDay   // nil unless the form is outdated
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
	Rest       int                           // slots that have no row and stay as they are stored
	RestScript string                        // their minutes and bars, as JSON
	SlotsAfter string                        // the start of the last slot that has a row; empty if every one has
	Blank      SlotRow                       // the template of a new row
	Like       map[models.DayType]civil.Date // days with which a new one can be filled
	Total      string
	Clock      string // the zone's clock around the day, for the script
	Pause      string // the usual one, as in "12:10 13:00", or empty
	Save       string // label of the button that saves
	// UsualJourney and UsualVehicle are those of a new day whose type travels.
	UsualJourney, UsualVehicle string
}

// Strip is the drawing of a day's slots.
type Strip struct {
	Hours int      // 24 or 48
	Bars  [][2]int // minutes from one to another
}

// shown are the bars within the strip: not beyond it, nor before the hour that autumn repeats.
func (s Strip) shown() (bars [][2]int) {
	for _, bar := range s.Bars {
		if from, to := max(0, bar[0]), min(s.Hours*60, bar[1]); from < to {
			bars = append(bars, [2]int{from, to})
		}
	}
	return bars
}

// percentage returns a part of a length, to a thousandth of a percent.
func percentage(part, length int) string {
	thousandths := part * 100_000 / length
	return fmt.Sprintf("%d.%03d%%", thousandths/1000, thousandths%1000)
}

// tick returns how an hour of an axis is written.
func tick(hour, hours int) (anchor, label string) {
	switch hour {
	case 0:
		return "start", "0"
	case hours:
		return "end", "24"
	}
	return "middle", strconv.Itoa(hour % 24)
}

// likeText writes "comme jeudi 19 (Travail)", for a day of another month "comme jeudi 29 octobre (Travail)".
func likeText(on, date civil.Date, dayType models.DayType) string {
	label := french.Weekdays[on.Weekday()] + "\u00a0" + strconv.Itoa(on.Day)
	if on.Month != date.Month || on.Year != date.Year {
		label = french.Weekdays[on.Weekday()] + " " + french.DayOfMonth(on)
	}
	return "comme " + label + " (" + french.DayTypes[dayType] + ")"
}

// secondOf formats an instant to the second, with its date if that differs from the
// day's.
func secondOf(instant civil.Instant, day *models.Day) string {
	local := instant.In(day.Zone)
	text := local.Format("15:04:05")
	if date := civil.DateOf(local); date != day.Date {
		return french.DateInYear(date) + " " + text
	}
	return text
}

// eventOutcome describes what became of an event of a day with those slots, by id: its
// slot, how it was closed without a departure, or that the slots were edited since.
func eventOutcome(event models.WorkplacePresenceEvent, day *models.Day, slots map[int64]models.TimeSlot) string {
	if event.Closure != nil && *event.Closure == models.ClosedAsDiscarded {
		return "ignorée à la main"
	}
	closedManually := event.Closure != nil && *event.Closure == models.ClosedManually
	if event.TimeSlotID != nil {
		slot, found := slots[*event.TimeSlotID]
		if found && closedManually {
			return "close à la main, créneau " + french.SlotText(*day, slot)
		}
		if found {
			return "créneau " + french.SlotText(*day, slot)
		}
	}
	if event.Event == models.Arrival && event.Closure == nil {
		return "en cours"
	}
	if closedManually {
		return "close à la main, créneaux modifiés depuis"
	}
	return "créneaux modifiés à la main depuis"
}

// slotsByID are the slots of a day.
func slotsByID(day *models.Day) map[int64]models.TimeSlot {
	slots := make(map[int64]models.TimeSlot, len(day.Slots))
	for _, slot := range day.Slots {
		slots[slot.ID] = slot
	}
	return slots
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

// StoredDay is the stored day, shown next to an outdated form.
type StoredDay []StoredFact

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
	Day       *models.Day
	Version   Stamp
	Alert     string
	MostSlots int   // how many are named
	Events    int64 // that go with it
	KeepDays  int   // for how long it can be taken back
}
