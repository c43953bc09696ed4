package pages

import (
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// dayView returns the page of a form for a day, which is stored or about to be
// created.
func (p *Pages) dayView(c echo.Context, day *models.Day, form dayForm) views.Day {
	entry, marked := form.entry(day), form.marked
	if !marked {
		form = form.on(day)
	}
	page := views.Day{Frame: p.AskingFrame(c, french.FullDate(day.Date)), On: day, DayForm: form.DayForm}
	page.HalfDay, page.Half, page.Request = entry.HalfDay, entry.Half, new(entry.Request())
	page.EntryFields = p.withChoices(page.EntryFields, day, day.Date)
	if day.ID != 0 {
		page.States = p.recentStates(c, day)
	} else {
		page.Usual = p.Rules.Defaults
	}
	page.Neighbours = p.neighbours(c, day.Date)
	page.OtherTypes = p.otherTypes(c, day.Date, day.Date)
	page.Pause = p.usualPause(c, day, form.DayType).String()
	page.Counters = p.CountersOn(c, day.Date)
	if page.Forgotten != nil { // whose form goes along with that of the day
		page.Forgotten.Along = views.DayPath(day.Date, day.ID)
	}
	page.Open, _ = p.OpenArrival(c) // the days around have logged the error
	record := p.record(c, day)
	page.Events = record.Events
	page.MostEvents = slotsAskedFor(c)
	if marked && form.isWrong() {
		page.Alert = "Rien n’est enregistré\u00a0: voyez ce qui est marqué."
	}
	slots := form.change().Slots
	if day.ID != 0 && cutUp(slots) {
		page.Merge = strconv.Itoa(defaultMerge)
	}
	setOrigins(page.Slots, record)
	focusFirstInvalid(page.Slots, marked)
	page.Due = p.due(c, models.Day{WorkEntry: entry, Zone: day.Zone, Slots: slots})
	return page
}

// due returns what of a day that is as it was typed is not beyond what is planned or due; nil where
// nothing is.
func (p *Pages) due(c echo.Context, typed models.Day) *int64 {
	due, err := p.Reader.NotBeyond(c.Request().Context(), typed)
	p.LogOmitted(c, "what was due", err)
	return due
}

// record returns all that is stored of a day, its events in the order in which they were received.
func (p *Pages) record(c echo.Context, day *models.Day) models.DayRecord {
	if day.ID == 0 {
		return models.DayRecord{}
	}
	records, err := p.Store.Records(c.Request().Context(), day.Date, day.Date)
	p.LogOmitted(c, "events", err)
	if len(records) == 0 || records[0].ID != day.ID {
		return models.DayRecord{}
	}
	slices.SortStableFunc(records[0].Events, func(a, b models.WorkplacePresenceEvent) int { return a.ReceivedAt.Compare(b.ReceivedAt.Time) })
	return records[0]
}

// setOrigins says in each row that shows a slot as it is stored where that comes from.
func setOrigins(rows []views.SlotField, record models.DayRecord) {
	all := record.All()
	origins := record.Origins(all)
	stored := make(map[int64]int, len(origins))
	for i, slot := range all {
		stored[slot.ID] = i
	}
	for i := range rows {
		slot := rows[i].Slot
		if slot == nil {
			continue
		}
		if at, found := stored[slot.ID]; found && slot.Equal(all[at]) {
			rows[i].Origin = &origins[at]
		}
	}
}

// focusFirstInvalid leads to the first field that is wrong or, unless that is to be said, says nothing of it.
func focusFirstInvalid(rows []views.SlotField, marked bool) {
	for i := range rows {
		if !marked {
			rows[i].Messages = views.SlotMessages{}
		}
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

// withChoices returns the fields of a form for a day of a date with what can be chosen in them. Stored is
// one without values for the form of several days.
func (p *Pages) withChoices(typed views.EntryFields, stored *models.Day, date civil.Date) views.EntryFields {
	typed.HalfDays = options(p.halfDays(date), "+ ½\u00a0journée", string(typed.HalfDay), "")
	typed.Journeys = options(p.journeys(), "Aucun", typed.JourneyProfileID, stored.JourneyProfileID)
	typed.Vehicles = options(p.vehicles(), "Aucun", typed.MotorVehicleID, stored.MotorVehicleID)
	return typed
}

// choice is a journey, a vehicle or a half day that a day can have.
type choice struct {
	views.Option
	hidden bool // to be chosen only where it is stored
}

// halfDays are the half days of absence. Half a free day is one where days are counted.
func (p *Pages) halfDays(date civil.Date) (choices []choice) {
	for _, halfDay := range models.HalfDays {
		hidden := halfDay == models.HalfFree && p.Hours.DaysToWork(date) == 0
		choices = append(choices, choice{views.Option{Value: string(halfDay), Label: french.HalfDay(halfDay)}, hidden})
	}
	return choices
}

func (p *Pages) journeys() (choices []choice) {
	for _, journey := range p.Costs.Journeys {
		choices = append(choices, choice{views.Option{Value: journey.ID, Label: views.JourneyText(journey)}, journey.Hidden})
	}
	return choices
}

func (p *Pages) vehicles() (choices []choice) {
	for _, vehicle := range p.Costs.Vehicles {
		if vehicle.Motor {
			choices = append(choices, choice{views.Option{Value: vehicle.ID, Label: vehicle.Label}, vehicle.Hidden})
		}
	}
	return choices
}

// labelOf returns the label of an id, or the id marked as unknown; none without one.
func labelOf(choices []choice, id, none string) string {
	if id == "" {
		return none
	}
	for _, choice := range choices {
		if choice.Value == id {
			return choice.Label
		}
	}
	return id + " (inconnu)"
}

// options returns the options of a field, starting with none. They include stored
// and chosen even if these are not configured.
func options(choices []choice, none, chosen, stored string) []views.Option {
	options := []views.Option{{Label: none}}
	for _, choice := range choices {
		if !choice.hidden || choice.Value == chosen || choice.Value == stored {
			options = append(options, choice.Option)
		}
	}
	for _, id := range []string{stored, chosen} {
		if !slices.ContainsFunc(options, func(o views.Option) bool { return o.Value == id }) {
			options = append(options, views.Option{Value: id, Label: labelOf(nil, id, none)})
		}
	}
	return options
}
