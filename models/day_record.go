package models

import (
	"fmt"
	"slices"
	"time"

	"worklog/models/civil"
)

// DayRecord is a day with all that is stored of it. Its slots are all of them, those that
// cannot be read among them; of records that are read for figures, those that count: see [Day.All].
//
// As JSON, it is what is stored of a day's earlier states: its members and those of its parts
// must stay readable.
type DayRecord struct {
	Day
	Events []WorkplacePresenceEvent `json:"events" gorm:"->;foreignKey:WorkEntryID;constraint:OnDelete:CASCADE"` // in order of their ids
}

// Records returns all that is stored of some entries, in their order.
func (tx *Tx) Records(entries []WorkEntry) ([]DayRecord, error) {
	if len(entries) == 0 {
		return nil, nil
	}
	days, position, ids := make([]DayRecord, len(entries)), make(map[int64]int, len(entries)), make([]int64, len(entries))
	for i, entry := range entries {
		days[i] = DayRecord{Day{WorkEntry: entry, Slots: []TimeSlot{}}, []WorkplacePresenceEvent{}} // no null in the JSON
		position[entry.ID], ids[i] = i, entry.ID
	}
	var slots []TimeSlot
	if err := tx.Where("work_entry_id IN ?", ids).Order("start_at, id").Find(&slots).Error; err != nil {
		return nil, fmt.Errorf("read slots: %w", err)
	}
	for _, slot := range slots {
		day := &days[position[slot.WorkEntryID]]
		day.Slots = append(day.Slots, slot)
	}
	var events []WorkplacePresenceEvent
	if err := tx.Where("work_entry_id IN ?", ids).Order("id").Find(&events).Error; err != nil {
		return nil, fmt.Errorf("read events: %w", err)
	}
	for _, event := range events {
		day := &days[position[event.WorkEntryID]]
		day.Events = append(day.Events, event)
	}
	return days, nil
}

// DayOf returns the day of a record, as [Store.Day] does.
func (tx *Tx) DayOf(record *DayRecord) *Day {
	if record.unreadable() {
		return &Day{WorkEntry: record.WorkEntry, Zone: time.UTC, Unreadable: true}
	}
	day := tx.readableDay(record)
	day.Ignored = tx.Rules.ignores(day, record.Events)
	return day
}

// readableDay is [Tx.DayOf] for a record that is known to be readable, but for [Day.Ignored].
func (tx *Tx) readableDay(record *DayRecord) *Day {
	day := &Day{WorkEntry: record.WorkEntry, Zone: civil.ZoneOrUTC(record.Timezone), Slots: record.Slots}
	left, byHand := map[int64]bool{}, map[int64]bool{} // the slots that such an event is linked to
	for _, event := range record.Events {
		if slot := event.TimeSlotID; slot != nil {
			left[*slot] = left[*slot] || event.Event == Departure
			byHand[*slot] = byHand[*slot] || bool(event.ByHand)
		}
	}
	day.Recorded = len(day.Slots) > 0 && !slices.ContainsFunc(day.Slots, func(slot TimeSlot) bool { return !left[slot.ID] || byHand[slot.ID] })
	return day
}

// rows returns the rows of the day, and their tables.
func (r *DayRecord) rows(yield func(table, any) bool) {
	done := !yield(entryTable, r.WorkEntry)
	for i := 0; i < len(r.Slots) && !done; i++ {
		done = !yield(slotTable, r.Slots[i])
	}
	for i := 0; i < len(r.Events) && !done; i++ {
		done = !yield(eventTable, r.Events[i])
	}
}

// unreadable reports whether a day that is kept is what an [UnreadableDay] is.
func (r *DayRecord) unreadable() bool {
	for table, row := range r.rows {
		if slices.ContainsFunc(table.brokenBy(row), rule.isVital) {
			return true
		}
	}
	return false
}

// AddTexts adds the values of the day.
func (r *DayRecord) AddTexts(texts map[string]bool) {
	if r == nil {
		return
	}
	for _, row := range r.rows {
		for _, value := range valuesOf(row) {
			texts[value] = true
		}
	}
}

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
