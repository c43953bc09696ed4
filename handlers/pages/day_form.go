package pages

import (
	"net/url"
	"slices"
	"strings"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/views"
)

// dayForm is the edit form as submitted.
type dayForm struct {
	views.DayForm
	marked bool // what is wrong with it is said beside its fields
}

// lineEnds normalizes the ends of lines to \n; browsers send \r\n.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// withoutIDs returns the form without the ids of stored records.
func (f dayForm) withoutIDs() dayForm {
	f.Version, f.Slots = models.Stamp{}, slices.Clone(f.Slots)
	for i := range f.Slots {
		f.Slots[i].ID, f.Slots[i].EndID = "", ""
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
	var form dayForm
	form.EntryChange, form.SlotsAfter = readChange(values), values.Get("slots_after")
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
			form.Slots = append(form.Slots, views.SlotField{SlotRow: row})
		}
	}
	if !values.Has("slots_after") {
		form.SlotsAfter = form.usualAfter(day)
	}
	return form
}

// fieldsOf returns what a stored day has in the fields of a form but the slots and the request,
// which no other day takes over.
func fieldsOf(day *models.Day) models.EntryChange {
	return models.Day{WorkEntry: day.WorkEntry}.Unchanged()
}

func formOf(day *models.Day) (form dayForm) {
	form.EntryChange, form.Version = fieldsOf(day), day.Stamp()
	for _, slot := range day.Slots {
		form.Slots = append(form.Slots, views.SlotField{SlotRow: forms.RowOf(day, slot)})
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
func (f dayForm) holds(day *models.Day) bool {
	if f.isWrong() || f.Version.Number > day.Version {
		return false
	}
	return f.saysAs(formOf(day), day) && slices.Equal(timesOf(day, f.change().Slots), timesOf(day, day.Slots))
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

// on returns the form with its rows read for a day, which is stored or about to be created: it
// determines the date and zone of the typed times, and has the slots that the form leaves out.
func (f dayForm) on(day *models.Day) dayForm {
	part := *day
	part.Slots, f.Rest = f.parts(day)
	f.Slots = slices.Clone(f.Slots)
	forms.ReadRows(&part, f.Slots)
	return f
}

// change is what the form makes of the day, once it is read: all of it, unless something is wrong.
func (f dayForm) change() models.EntryChange {
	change := f.EntryChange
	change.Slots = append(f.Typed(), f.Rest...)
	return change
}

func (f dayForm) isWrong() bool {
	return len(f.Messages) > 0 || slices.ContainsFunc(f.Slots, func(row views.SlotField) bool { return row.Messages != views.SlotMessages{} })
}

// refused returns the form, once it is read, with what is wrong with it, and the messages for the errors.
func (f dayForm) refused(refusal *models.EntryErrors) dayForm {
	f.Messages, f.marked = forms.EntryMessagesFor(refusal), true
	if refusal == nil {
		return f
	}
	f.Slots = slices.Clone(f.Slots)
	errs := refusal.Slots // of the rows that can be read, and of the rest
	for i := range f.Slots {
		if f.Slots[i].Slot == nil || len(errs) == 0 {
			continue
		}
		if errs[0] != nil {
			f.Slots[i].Messages, _ = forms.SlotErrors.For(errs[0])
		}
		errs = errs[1:]
	}
	return f
}
