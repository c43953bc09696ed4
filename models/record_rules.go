package models

import (
	"fmt"

	"worklog/models/civil"
)

// Check returns [ErrInvalidRecord] if the schema would refuse the record, or `worklog check` find
// fault with it ([dayRules]), so that an import can say so before it writes. The rules of the
// form do not apply: what the automation recorded may be odd.
func (r *DayRecord) Check() error {
	faults := []struct {
		found bool
		text  string
	}{
		{!r.Date.InRange(), "date outside the years 1970 to 9999"},
		{!civil.IsZone(r.Timezone), "unknown time zone"},
		{!r.DayType.Valid(), "unknown day type"},
		{r.HalfDay.Check(r.DayType) != nil, "impossible half day"},
		{r.Version < 1 || r.Version > MaxID, "impossible version"},
		{!isText(r.Note), "note that is too long or has a NUL"},
		{!isText(r.JourneyProfileID) || !isText(r.MotorVehicleID), "journey or vehicle that is too long or has a NUL"},
		{r.Surplus() < 0, "fewer departures than arrivals closed by one"},
	}
	for _, fault := range faults {
		if fault.found {
			return fmt.Errorf("%w: %s", ErrInvalidRecord, fault.text)
		}
	}
	for _, slot := range r.Slots {
		if !slot.EndAt.After(slot.StartAt.Time) {
			return fmt.Errorf("slot %d: %w: it does not end after it starts", slot.ID, ErrInvalidRecord)
		}
	}
	slots := make(map[int64]bool, len(r.Slots))
	for _, slot := range r.Slots {
		slots[slot.ID] = true
	}
	for _, event := range r.Events {
		if fault := faultOf(&event, slots); fault != "" {
			return fmt.Errorf("event %d: %w: %s", event.ID, ErrInvalidRecord, fault)
		}
	}
	return nil
}

// faultOf says what is wrong with an event of a day with the slots of these ids; "" for
// nothing.
func faultOf(e *WorkplacePresenceEvent, slots map[int64]bool) string {
	linked := e.TimeSlotID != nil
	faults := []struct {
		found bool
		text  string
	}{
		{!e.Event.Valid(), "neither arrival nor departure"},
		{!IsKey(e.IdempotencyKey), "key that is blank or not 1 to 255 characters"},
		{e.Closure != nil && (e.Event != Arrival || !e.Closure.Valid()), "impossible closure"},
		{(e.Closure == nil) != (e.ClosedAt == nil), "closure without a time, or the reverse"},
		{e.IsOpen() && linked, "open, but with a slot"},
		{linked && !slots[*e.TimeSlotID], "slot that its day does not have"},
		{(e.Event == Departure) != (e.CreatedSlotID != nil), "departure that names no slot it created, or arrival that does"},
		{!areIDs(e.CreatedSlotID, e.FirstEntryID), "impossible id"},
		{!isText(e.OccurredAtSent), "occurred_at_sent that is too long or has a NUL"},
	}
	for _, fault := range faults {
		if fault.found {
			return fault.text
		}
	}
	return ""
}

// Surplus returns how many departures of the day have closed no arrival.
func (r *DayRecord) Surplus() (n int) {
	for _, event := range r.Events {
		if event.Event == Departure {
			n++
		}
		if event.ClosedByDeparture() {
			n--
		}
	}
	return n
}
