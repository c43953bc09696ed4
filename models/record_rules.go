package models

import (
	"fmt"
	"slices"
)

// Check returns [ErrInvalidRecord] if the schema would refuse the record, or `worklog check` find
// fault with it ([dayRules]), so that an import can say so before it writes. The rules of the
// form do not apply: what the automation recorded may be odd.
func (r *DayRecord) Check() error {
	if broken := entryTable.brokenBy(r.WorkEntry); broken != nil {
		return fmt.Errorf("%w: %s", ErrInvalidRecord, broken[0].text)
	}
	if r.HalfDay.check(r.DayType) != nil || r.Half != "" && r.HalfDay == "" {
		return fmt.Errorf("%w: impossible half day", ErrInvalidRecord)
	}
	if r.Surplus() < 0 {
		return fmt.Errorf("%w: fewer departures than arrivals closed by one", ErrInvalidRecord)
	}
	slots := make(map[int64]bool, len(r.Slots))
	for _, slot := range r.Slots {
		slots[slot.ID] = true
		if !slot.EndAt.After(slot.StartAt.Time) {
			return fmt.Errorf("slot %d: %w: it does not end after it starts", slot.ID, ErrInvalidRecord)
		}
	}
	for _, e := range r.Events {
		linked := e.TimeSlotID != nil
		if broken := eventTable.brokenBy(e); broken != nil {
			return fmt.Errorf("event %d: %w: %s", e.ID, ErrInvalidRecord, broken[0].text)
		}
		for _, fault := range []struct {
			found bool
			text  string
		}{
			{e.Closure != nil && (e.Event != Arrival || !slices.Contains(closures, *e.Closure)), "impossible closure"},
			{(e.Closure == nil) != (e.ClosedAt == nil), "closure without a time, or the reverse"},
			{e.IsOpen() && linked, "open, but with a slot"},
			{linked && !slots[*e.TimeSlotID], "slot that its day does not have"},
			{(e.Event == Departure) != (e.CreatedSlotID != nil), "departure that names no slot it created, or arrival that does"},
		} {
			if fault.found {
				return fmt.Errorf("event %d: %w: %s", e.ID, ErrInvalidRecord, fault.text)
			}
		}
	}
	return nil
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
