package pages

import (
	"net/url"
	"slices"
	"strings"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/views"
)

// dayForm is the edit form as submitted: the change without its slots, which are typed in rows.
type dayForm struct {
	models.EntryChange
	Version models.Stamp // zero for none
	Rows    []views.SlotRow
	// After is the start of the last of the stored slots that the form shows, if there are
	// more; empty if it shows them all.
	After string
}

type dayMessages struct {
	Fields views.Messages
	Slots  []views.SlotMessages // one for each row of the form
}

func (m dayMessages) any() bool {
	return len(m.Fields) > 0 || slices.ContainsFunc(m.Slots, func(s views.SlotMessages) bool { return s != views.SlotMessages{} })
}

// lineEnds normalizes the ends of lines to \n; browsers send \r\n.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// withoutIDs returns the form without the ids of stored records.
func (f dayForm) withoutIDs() dayForm {
	f.Version, f.Rows = models.Stamp{}, slices.Clone(f.Rows)
	for i := range f.Rows {
		f.Rows[i].ID, f.Rows[i].EndID = "", ""
	}
	return f
}

func readChange(values url.Values) models.EntryChange {
	return models.EntryChange{
		Half:             models.Half(values.Get("half")),
		KeepHalf:         !values.Has("half"),
		DayType:          models.DayType(values.Get("day_type")),
		HalfDay:          models.HalfDay(values.Get("half_day")),
		KeepHalfDay:      !values.Has("half_day"),
		JourneyProfileID: values.Get("journey_profile_id"),
		MotorVehicleID:   values.Get("motor_vehicle_id"),
		Note:             lineEnds.Replace(values.Get("note")),
	}
}

// readDayForm reads the fields of a form that was submitted for a day. It skips rows with
// neither start nor end.
func readDayForm(values url.Values, day *models.Day) dayForm {
	form := dayForm{EntryChange: readChange(values), After: values.Get("slots_after")}
	form.Version, _ = forms.ReadVersion(values) // which is asked for when it is saved
	if values.Has("requested_by") || values.Has("reason") {
		typed := func(name string) string { return strings.TrimSpace(lineEnds.Replace(values.Get(name))) }
		form.Request = &models.Request{By: typed("requested_by"), Reason: typed("reason")}
	}
	at := func(name string, i int) string {
		if i < len(values[name]) {
			return strings.TrimSpace(values[name][i])
		}
		return ""
	}
	for i := range max(len(values["slot_start"]), len(values["slot_end"])) {
		row := views.SlotRow{ID: at("slot_id", i), Start: at("slot_start", i), End: at("slot_end", i), EndDay: at("slot_end_day", i), EndID: at("slot_end_id", i)}
		if row.Start != "" || row.End != "" {
			form.Rows = append(form.Rows, row)
		}
	}
	if !values.Has("slots_after") {
		form.After = form.usualAfter(day)
	}
	return form
}

// fieldsOf returns what a stored day has in the fields of a form but the slots and the request,
// which no other day takes over.
func fieldsOf(day *models.Day) models.EntryChange {
	return models.Day{WorkEntry: day.WorkEntry}.Unchanged()
}

func formOf(day *models.Day) dayForm {
	form := dayForm{EntryChange: fieldsOf(day), Version: day.Stamp()}
	for _, slot := range day.Slots {
		form.Rows = append(form.Rows, forms.RowOf(day, slot))
	}
	return form
}

// entry returns the entry of a day as the form makes it: with what the day keeps, if that was not
// submitted.
func (f dayForm) entry(day *models.Day) models.WorkEntry {
	entry := day.WorkEntry
	entry.Apply(f.EntryChange)
	return entry
}

// saysAs reports whether the form has what another has in the fields but the slots.
func (f dayForm) saysAs(other dayForm, day *models.Day) bool {
	other.Note = lineEnds.Replace(other.Note)
	return f.entry(day) == other.entry(day)
}

// holds reports whether the form, which was shown before the stored day was as it is and has
// been read for it, says what that day does.
func (f dayForm) holds(day *models.Day, read reading) bool {
	if read.messages.any() || f.Version.Number > day.Version {
		return false
	}
	return f.saysAs(formOf(day), day) && slices.Equal(timesOf(day, read.change.Slots), timesOf(day, day.Slots))
}

// timesOf returns the times of slots as a form shows them, in order.
func timesOf(day *models.Day, slots []models.TimeSlot) []views.SlotRow {
	rows := make([]views.SlotRow, len(slots))
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
	read := reading{change: f.EntryChange, messages: dayMessages{Slots: make([]views.SlotMessages, len(f.Rows))}}
	about, rest := f.parts(day)
	part := *day
	part.Slots = about
	shown := forms.ShownSlots(&part, f.Rows)
	for i, row := range f.Rows {
		slot, messages := forms.SlotOf(row, day, shown[i])
		if messages != (views.SlotMessages{}) {
			read.messages.Slots[i] = messages
			continue
		}
		read.change.Slots, read.rows = append(read.change.Slots, slot), append(read.rows, i)
	}
	read.change.Slots = append(read.change.Slots, rest...)
	return read
}

func (r reading) rest() []models.TimeSlot { return r.change.Slots[len(r.rows):] }

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
	messages.Fields = forms.EntryMessagesFor(refusal)
	messages.Slots = slices.Clone(r.messages.Slots)
	for i, err := range refusal.Slots {
		if err != nil {
			messages.Slots[r.rows[i]], _ = forms.SlotErrors.For(err)
		}
	}
	return messages
}
