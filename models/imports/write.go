package imports

import (
	"fmt"
	"slices"

	"worklog/models"
)

// writeAll writes the days. Everything that an import does to a day is done here.
func (i *importer) writeAll(days Preview) error {
	for some := range slices.Chunk(days, models.DaysAtOnce) {
		rewrites := make([]models.Rewrite, len(some))
		for at, day := range some {
			rewrites[at] = models.Rewrite{Is: day.stored, Be: i.wanted(day)}
		}
		if err := i.tx.Rewrite(rewrites, i.now); err != nil {
			return fmt.Errorf("days %s to %s: %w", some[0].Date, some[len(some)-1].Date, err)
		}
	}
	return nil
}

// wanted returns what a day is to be.
func (i *importer) wanted(day *PreviewDay) *models.DayRecord {
	if day.file.Record == nil {
		return i.wantedTyped(day)
	}
	if day.stored == nil {
		return i.wantedNew(day.file.Record)
	}
	return i.wantedOver(day)
}

func (i *importer) wantedNew(record *models.DayRecord) *models.DayRecord {
	wanted := &models.DayRecord{Day: models.Day{WorkEntry: record.WorkEntry}}
	wanted.ID = i.ids[entryTable].of(record.ID)
	if wanted.Version > models.MaxKept {
		wanted.Version = 1 // which leaves room
	}
	slotIDs := make(map[int64]int64, len(record.Slots)) // here, by those of the file
	for _, slot := range record.Slots {
		id := i.ids[slotTable].of(slot.ID)
		slotIDs[slot.ID] = id
		slot.ID, slot.WorkEntryID = id, wanted.ID
		slot.Origin, slot.OriginAt = new(models.Imported), &i.now
		wanted.Slots = append(wanted.Slots, slot)
	}
	for _, event := range record.Events {
		wanted.Events = append(wanted.Events, i.newEvent(event, record.ID, wanted.ID, slotIDs))
	}
	return wanted
}

// newEvent returns an event of the file as it is here. Its replays repeat its first answer, ids included.
func (i *importer) newEvent(event models.WorkplacePresenceEvent, fileEntryID, entryID int64, slotIDs map[int64]int64) models.WorkplacePresenceEvent {
	event.ID, event.WorkEntryID, event.ImportedAt = i.ids[eventTable].of(event.ID), entryID, &i.now
	if event.FirstEntryID == nil && fileEntryID != entryID {
		event.FirstEntryID = &fileEntryID
	}
	if event.TimeSlotID != nil {
		event.TimeSlotID = new(slotIDs[*event.TimeSlotID])
	}
	return event
}

// wantedOver makes of a day what [PreviewDay.merged] says.
func (i *importer) wantedOver(day *PreviewDay) *models.DayRecord {
	wanted := &models.DayRecord{Day: models.Day{WorkEntry: day.stored.WithContentOf(day.file.Record.WorkEntry)}, Events: slices.Clone(day.stored.Events)}
	slots, slotIDs, unlinked := i.slotsOver(day)
	wanted.Slots = slots
	known := map[string]int{} // their places
	for at, event := range wanted.Events {
		if known[event.IdempotencyKey] = at; unlinked {
			wanted.Events[at].TimeSlotID = nil
		}
	}
	for _, event := range day.file.Record.Events {
		at, isKnown := known[event.IdempotencyKey]
		if !isKnown {
			wanted.Events = append(wanted.Events, i.newEvent(event, day.file.Record.ID, day.EntryID, slotIDs))
			continue
		}
		found := &wanted.Events[at]
		if event.TimeSlotID != nil {
			found.TimeSlotID = new(slotIDs[*event.TimeSlotID])
		}
		if found.IsOpen() && !event.IsOpen() {
			found.Closure, found.ClosedAt = event.Closure, event.ClosedAt
		}
	}
	return wanted
}

// slotsOver returns the day's slots, or those of the record in their place if they are others, with their ids
// here by their ids in the file, and whether the day's events are unlinked.
func (i *importer) slotsOver(day *PreviewDay) (slots []models.TimeSlot, ids map[int64]int64, unlinked bool) {
	stored, wanted := inTime(day.stored.Slots), inTime(day.file.Record.Slots)
	ids = make(map[int64]int64, len(wanted))
	if sameTimes(stored, wanted) {
		for at, slot := range wanted {
			ids[slot.ID] = stored[at].ID
		}
		return stored, ids, false
	}
	own := make(map[int64]bool, len(stored))
	known := make(map[string]models.TimeSlot, len(stored)) // by its times
	for _, slot := range stored {
		own[slot.ID] = true
		known[slot.StartAt.String()+slot.EndAt.String()] = slot
	}
	for at, slot := range wanted {
		if !own[slot.ID] {
			wanted[at].ID = i.ids[slotTable].of(slot.ID)
		}
		wanted[at].WorkEntryID = day.EntryID
		wanted[at].Origin, wanted[at].OriginAt = new(models.Imported), &i.now
		if same, found := known[slot.StartAt.String()+slot.EndAt.String()]; found {
			wanted[at].Origin, wanted[at].OriginAt = same.Origin, same.OriginAt
		}
		ids[slot.ID] = wanted[at].ID
	}
	return wanted, ids, true
}
