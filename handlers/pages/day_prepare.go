package pages

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// prepared answers the buttons of a day's form that do not save it: it shows the form
// with a row split at a pause, with the slots of another day, or merged. It reports
// false if none of them was pressed.
//
// Without script, Enter presses the same button in every field. If the minutes of a merge
// or the time of a forgotten departure were changed, it was pressed in that field.
func (p *Pages) prepared(c echo.Context, day *models.Day, values url.Values) (bool, error) {
	switch byEnter := values.Get("by") == "enter"; {
	case values.Has("pause"):
		return true, p.showPause(c, day, values)
	case values.Has("like") && day.ID == 0:
		return true, p.showLike(c, day, values)
	case byEnter && day.ID != 0 && values.Has("merge") && values.Get("merge") != strconv.Itoa(defaultMerge):
		return true, p.showMerged(c, day, values)
	case byEnter && p.changesDeparture(c, values):
		return true, p.closeArrival(c, values, p.along(day, values))
	}
	return false, nil
}

// changesDeparture reports whether the form has another time for the forgotten
// departure than the band offers.
func (p *Pages) changesDeparture(c echo.Context, values url.Values) bool {
	if !values.Has("arrival_id") {
		return false
	}
	band := p.Forgotten(c)
	return band != nil && strconv.FormatInt(band.Open.ID, 10) == values.Get("arrival_id") && band.End != values.Get("end")
}

// showPause shows the form with one row split in two: before a pause and after it. The
// usual pause is offered if the row contains it.
func (p *Pages) showPause(c echo.Context, day *models.Day, values url.Values) error {
	form := readDayForm(values, day)
	number, err := strconv.Atoi(values.Get("pause"))
	if err != nil || number < 1 || number > len(values["slot_start"]) || number > len(values["slot_end"]) {
		return p.showTyped(c, day, form, "")
	}
	// rows that were emptied are not in the form
	row := len(readDayForm(url.Values{"slot_start": values["slot_start"][:number], "slot_end": values["slot_end"][:number]}, day).Slots)
	if row == 0 {
		return p.showTyped(c, day, form, "")
	}
	split, usual := form.Slots[row-1].SlotRow, p.usualPause(c, day, form.DayType)
	if !usual.within(split) {
		usual = pause{}
	}
	// the part after it ends as the row does, to the nanosecond
	after := views.SlotRow{Start: usual.to, End: split.End, EndDay: split.EndDay, EndID: cmp.Or(split.EndID, split.ID)}
	form.Slots[row-1] = views.SlotField{SlotRow: views.SlotRow{ID: split.ID, Start: split.Start, End: usual.from}}
	form.Slots = slices.Insert(form.Slots, row, views.SlotField{SlotRow: after})
	page := p.dayView(c, day, form)
	page.Slots[row-1].Focus, page.Unsaved = "slot_end", true
	return frame.Show(c, views.DayPage(page))
}

func (p *Pages) showTyped(c echo.Context, day *models.Day, form dayForm, notice string) error {
	return p.showDayDraft(c, day, form, around{status: http.StatusOK, notice: notice})
}

// showLike shows the form of a new day filled as another day is, or as it was typed if
// there is no such day. The note stays.
func (p *Pages) showLike(c echo.Context, day *models.Day, values url.Values) error {
	form := readDayForm(values, day)
	date, err := civil.ParseDate(values.Get("like"))
	if err != nil {
		return p.showTyped(c, day, form, "Cette date ne peut pas être lue\u00a0: rien n’a été repris, rien n’est encore enregistré.")
	}
	other, err := p.Store.DayOn(c.Request().Context(), date)
	if errors.Is(err, models.ErrEntryNotFound) {
		return p.showTyped(c, day, form, "Il n’y a plus de journée le "+french.FullDate(date)+"\u00a0: rien n’a été repris, rien n’est encore enregistré.")
	}
	if err != nil {
		return err
	}
	note := form.Note
	form.EntryChange = fieldsOf(other)
	form.Note = note
	if !slices.Contains(p.Rules.Journeys, form.JourneyProfileID) {
		form.JourneyProfileID = ""
	}
	if !slices.Contains(p.Rules.Vehicles, form.MotorVehicleID) {
		form.MotorVehicleID = ""
	}
	form.Slots = nil
	for _, slot := range other.Slots {
		if civil.DateOf(slot.StartAt.In(other.Zone)) != other.Date { // a typed slot starts on the day
			continue
		}
		row := forms.RowOf(other, slot)
		row.ID = ""
		form.Slots = append(form.Slots, views.SlotField{SlotRow: row})
	}
	return p.showTyped(c, day, form, "Rempli comme le "+french.FullDate(date)+"\u00a0: rien n’est encore enregistré.")
}

// newForm is the form of a new day, with the journey and the vehicle that its type
// usually has.
func (p *Pages) newForm() (form dayForm) {
	usual := p.Rules.Defaults
	form.DayType = usual.DayType
	if usual.DayType.Travels() {
		form.JourneyProfileID, form.MotorVehicleID = usual.JourneyProfileID, usual.MotorVehicleID
	}
	return form
}

// pause is when a day's work stops and goes on, as the clock shows it.
type pause struct{ from, to string }

// usualPause returns that of the last day of the same type that has one, or a zero
// pause.
func (p *Pages) usualPause(c echo.Context, day *models.Day, dayType models.DayType) pause {
	last, err := p.Store.LastWithPause(c.Request().Context(), dayType, day.Date)
	if errors.Is(err, models.ErrEntryNotFound) {
		return pause{}
	}
	if p.LogOmitted(c, "usual pause", err) {
		return pause{}
	}
	from, to := last.Slots[0].EndAt, last.Slots[1].StartAt
	if civil.DateOf(from.In(last.Zone)) != civil.DateOf(to.In(last.Zone)) {
		return pause{}
	}
	return pause{french.Clock(from, last.Zone), french.Clock(to, last.Zone)}
}

// within reports whether the row contains the pause; the row of a night contains none.
func (u pause) within(row views.SlotRow) bool {
	start, startRead := forms.ParseWallTime(row.Start)
	end, endRead := forms.ParseWallTime(row.End)
	if !startRead || !endRead || u.from >= u.to {
		return false
	}
	return start.String() < u.from && u.to < end.String()
}

// String is the pause as the script reads it.
func (u pause) String() string {
	if u == (pause{}) {
		return ""
	}
	return u.from + " " + u.to
}
