package pages

import (
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/views"
)

// dayView returns the page of a form for a day, which is stored or about to be
// created.
func (p *Pages) dayView(c echo.Context, day *models.Day, form dayForm, messages dayMessages) views.Day {
	clock := clockOf(day)
	page := views.Day{
		Frame:     p.frame(c, french.FullDate(day.Date)),
		Heading:   french.FullDate(day.Date),
		Month:     p.monthLink(day.Date, 0),
		Earlier:   p.dayLink(day.Date.AddDays(-1)),
		Later:     p.dayLink(day.Date.AddDays(1)),
		Action:    p.links.To(newPath(day.Date)),
		Version:   form.Version,
		Types:     typeOptions(form.DayType),
		Journeys:  options(p.choices.journeys, "Aucun", form.JourneyProfileID, day.JourneyProfileID),
		Vehicles:  options(p.choices.vehicles, "Aucun", form.MotorVehicleID, day.MotorVehicleID),
		Note:      inTextarea(form.Note),
		NoteLimit: noteLimit,
		Messages:  views.DayMessages{Type: messages.DayType, Journey: messages.JourneyProfileID, Vehicle: messages.MotorVehicleID, Note: messages.Note},
		Blank:     slotView(slotRow{}, "0"),
		Clock:     clock.stretches(),
	}
	if day.ID != 0 {
		page.Action = p.links.To(editPath(day.ID))
		page.History = p.links.To(historyPath(day.ID))
		page.Delete = p.links.To(deletePath(day.ID))
		page.MergeAction = p.links.To(mergePath(day.ID))
	}
	page.Open = p.openArrivalText(c, day)
	page.Events = p.events(c, day)
	page.Journal = p.links.To("/journal?day=" + day.Date.String())
	if day.ID != 0 && len(form.Slots) > 1 {
		page.Merge = strconv.Itoa(defaultMerge)
	}
	if messages.any() {
		page.Alert = "Rien n’est enregistré" + nbsp + ": voyez ce qui est marqué."
	}
	var total int64 // minutes
	read := form.read(day)
	for i, row := range form.Slots {
		view := slotView(row, strconv.Itoa(i+1))
		slot := read.slot(i)
		if slot != nil && slot.Minutes(day.Zone) > 0 {
			view.Length = french.Duration(slot.Minutes(day.Zone))
			total += slot.Minutes(day.Zone)
			view.StartMoment, view.EndMoment = clock.moment(slot.StartAt), clock.moment(slot.EndAt)
		}
		if slot != nil && slot.ID != 0 && slot.IsLong(day.Zone) {
			view.Odd = oddlyLong
		}
		if i < len(messages.Slots) {
			view.Messages = messages.Slots[i]
		}
		page.Slots = append(page.Slots, view)
	}
	page.Total = french.Duration(total)
	page.Slots = append(page.Slots, slotView(slotRow{}, strconv.Itoa(len(form.Slots)+1)))
	return page
}

// openArrivalText returns the text about an open arrival of the day, or "".
func (p *Pages) openArrivalText(c echo.Context, day *models.Day) string {
	open, err := p.openArrival(c)
	if err != nil {
		p.logOmitted(c, "arrival under way", err)
		return ""
	}
	if open == nil || open.WorkEntryID != day.ID {
		return ""
	}
	return "Arrivée à " + french.ClockTime(models.WallTimeOf(open.OccurredAt, day.Zone)) + ", pas encore de départ."
}

// inTextarea returns text as the content of a textarea, in which browsers drop a
// leading line break.
func inTextarea(text string) string {
	if strings.HasPrefix(text, "\n") {
		return "\n" + text
	}
	return text
}

// dayLink returns a link to the day of a date, or an empty one outside the
// supported years.
func (p *Pages) dayLink(date models.Date) views.Link {
	if !date.InRange() {
		return views.Link{}
	}
	return views.Link{URL: p.links.To(newPath(date)), Label: french.ShortDate(date)}
}

// slotView returns a row of the form as submitted.
func slotView(row slotRow, number string) views.SlotRow {
	view := views.SlotRow{Number: number, ID: row.ID, Start: row.Start, End: row.End, EndID: row.EndID}
	chosen, known := row.EndDay, row.EndDay == ""
	view.EndDays = []views.Option{{Value: "", Label: "selon l’heure", Selected: chosen == ""}}
	for days := range 8 {
		value := strconv.Itoa(days)
		known = known || value == chosen
		view.EndDays = append(view.EndDays, views.Option{Value: value, Label: french.EndDay(days), Selected: value == chosen})
	}
	if !known { // a longer slot, or an invalid value
		label := chosen
		if days, err := strconv.Atoi(chosen); err == nil {
			label = french.EndDay(days)
		}
		view.EndDays = append(view.EndDays, views.Option{Value: chosen, Label: label, Selected: true})
	}
	return view
}

func typeOptions(chosen string) []views.Option {
	var options []views.Option
	for _, dayType := range models.DayTypes {
		code := string(dayType)
		options = append(options, views.Option{Value: code, Label: french.DayTypes[dayType], Selected: code == chosen})
	}
	return options
}

// options returns the options of a field, starting with none. They include stored
// and chosen even if these are not configured.
func options(choices []Choice, none, chosen, stored string) []views.Option {
	options := []views.Option{{Value: "", Label: none, Selected: chosen == ""}}
	for _, choice := range choices {
		options = append(options, views.Option{Value: choice.ID, Label: choice.text(), Selected: choice.ID == chosen})
	}
	for _, id := range []string{stored, chosen} {
		if !slices.ContainsFunc(options, func(o views.Option) bool { return o.Value == id }) {
			options = append(options, views.Option{Value: id, Label: labelOf(nil, id), Selected: id == chosen})
		}
	}
	return options
}

// storedView returns the stored day, to be shown next to an outdated form.
func (p *Pages) storedView(day *models.Day) *views.StoredDay {
	view := &views.StoredDay{
		Type:    french.DayTypes[day.DayType],
		Journey: "Aucun",
		Vehicle: "Aucun",
		Note:    day.Note,
		Slots:   slotTexts(*day),
		Total:   french.Duration(day.WorkedMinutes()),
		Reload:  views.Link{URL: p.links.To(editPath(day.ID)), Label: "Garder ce qui est enregistré"},
	}
	if day.JourneyProfileID != "" {
		view.Journey = labelOf(p.choices.journeys, day.JourneyProfileID)
	}
	if day.MotorVehicleID != "" {
		view.Vehicle = labelOf(p.choices.vehicles, day.MotorVehicleID)
	}
	return view
}
