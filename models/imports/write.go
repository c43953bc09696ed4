package imports

import (
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// writeNewRecord creates a day as it was recorded elsewhere.
func (i *importer) writeNewRecord(record *models.DayRecord) error {
	entry := record.WorkEntry
	entry.ID = i.ids.days.of(record.ID)
	if entry.Version > models.MaxKept {
		entry.Version = 1 // which leaves room
	}
	if err := i.tx.Create(&entry).Error; err != nil {
		return err
	}
	slots, slotIDs := slices.Clone(record.Slots), make(map[int64]int64, len(record.Slots)) // here, by those of the file
	for at := range slots {
		slots[at].ID, slots[at].WorkEntryID = i.ids.slots.of(slots[at].ID), entry.ID
		slotIDs[record.Slots[at].ID] = slots[at].ID
	}
	if err := i.tx.AddSlots(slots); err != nil {
		return err
	}
	return i.addEvents(record.Events, record.ID, entry.ID, slotIDs)
}

// addEvents creates events of the file. Their replays repeat their first answers, ids
// included.
func (i *importer) addEvents(events []models.WorkplacePresenceEvent, fileEntryID, entryID int64, slotIDs map[int64]int64) error {
	added := slices.Clone(events)
	for at := range added {
		event := &added[at]
		event.ID, event.WorkEntryID = i.ids.events.of(event.ID), entryID
		if event.FirstEntryID == nil && fileEntryID != entryID {
			event.FirstEntryID = &fileEntryID
		}
		if event.TimeSlotID != nil {
			event.TimeSlotID = new(slotIDs[*event.TimeSlotID])
		}
	}
	return models.CreateAll(i.tx, added)
}

// writeOverRecord makes of a day what [dayImport.merged] says.
func (i *importer) writeOverRecord(day *dayImport, now civil.Instant) error {
	slotIDs, err := i.replaceSlots(day)
	if err != nil {
		return err
	}
	known := map[string]*models.WorkplacePresenceEvent{}
	for at := range day.stored.Events {
		known[day.stored.Events[at].IdempotencyKey] = &day.stored.Events[at]
	}
	var added []models.WorkplacePresenceEvent
	for _, event := range day.file.Record.Events {
		found := known[event.IdempotencyKey]
		if found == nil {
			added = append(added, event)
		} else if err := i.relink(found, event, slotIDs); err != nil {
			return err
		}
	}
	if err := i.addEvents(added, day.file.Record.ID, day.EntryID, slotIDs); err != nil {
		return err
	}
	entry := day.stored.WithContentOf(day.file.Record.WorkEntry)
	return i.tx.UpdateEntry(&entry, now)
}

// replaceSlots replaces the day's slots with those of the record, unless they are the
// same, and returns their ids here by their ids in the file.
func (i *importer) replaceSlots(day *dayImport) (map[int64]int64, error) {
	stored, wanted := inTime(day.stored.Slots), inTime(day.file.Record.Slots)
	ids := make(map[int64]int64, len(wanted))
	if sameTimes(stored, wanted) {
		for at, slot := range wanted {
			ids[slot.ID] = stored[at].ID
		}
		return ids, nil
	}
	own := make(map[int64]bool, len(stored))
	for _, slot := range stored {
		own[slot.ID] = true
	}
	for at, slot := range wanted {
		if !own[slot.ID] {
			wanted[at].ID = i.ids.slots.of(slot.ID)
		}
		wanted[at].WorkEntryID = day.EntryID
		ids[slot.ID] = wanted[at].ID
	}
	return ids, i.tx.ReplaceSlots(stored, wanted)
}

// relink links a recorded event as in the file, and closes it as there if it is open.
func (i *importer) relink(found *models.WorkplacePresenceEvent, event models.WorkplacePresenceEvent, slotIDs map[int64]int64) error {
	columns := map[string]any{}
	if found.IsOpen() && !event.IsOpen() {
		columns["closure"], columns["closed_at"] = event.Closure, event.ClosedAt
	}
	if event.TimeSlotID != nil {
		columns["time_slot_id"] = slotIDs[*event.TimeSlotID]
	}
	if len(columns) == 0 {
		return nil
	}
	return i.tx.Model(found).UpdateColumns(columns).Error
}
