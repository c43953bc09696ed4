package pages

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/views"
)

// dayForm is the edit form as submitted.
type dayForm struct {
	Version          views.Stamp // empty for none
	DayType          string
	HalfDay          string
	KeepHalfDay      bool // it was not submitted
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Slots            []forms.SlotRow
	// After is the start of the last of the stored slots that the form shows, if there are
	// more; empty if it shows them all.
	After string
}

// dayMessages are the error messages of the form's fields.
type dayMessages struct {
	DayType          string
	HalfDay          string
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Slots            []forms.SlotMessages // one for each row of the form
}

func (f dayMessages) any() bool {
	return f.DayType != "" || f.HalfDay != "" || f.JourneyProfileID != "" || f.MotorVehicleID != "" || f.Note != "" ||
		slices.ContainsFunc(f.Slots, func(s forms.SlotMessages) bool { return s != forms.SlotMessages{} })
}

// lineEnds normalizes the ends of lines to \n; browsers send \r\n.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// withoutIDs returns the form without the ids of stored records.
func (f dayForm) withoutIDs() dayForm {
	f.Version, f.Slots = views.Stamp{}, slices.Clone(f.Slots)
	for i := range f.Slots {
		f.Slots[i].ID, f.Slots[i].EndID = "", ""
	}
	return f
}

// readDayForm reads the fields of a form that was submitted for a day. It skips rows with
// neither start nor end.
func readDayForm(values url.Values, day *models.Day) dayForm {
	form := dayForm{
		Version:          views.Stamp{Number: values.Get("version"), At: values.Get("version_at")},
		DayType:          values.Get("day_type"),
		HalfDay:          values.Get("half_day"),
		KeepHalfDay:      !values.Has("half_day"),
		JourneyProfileID: values.Get("journey_profile_id"),
		MotorVehicleID:   values.Get("motor_vehicle_id"),
		Note:             lineEnds.Replace(values.Get("note")),
		After:            values.Get("slots_after"),
	}
	at := func(name string, i int) string {
		if i < len(values[name]) {
			return strings.TrimSpace(values[name][i])
		}
		return ""
	}
	for i := range max(len(values["slot_start"]), len(values["slot_end"])) {
		row := forms.SlotRow{ID: at("slot_id", i), Start: at("slot_start", i), End: at("slot_end", i), EndDay: at("slot_end_day", i), EndID: at("slot_end_id", i)}
		if row.Start != "" || row.End != "" {
			form.Slots = append(form.Slots, row)
		}
	}
	if !values.Has("slots_after") {
		form.After = form.usualAfter(day)
	}
	return form
}

// formOf returns the form of a stored day.
func formOf(day *models.Day) dayForm {
	form := dayForm{
		Version:          views.StampOf(day.Stamp()),
		DayType:          string(day.DayType),
		HalfDay:          string(day.HalfDay),
		JourneyProfileID: day.JourneyProfileID,
		MotorVehicleID:   day.MotorVehicleID,
		Note:             day.Note,
	}
	for _, slot := range day.Slots {
		form.Slots = append(form.Slots, forms.RowOf(day, slot))
	}
	return form
}

// halfDay returns the half day of the form or, if none was submitted, the one that the
// day keeps.
func (f dayForm) halfDay(day *models.Day) string {
	if f.KeepHalfDay {
		return string(day.HalfDay.Beside(models.DayType(f.DayType)))
	}
	return f.HalfDay
}

// holds reports whether the form, which was shown before the stored day was as it is and has
// been read for it, says what that day does.
func (f dayForm) holds(day *models.Day, read reading) bool {
	version, _ := strconv.ParseInt(f.Version.Number, 10, 64) // 0 of a new day
	if read.messages.any() || version > day.Version {
		return false
	}
	return f.DayType == string(day.DayType) && f.halfDay(day) == string(day.HalfDay) &&
		f.JourneyProfileID == day.JourneyProfileID && f.MotorVehicleID == day.MotorVehicleID && f.Note == lineEnds.Replace(day.Note) &&
		slices.Equal(timesOf(day, read.change.Slots), timesOf(day, day.Slots))
}

// timesOf returns the times of slots as a form shows them, in order.
func timesOf(day *models.Day, slots []models.TimeSlot) []forms.SlotRow {
	rows := make([]forms.SlotRow, len(slots))
	for i, at := range inOrderOfTime(slots) {
		rows[i] = forms.RowOf(day, slots[at])
		rows[i].ID = ""
	}
	return rows
}

// reading is the result of parsing a form.
type reading struct {
	change   models.EntryChange // with the slots that could be parsed
	rows     []int              // row of the form for each slot of the change, but for the rest
	messages dayMessages        // for what could not be parsed
}

// read parses the form. The day, which is stored or about to be created, determines
// the date and zone of the typed times. Without messages, the change is complete.
func (f dayForm) read(day *models.Day) reading {
	read := reading{
		change: models.EntryChange{
			DayType:          models.DayType(f.DayType),
			HalfDay:          models.HalfDay(f.HalfDay),
			KeepHalfDay:      f.KeepHalfDay,
			JourneyProfileID: f.JourneyProfileID,
			MotorVehicleID:   f.MotorVehicleID,
			Note:             f.Note,
		},
		messages: dayMessages{Slots: make([]forms.SlotMessages, len(f.Slots))},
	}
	about, rest := f.parts(day)
	part := *day
	part.Slots = about
	shown := forms.ShownSlots(&part, f.Slots)
	for i, row := range f.Slots {
		slot, messages := row.Slot(day, shown[i])
		if messages != (forms.SlotMessages{}) {
			read.messages.Slots[i] = messages
			continue
		}
		read.change.Slots, read.rows = append(read.change.Slots, slot), append(read.rows, i)
	}
	read.change.Slots = append(read.change.Slots, rest...)
	return read
}

// typed returns the slots of the rows that could be parsed, and rest the stored ones that
// have no row.
func (r reading) typed() []models.TimeSlot { return r.change.Slots[:len(r.rows)] }
func (r reading) rest() []models.TimeSlot  { return r.change.Slots[len(r.rows):] }

// slot returns the slot of a row, or nil if it could not be parsed.
func (r reading) slot(row int) *models.TimeSlot {
	if i, found := slices.BinarySearch(r.rows, row); found {
		return &r.change.Slots[i]
	}
	return nil
}

// refused returns the messages of the form with those for the errors added.
func (r reading) refused(refusal *models.EntryErrors) dayMessages {
	messages := r.messages
	if refusal == nil {
		return messages
	}
	messages.DayType = forms.MessageFor(refusal.DayType)
	messages.HalfDay = forms.MessageFor(refusal.HalfDay)
	messages.JourneyProfileID = forms.MessageFor(refusal.JourneyProfileID)
	messages.MotorVehicleID = forms.MessageFor(refusal.MotorVehicleID)
	messages.Note = forms.MessageFor(refusal.Note)
	messages.Slots = slices.Clone(r.messages.Slots)
	for i, err := range refusal.Slots {
		if err != nil {
			messages.Slots[r.rows[i]] = forms.SlotMessagesFor(err)
		}
	}
	return messages
}
