package models

import (
	"maps"
	"reflect"
	"slices"

	"worklog/models/civil"
)

// Rewrite is what is stored of a day, and what is to be; either is nil for no entry.
type Rewrite struct{ Is, Be *DayRecord }

// Rewrite makes days what they are to be, with the ids that their rows have; a slot whose id is 0 gets one. Rows
// that are so already stay, unless an event was unlinked with a slot that goes. An event is linked only to a slot
// that its day is to have.
func (tx *Tx) Rewrite(days []Rewrite, now civil.Instant) error {
	var goneEntries, goneEvents []int64
	var goneSlots, slots []TimeSlot
	var entries, changed []WorkEntry
	var events []WorkplacePresenceEvent
	for _, day := range days {
		if day.Be == nil {
			goneEntries = append(goneEntries, day.Is.ID)
			continue
		}
		var is DayRecord
		if day.Is == nil {
			entries = append(entries, day.Be.WorkEntry)
		} else {
			is, changed = *day.Is, append(changed, day.Be.WorkEntry)
		}
		gone := slotsWithout(is.Slots, day.Be.Slots)
		goneSlots, slots = append(goneSlots, gone...), append(slots, slotsWithout(day.Be.Slots, is.Slots)...)
		stored := map[int64]WorkplacePresenceEvent{}
		for _, event := range is.Events {
			stored[event.ID] = event
		}
		for _, event := range day.Be.Events {
			if same, found := stored[event.ID]; found && len(gone) == 0 && reflect.DeepEqual(same, event) {
				delete(stored, event.ID)
			} else {
				events = append(events, event)
			}
		}
		goneEvents = slices.AppendSeq(goneEvents, maps.Keys(stored))
	}
	if err := tx.DeleteAll("work_entries", goneEntries); err != nil {
		return err
	}
	if err := tx.DeleteAll("workplace_presence_events", goneEvents); err != nil {
		return err
	}
	if err := CreateAll(tx, entries); err != nil {
		return err
	}
	for i := range changed {
		if err := tx.UpdateEntry(&changed[i], now); err != nil {
			return err
		}
	}
	if err := tx.ReplaceSlots(goneSlots, slots); err != nil {
		return err
	}
	if err := tx.unlinkLost(events); err != nil {
		return err
	}
	return CreateAll(tx, events)
}

// unlinkLost unlinks those events whose slot does not exist.
func (tx *Tx) unlinkLost(events []WorkplacePresenceEvent) error {
	linked := []int64{}
	for _, event := range events {
		if event.TimeSlotID != nil {
			linked = append(linked, *event.TimeSlotID)
		}
	}
	var lost []int64
	err := tx.Raw("SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM time_slots)", List(linked)).Scan(&lost).Error
	for i := range events {
		if slot := events[i].TimeSlotID; slot != nil && slices.Contains(lost, *slot) { // few, in a record of odd rows
			events[i].TimeSlotID = nil
		}
	}
	return err
}

// slotsWithout returns the slots that are not among others as they are.
func slotsWithout(slots, others []TimeSlot) (rest []TimeSlot) {
	known := make(map[int64]TimeSlot, len(others))
	for _, slot := range others {
		known[slot.ID] = slot
	}
	for _, slot := range slots {
		if same, found := known[slot.ID]; !found || !same.Equal(slot) {
			rest = append(rest, slot)
		}
	}
	return rest
}
