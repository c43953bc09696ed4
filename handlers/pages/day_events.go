package pages

import (
	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// events returns the first of the events that the automation sent for a day, and their
// outcomes, with a link to all events if there are more.
func (p *Pages) events(c echo.Context, day *models.Day) ([]views.Event, views.Link) {
	events, err := p.Store.Events(c.Request().Context(), day.ID)
	if err != nil {
		p.LogOmitted(c, "events", err)
		return nil, views.Link{}
	}
	slots := make(map[int64]models.TimeSlot, len(day.Slots))
	for _, slot := range day.Slots {
		slots[slot.ID] = slot
	}
	var all views.Link
	if number := slotsAskedFor(c); number < len(events) {
		all = views.Link{Path: views.EntryPath(day.ID) + views.AllSlots, Label: "Afficher les " + french.Counted(len(events), "message")}
		events = events[:number]
	}
	var shown []views.Event
	for _, event := range events {
		shown = append(shown, views.Event{
			Kind:     french.Events[event.Event],
			When:     secondOf(event.OccurredAt, day),
			ByHand:   bool(event.ByHand),
			Sent:     event.OccurredAtSent,
			Received: secondOf(event.ReceivedAt, day),
			Key:      event.IdempotencyKey,
			Outcome:  eventOutcome(event, day, slots),
		})
	}
	return shown, all
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
