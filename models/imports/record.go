package imports

import (
	"fmt"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// checkRecord returns [ErrInvalidRecord] for a record that the schema does not take or that
// `worklog check` would find fault with. The rules of the form do not hold for it:
// what the automation has recorded may be odd.
func checkRecord(r *models.DayRecord) error {
	faults := []struct {
		found bool
		text  string
	}{
		{!r.Date.InRange(), "date outside the years 1970 to 9999"},
		{!civil.IsZone(r.Timezone), "unknown time zone"},
		{!r.DayType.Valid(), "unknown day type"},
		{r.HalfDay.Check(r.DayType) != nil, "impossible half day"},
		{r.Version < 1 || r.Version > models.MaxID, "impossible version"},
		{!models.IsText(r.Note), "note that is too long or has a NUL"},
		{!models.IsText(r.JourneyProfileID) || !models.IsText(r.MotorVehicleID), "journey or vehicle that is too long or has a NUL"},
		{surplus(r) < 0, "fewer departures than arrivals closed by one"},
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
func faultOf(e *models.WorkplacePresenceEvent, slots map[int64]bool) string {
	linked := e.TimeSlotID != nil
	faults := []struct {
		found bool
		text  string
	}{
		{!e.Event.Valid(), "neither arrival nor departure"},
		{!models.IsKey(e.IdempotencyKey), "key that is blank or not 1 to 255 characters"},
		{e.Closure != nil && (e.Event != models.Arrival || !e.Closure.Valid()), "impossible closure"},
		{(e.Closure == nil) != (e.ClosedAt == nil), "closure without a time, or the reverse"},
		{e.IsOpen() && linked, "open, but with a slot"},
		{linked && !slots[*e.TimeSlotID], "slot that its day does not have"},
		{(e.Event == models.Departure) != (e.CreatedSlotID != nil), "departure that names no slot it created, or arrival that does"},
		{!models.AreIDs(e.CreatedSlotID, e.FirstEntryID), "impossible id"},
		{!models.IsText(e.OccurredAtSent), "occurred_at_sent that is too long or has a NUL"},
	}
	for _, fault := range faults {
		if fault.found {
			return fault.text
		}
	}
	return ""
}

// surplus returns how many departures of the day have closed no arrival.
func surplus(r *models.DayRecord) (n int) {
	for _, event := range r.Events {
		if event.Event == models.Departure {
			n++
		}
		if event.ClosedByDeparture() {
			n--
		}
	}
	return n
}

// planRecord decides what becomes of a day.
func (i *importer) planRecord(day *dayImport) error {
	record := day.file.Record
	day.Slots = len(record.Slots)
	if err := checkRecord(record); err != nil {
		day.refuse(day.Row, err)
		return nil
	}
	if err := i.inUse.claim(record); err != nil {
		day.refuse(day.Row, err)
		return nil
	}
	known, err := i.knownEvents(record)
	if err != nil {
		return err
	}
	for _, event := range record.Events {
		if found := known[event.IdempotencyKey]; found != nil && (!found.Matches(event.Signal()) || found.WorkEntryID != day.EntryID) {
			day.refuse(day.Row, fmt.Errorf("event %d: %w", event.ID, ErrEventTaken))
		} else if found == nil && event.IsOpen() {
			i.planOpen(day, event)
		}
	}
	if day.Effect == models.EffectRefused {
		return nil
	}
	if day.stored == nil {
		day.NewIDs = renumbered(i.kept, record)
		return nil
	}
	merged := day.merged()
	if surplus(merged) > max(surplus(record), surplus(day.stored)) {
		day.refuse(day.Row, ErrClosedHere)
	} else if !sameRecord(day.stored, merged) {
		day.Effect = models.EffectChanged
	}
	return nil
}

// planOpen takes in an open arrival, of which there is one at most.
func (i *importer) planOpen(day *dayImport, event models.WorkplacePresenceEvent) {
	if i.open != nil {
		day.refuse(day.Row, fmt.Errorf("event %d: %w", event.ID, ErrOtherOpen))
		return
	}
	i.open = &event
}

// knownEvents returns the events that are recorded here under the keys of a record.
func (i *importer) knownEvents(record *models.DayRecord) (map[string]*models.WorkplacePresenceEvent, error) {
	known := map[string]*models.WorkplacePresenceEvent{}
	if i.empty {
		return known, nil
	}
	for events := range slices.Chunk(record.Events, models.DaysAtOnce) {
		keys := make([]string, len(events))
		for at, event := range events {
			keys[at] = event.IdempotencyKey
		}
		var found []models.WorkplacePresenceEvent
		if err := i.tx.Where("idempotency_key IN ?", keys).Find(&found).Error; err != nil {
			return nil, err
		}
		for at := range found {
			known[found[at].IdempotencyKey] = &found[at]
		}
	}
	return known, nil
}

// merged returns the day as it will be: with the record's fields and slots, and the
// events of both. An arrival that is closed here stays closed as it is.
func (d *dayImport) merged() *models.DayRecord {
	merged := *d.file.Record
	merged.Events = slices.Clone(d.stored.Events)
	position := map[string]int{}
	for at, event := range merged.Events {
		position[event.IdempotencyKey] = at
	}
	for _, event := range d.file.Record.Events {
		at, known := position[event.IdempotencyKey]
		if !known {
			merged.Events = append(merged.Events, event)
			continue
		}
		if found := &merged.Events[at]; found.IsOpen() && !event.IsOpen() {
			found.Closure, found.ClosedAt = event.Closure, event.ClosedAt
		}
	}
	return &merged
}

// sameRecord reports whether a day is to stay as it is. Ids, versions and the links of
// events do not count.
func sameRecord(r *models.DayRecord, merged *models.DayRecord) bool {
	closures := func(events []models.WorkplacePresenceEvent) (open []bool) {
		for _, event := range events {
			open = append(open, event.IsOpen())
		}
		return open
	}
	return sameTimes(inTime(r.Slots), inTime(merged.Slots)) && r.WorkEntry == r.WithContentOf(merged.WorkEntry) && slices.Equal(closures(r.Events), closures(merged.Events))
}

// sameTimes reports whether slots, in the same order, have the same starts and ends.
func sameTimes(a, b []models.TimeSlot) bool {
	return slices.EqualFunc(a, b, func(a, b models.TimeSlot) bool {
		return a.StartAt.Equal(b.StartAt.Time) && a.EndAt.Equal(b.EndAt.Time)
	})
}

// inTime returns slots in order of time.
func inTime(slots []models.TimeSlot) []models.TimeSlot {
	return slices.SortedStableFunc(slices.Values(slots), func(a, b models.TimeSlot) int {
		if order := a.StartAt.Compare(b.StartAt.Time); order != 0 {
			return order
		}
		return a.EndAt.Compare(b.EndAt.Time)
	})
}
