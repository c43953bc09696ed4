package views

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Day is the page of the edit form.
type Day struct {
	Frame
	DayForm
	On         *models.Day                    // without an id for a new day, of which nothing is stored yet
	Open       *models.WorkplacePresenceEvent // the arrival under way, or nil
	Events     []models.WorkplacePresenceEvent
	MostEvents int                           // how many are shown
	States     []PastState                   // the last ones
	Neighbours *Calendar                     // the days around; nil if they are not known
	Merge      string                        // minutes between slots that may be merged; empty where there is nothing to merge
	Unsaved    bool                          // the form has what is not stored
	Alert      string                        // message about the whole form
	Notice     string                        // what has been prepared in the form
	Stored     []Fact                        // nil unless the form is outdated
	Counters   []report.CounterChange        // with a day of their type on the date
	Due        *int64                        // minutes, of the date; nil where no hours are due
	Like       map[models.DayType]civil.Date // days with which a new one can be filled
	Pause      string                        // the usual one, as in "12:10 13:00", or empty
	OtherTypes *OtherTypes                   // offers the planned type; nil if the day has it
	Usual      models.EntryDefaults          // the journey and the vehicle of a new day whose type travels
}

// DayForm is the form of a day as it was typed, and what it says.
type DayForm struct {
	EntryFields
	Version    models.Stamp      // zero for a new day
	Slots      []SlotField       // but for a blank one
	Rest       []models.TimeSlot // slots that have no row and stay as they are stored
	SlotsAfter string            // the start of the last slot that has a row; empty if every one has
}

// EntryFields are the fields that the forms of a day and of several days have.
type EntryFields struct {
	models.EntryChange                    // as it was typed
	HalfDays, Journeys, Vehicles []Option // half days of absence
	Messages                     Messages
}

// Messages are what is wrong with the fields of a form, by their names.
type Messages map[string]string

// inTextarea returns text as the content of a textarea, in which browsers drop a
// leading line break.
func inTextarea(text string) string {
	if strings.HasPrefix(text, "\n") {
		return "\n" + text
	}
	return text
}

// planned says what is planned for the date: "Prévu : 19:45–07:15, Garde"; empty for nothing.
func (d Day) planned() string {
	if d.Neighbours == nil {
		return ""
	}
	shifts, planned := d.Neighbours.Rules.PlannedOn(d.On.Date)
	if !planned {
		return ""
	}
	return "Prévu\u00a0: " + shiftTexts(shifts, true)
}

// Typed are the slots of the rows that can be read.
func (f DayForm) Typed() (slots []models.TimeSlot) {
	for _, field := range f.Slots {
		if field.Slot != nil {
			slots = append(slots, *field.Slot)
		}
	}
	return slots
}

func (d Day) minutes() int64 {
	return models.Day{Slots: append(d.Typed(), d.Rest...), Zone: d.On.Zone}.WorkedMinutes()
}

// total writes how long the slots are, or a dash for nothing.
func (d Day) total() string { return cmp.Or(length(d.minutes()), "–") }

// beyond is how long they are beyond what is due.
func (d Day) beyond() int64 {
	if d.Due == nil {
		return 0
	}
	return max(0, d.minutes()-*d.Due)
}

// hasRequest reports whether the day says who asked for hours, or why, or was to say it.
func (d Day) hasRequest() bool {
	return *d.Request != models.Request{} || d.Messages["requested_by"]+d.Messages["reason"] != ""
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

// outcomes returns what says what became of each event of a day: the slot that has it as its end, that
// a person closed or ignored it, or that it has no slot.
func outcomes(day *models.Day) func(models.WorkplacePresenceEvent) string {
	linked, starts, ends := map[int64]string{}, map[civil.Instant]string{}, map[civil.Instant]string{}
	for _, slot := range day.All() {
		text := "créneau " + french.SlotText(*day, slot)
		if slices.ContainsFunc(day.Short, slot.Equal) {
			text += ", très court, à vérifier"
		}
		linked[slot.ID], starts[slot.StartAt], ends[slot.EndAt] = text, text, text
	}
	return func(event models.WorkplacePresenceEvent) string {
		slot := starts[event.OccurredAt]
		if event.Event == models.Departure {
			slot = ends[event.OccurredAt]
		}
		if event.TimeSlotID != nil {
			slot = cmp.Or(linked[*event.TimeSlotID], slot)
		}
		switch {
		case event.Closure != nil && *event.Closure == models.ClosedManually:
			return "close à la main, " + cmp.Or(slot, "sans créneau")
		case slot != "":
			return slot
		case event.IsDiscarded() && event.ClosedAt != nil:
			return "ignorée à la main, " + french.Moment(*event.ClosedAt, day.Zone)
		case event.IsOpen():
			return "en cours"
		}
		return "sans créneau"
	}
}

// SlotRow is a row of a form: a slot as it was typed, or as it is shown.
type SlotRow struct {
	ID     string // empty for a new row
	Start  string
	End    string
	EndDay string // days after the entry's date; empty for the first such time after the start
	EndID  string // of the slot whose end a merged row has; otherwise empty
}

// SlotMessages are the error messages of a row's fields.
type SlotMessages struct{ Start, End, EndDay string }

// SlotField is a row with what is said of it.
type SlotField struct {
	SlotRow
	Slot     *models.TimeSlot   // nil if it cannot be read
	Origin   *models.SlotOrigin // of a slot that is stored as it is shown; else nil
	Messages SlotMessages
	Focus    string // the name of the field to which the page leads; empty for none
}

func (f SlotField) lasts(day *models.Day) bool { return f.Slot != nil && f.Slot.Minutes(day.Zone) > 0 }

func (f SlotField) isOvernight(day *models.Day) bool {
	return f.lasts(day) && civil.DateOf(f.Slot.EndAt.In(day.Zone)) != day.Date
}

// moment writes an end of the slot for the script; empty if there is none.
func (f SlotField) moment(day *models.Day, end func(*models.TimeSlot) civil.Instant) string {
	if !f.lasts(day) {
		return ""
	}
	return strconv.FormatInt(clockOf(day).moment(end(f.Slot)), 10)
}

func startOf(slot *models.TimeSlot) civil.Instant { return slot.StartAt }
func endOf(slot *models.TimeSlot) civil.Instant   { return slot.EndAt }

// EndField asks for the time of a departure. Its message may be about another field in its place.
type EndField struct {
	SlotRow         // whose end it is
	ErrorID  string // of the message
	Offered  string // where the time offered comes from
	Messages SlotMessages
}

// message is that of the end, whichever of its fields is wrong.
func (f EndField) message() string { return f.Messages.End + f.Messages.EndDay }

// endDays are the days on which a slot can end.
func endDays(chosen string) []Option {
	options := []Option{{Label: "selon l’heure"}}
	for days := range 8 {
		options = append(options, Option{Value: strconv.Itoa(days), Label: endDay(days)})
	}
	if !slices.ContainsFunc(options, func(o Option) bool { return o.Value == chosen }) { // a longer slot, or an invalid value
		label := chosen
		if days, err := strconv.Atoi(chosen); err == nil {
			label = endDay(days)
		}
		options = append(options, Option{Value: chosen, Label: label})
	}
	return options
}

// endDay is short, as on a sheet, so that no field cuts it off.
func endDay(days int) string {
	if days == 0 {
		return french.EndDay(days)
	}
	return fmt.Sprintf("%+d\u00a0j", days)
}

// Deletion is the page that asks before a day is deleted.
type Deletion struct {
	Frame
	Day       *models.Day
	Alert     string
	MostSlots int   // how many are named
	Events    int64 // that go with it
}
