package models

import (
	"fmt"
	"slices"

	"worklog/models/civil"
)

// DayRecord is a day with all that is stored of it. Its slots are all of them, those that
// cannot be read among them.
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

// Record is [Tx.Records] for one entry; nil stands for no entry.
func (tx *Tx) Record(entry *WorkEntry) (*DayRecord, error) {
	if entry == nil {
		return nil, nil
	}
	days, err := tx.Records([]WorkEntry{*entry})
	if err != nil {
		return nil, err
	}
	return &days[0], nil
}

// DayOf returns the day of a record, as [Store.Day] does.
func (tx *Tx) DayOf(record *DayRecord) *Day {
	day := &Day{WorkEntry: record.WorkEntry, Zone: tx.Zone(record.Timezone)}
	day.Slots, day.Unread = Readable(record.Slots)
	left, byHand := map[int64]bool{}, map[int64]bool{} // the slots that such an event is linked to
	open, discarded := false, false
	for _, event := range record.Events {
		if slot := event.TimeSlotID; slot != nil {
			left[*slot] = left[*slot] || event.Event == Departure
			byHand[*slot] = byHand[*slot] || bool(event.ByHand)
		}
		open = open || event.IsOpen()
		discarded = discarded || event.Closure != nil && *event.Closure == ClosedAsDiscarded
	}
	day.Recorded = len(day.Slots) > 0 && !slices.ContainsFunc(day.Slots, func(slot TimeSlot) bool { return !left[slot.ID] || byHand[slot.ID] })
	day.Ignored = tx.Rules.ignores(day, discarded && !open)
	return day
}

// instants returns all instants of the day.
func (r *DayRecord) instants() []civil.Instant {
	all := []civil.Instant{r.CreatedAt, r.UpdatedAt}
	for _, slot := range r.Slots {
		all = append(all, slot.StartAt, slot.EndAt)
	}
	for _, event := range r.Events {
		all = append(all, event.OccurredAt, event.ReceivedAt)
		if event.ClosedAt != nil {
			all = append(all, *event.ClosedAt)
		}
	}
	return all
}

// unread reports whether something of the day cannot be read.
func (r *DayRecord) unread() bool {
	return !r.Date.InRange() || slices.ContainsFunc(r.instants(), func(i civil.Instant) bool { return !i.Readable() })
}

// AddTexts adds the values of the day that rules judge by their text.
func (r *DayRecord) AddTexts(texts map[string]bool) {
	if r == nil {
		return
	}
	for _, text := range []string{r.Timezone, r.Note, r.JourneyProfileID, r.MotorVehicleID} {
		texts[text] = true
	}
	for _, event := range r.Events {
		texts[event.IdempotencyKey], texts[event.OccurredAtSent] = true, true
	}
	for _, instant := range r.instants() {
		texts[instant.String()] = true
	}
}
