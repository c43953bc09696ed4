package models

import (
	"slices"

	"gorm.io/gorm"
)

// writeNewRecord creates a day as it was recorded elsewhere.
func (i *importer) writeNewRecord(record *DayRecord) error {
	entry := record.WorkEntry
	entry.ID = free(i.taken.entries, record.ID)
	if err := i.db.Create(&entry).Error; err != nil {
		return err
	}
	slots, slotIDs := slices.Clone(record.Slots), make(map[int64]int64, len(record.Slots)) // here, by those of the file
	for at := range slots {
		slots[at].ID, slots[at].WorkEntryID = free(i.taken.slots, slots[at].ID), entry.ID
	}
	if err := createAll(i.db, slots, func(slot TimeSlot) int64 { return slot.ID }); err != nil {
		return err
	}
	for at, slot := range slots {
		slotIDs[record.Slots[at].ID] = slot.ID
	}
	return i.addEvents(record.Events, record.ID, entry.ID, slotIDs)
}

// createAll creates records: at once when all have their ids, which is faster.
func createAll[T any](db *gorm.DB, records []T, id func(T) int64) error {
	if len(records) == 0 {
		return nil
	}
	if !slices.ContainsFunc(records, func(record T) bool { return id(record) == 0 }) {
		return db.CreateInBatches(&records, daysAtOnce).Error
	}
	for at := range records {
		if err := db.Create(&records[at]).Error; err != nil {
			return err
		}
	}
	return nil
}

// addEvents creates events of the file. Their replays repeat their first answers, ids
// included.
func (i *importer) addEvents(events []WorkplacePresenceEvent, fileEntryID, entryID int64, slotIDs map[int64]int64) error {
	added := slices.Clone(events)
	for at := range added {
		event := &added[at]
		event.ID, event.WorkEntryID = free(i.taken.events, event.ID), entryID
		if event.FirstEntryID == nil && fileEntryID != entryID {
			event.FirstEntryID = &fileEntryID
		}
		if event.TimeSlotID != nil {
			event.TimeSlotID = new(slotIDs[*event.TimeSlotID])
		}
	}
	return createAll(i.db, added, func(event WorkplacePresenceEvent) int64 { return event.ID })
}

// writeOverRecord makes of a day what [plannedDay.merged] says.
func (i *importer) writeOverRecord(day *plannedDay, now Instant) error {
	slotIDs, err := i.replaceSlots(day)
	if err != nil {
		return err
	}
	known := map[string]*WorkplacePresenceEvent{}
	for at := range day.stored.Events {
		known[day.stored.Events[at].IdempotencyKey] = &day.stored.Events[at]
	}
	var added []WorkplacePresenceEvent
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
	entry, record := day.stored.WorkEntry, day.file.Record
	entry.apply(EntryChange{DayType: record.DayType, HalfDay: record.HalfDay, JourneyProfileID: record.JourneyProfileID, MotorVehicleID: record.MotorVehicleID, Note: record.Note})
	if err := i.db.Model(&entry).UpdateColumn("timezone", record.Timezone).Error; err != nil {
		return err
	}
	return updateEntry(i.db, &entry, now)
}

// replaceSlots replaces the day's slots with those of the record, unless they are the
// same, and returns their ids here by their ids in the file.
func (i *importer) replaceSlots(day *plannedDay) (map[int64]int64, error) {
	wanted := inTime(day.file.Record.Slots)
	stored := inTime(day.stored.Slots)
	replacing := make([]TimeSlot, len(wanted))
	for at, slot := range wanted {
		slot.ID = 0
		if at < len(stored) && slot.StartAt.Equal(stored[at].StartAt.Time) && slot.EndAt.Equal(stored[at].EndAt.Time) {
			slot.ID = stored[at].ID
		}
		replacing[at] = slot
	}
	if _, err := rewriteSlots(i.db, day.EntryID, stored, replacing); err != nil {
		return nil, err
	}
	here, err := slotsOf(i.db, day.EntryID)
	if err != nil {
		return nil, err
	}
	ids := make(map[int64]int64, len(wanted))
	for at, slot := range inTime(here) {
		ids[wanted[at].ID] = slot.ID
	}
	return ids, nil
}

// relink links a recorded event as in the file, and closes it as there if it is open.
func (i *importer) relink(found *WorkplacePresenceEvent, event WorkplacePresenceEvent, slotIDs map[int64]int64) error {
	columns := map[string]any{}
	if found.isOpen() && !event.isOpen() {
		columns["closure"], columns["closed_at"] = event.Closure, event.ClosedAt
	}
	if event.TimeSlotID != nil {
		columns["time_slot_id"] = slotIDs[*event.TimeSlotID]
	}
	if len(columns) == 0 {
		return nil
	}
	return i.db.Model(found).UpdateColumns(columns).Error
}
