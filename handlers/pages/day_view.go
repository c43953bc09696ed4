package pages

import (
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// dayView returns the page of a form for a day, which is stored or about to be
// created.
func (p *Pages) dayView(c echo.Context, day *models.Day, form dayForm, messages dayMessages) views.Day {
	var err error
	clock := clockOf(day)
	page := views.Day{
		Frame:     p.AskingFrame(c, french.FullDate(day.Date)),
		On:        day,
		Version:   form.Version,
		DayType:   models.DayType(form.DayType),
		HalfDays:  p.halfDayOptions(form.halfDay(day), day.Date),
		Journeys:  options(p.Choices.Journeys, "Aucun", form.JourneyProfileID, day.JourneyProfileID),
		Vehicles:  options(p.Choices.Vehicles, "Aucun", form.MotorVehicleID, day.MotorVehicleID),
		Note:      inTextarea(form.Note),
		NoteLimit: noteLimit,
		Messages:  views.DayMessages{Type: messages.DayType, HalfDay: messages.HalfDay, Journey: messages.JourneyProfileID, Vehicle: messages.MotorVehicleID, Note: messages.Note},
		Blank:     forms.SlotView(forms.SlotRow{}, "0"),
		Clock:     clock.stretches(),
		Save:      "Enregistrer",
	}
	if day.ID != 0 {
		page.SlotsAfter = form.After
		page.States = p.Others.RecentStates(c, day)
	} else {
		usual := p.defaults()
		page.UsualJourney, page.UsualVehicle = usual.JourneyProfileID, usual.MotorVehicleID
	}
	page.Neighbours = p.neighbours(c, day.Date)
	page.Pause = p.usualPause(c, day, models.DayType(form.DayType)).String()
	page.Counters = p.Others.CountersOn(c, day.Date)
	page.Forgotten = bandWith(page.Forgotten, views.DayPath(day.Date, day.ID))
	page.Open, _ = p.OpenArrival(c) // the days around have logged the error
	if page.Events, err = p.Store.Events(c.Request().Context(), day.ID); err != nil {
		p.LogOmitted(c, "events", err)
	}
	page.MostEvents = slotsAskedFor(c)
	if messages.any() {
		page.Alert = "Rien n’est enregistré" + nbsp + ": voyez ce qui est marqué."
	}
	read := form.read(day)
	if day.ID != 0 && cutUp(read.change.Slots) {
		page.Merge = strconv.Itoa(defaultMerge)
	}
	page.Slots, page.Total = slotViews(day, form, read, messages)
	if rest := read.rest(); len(rest) > 0 {
		page.Rest, page.RestScript = len(rest), restForScript(day, rest)
	}
	page.Strip = stripOf(day, read.typed(), read.rest())
	return page
}

// oddlyLong is said of a stored slot.
const oddlyLong = "Ce créneau a été enregistré ainsi par la domotique et dure plus de 7" + nbsp + "jours" + nbsp + ": est-ce juste" + nbsp + "?"

// slotViews returns the rows of a form, with a blank one at the end, and the total of
// those that can be read.
func slotViews(day *models.Day, form dayForm, read reading, messages dayMessages) (rows []views.SlotRow, sum string) {
	clock := clockOf(day)
	total := models.Day{Slots: read.change.Slots, Zone: day.Zone}.WorkedMinutes()
	for i, row := range form.Slots {
		view := forms.SlotView(row, strconv.Itoa(i+1))
		slot := read.slot(i)
		if slot != nil && slot.Minutes(day.Zone) > 0 {
			view.Length = french.Duration(slot.Minutes(day.Zone))
			view.StartMoment, view.EndMoment = strconv.FormatInt(clock.moment(slot.StartAt), 10), strconv.FormatInt(clock.moment(slot.EndAt), 10)
			view.Overnight = civil.DateOf(slot.EndAt.In(day.Zone)) != day.Date
		}
		if slot != nil && slot.ID != 0 && slot.IsLong(day.Zone) {
			view.Odd = oddlyLong
		}
		if i < len(messages.Slots) {
			view.Messages = messages.Slots[i]
		}
		rows = append(rows, view)
	}
	rows = append(rows, forms.SlotView(forms.SlotRow{}, strconv.Itoa(len(form.Slots)+1)))
	focusFirstInvalid(rows)
	if total == 0 {
		return rows, "–"
	}
	return rows, french.Duration(total)
}

// focusFirstInvalid leads to the first field that has a message.
func focusFirstInvalid(rows []views.SlotRow) {
	for i := range rows {
		switch said := rows[i].Messages; {
		case said.Start != "":
			rows[i].Focus = "slot_start"
		case said.End != "":
			rows[i].Focus = "slot_end"
		case said.EndDay != "":
			rows[i].Focus = "slot_end_day"
		default:
			continue
		}
		return
	}
}

// inTextarea returns text as the content of a textarea, in which browsers drop a
// leading line break.
func inTextarea(text string) string {
	if strings.HasPrefix(text, "\n") {
		return "\n" + text
	}
	return text
}

// halfDayOptions returns the options of the half day of absence, starting with none. Half a free
// day is one where days are counted. They include the chosen one even if there is no such half
// day.
func (p *Pages) halfDayOptions(chosen string, date civil.Date) []views.Option {
	options := []views.Option{{Value: "", Label: "+ ½" + nbsp + "journée", Selected: chosen == ""}}
	for _, halfDay := range models.HalfDays {
		code := string(halfDay)
		if halfDay == models.HalfFree && code != chosen && p.Hours.DaysToWork(date) == 0 {
			continue
		}
		options = append(options, views.Option{Value: code, Label: french.HalfDay(halfDay), Selected: code == chosen})
	}
	if !slices.ContainsFunc(options, func(o views.Option) bool { return o.Selected }) {
		options = append(options, views.Option{Value: chosen, Label: forms.LabelOf(nil, chosen), Selected: true})
	}
	return options
}

// options returns the options of a field, starting with none. They include stored
// and chosen even if these are not configured.
func options(choices []forms.Choice, none, chosen, stored string) []views.Option {
	options := []views.Option{{Value: "", Label: none, Selected: chosen == ""}}
	for _, choice := range choices {
		if choice.Hidden && choice.ID != chosen && choice.ID != stored {
			continue
		}
		options = append(options, views.Option{Value: choice.ID, Label: choice.Text(), Selected: choice.ID == chosen})
	}
	for _, id := range []string{stored, chosen} {
		if !slices.ContainsFunc(options, func(o views.Option) bool { return o.Value == id }) {
			options = append(options, views.Option{Value: id, Label: forms.LabelOf(nil, id), Selected: id == chosen})
		}
	}
	return options
}
