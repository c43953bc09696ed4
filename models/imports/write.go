package imports

import (
	"fmt"
	"reflect"
	"slices"

	"worklog/models"
)

type rows struct {
	entries        []models.WorkEntry // new
	changed        []models.WorkEntry
	gone, slots    []models.TimeSlot
	events, linked []models.WorkplacePresenceEvent // new, and recorded here
}

// writeAll writes the days. Everything that an import does to a day is done here.
func (i *importer) writeAll(days Preview) error {
	for some := range slices.Chunk(days, models.DaysAtOnce) {
		var rows rows
		for _, day := range some {
			switch {
			case day.file.Record == nil:
				i.addTyped(&rows, day)
			case day.stored == nil:
				i.addRecord(&rows, day.file.Record)
			default:
				i.addOverRecord(&rows, day)
			}
		}
		if err := i.write(rows); err != nil {
			return fmt.Errorf("days %s to %s: %w", some[0].Date, some[len(some)-1].Date, err)
		}
	}
	return nil
}

func (i *importer) write(rows rows) error {
	if err := models.CreateAll(i.tx, rows.entries); err != nil {
		return err
	}
	for at := range rows.changed {
		if err := i.tx.UpdateEntry(&rows.changed[at], i.now); err != nil {
			return err
		}
	}
	if err := i.tx.ReplaceSlots(rows.gone, rows.slots); err != nil {
		return err
	}
	for at := range rows.linked {
		if err := i.tx.Relink(&rows.linked[at]); err != nil {
			return err
		}
	}
	return models.CreateAll(i.tx, rows.events)
}

func (i *importer) addRecord(rows *rows, record *models.DayRecord) {
	entry := record.WorkEntry
	entry.ID = i.ids[entryTable].of(record.ID)
	if entry.Version > models.MaxKept {
		entry.Version = 1 // which leaves room
	}
	rows.entries = append(rows.entries, entry)
	slotIDs := make(map[int64]int64, len(record.Slots)) // here, by those of the file
	for _, slot := range record.Slots {
		id := i.ids[slotTable].of(slot.ID)
		slotIDs[slot.ID] = id
		slot.ID, slot.WorkEntryID = id, entry.ID
		slot.Origin, slot.OriginAt = new(models.Imported), &i.now
		rows.slots = append(rows.slots, slot)
	}
	for _, event := range record.Events {
		i.addEvent(rows, event, record.ID, entry.ID, slotIDs)
	}
}

// addEvent adds an event of the file. Its replays repeat its first answer, ids included.
func (i *importer) addEvent(rows *rows, event models.WorkplacePresenceEvent, fileEntryID, entryID int64, slotIDs map[int64]int64) {
	event.ID, event.WorkEntryID, event.ImportedAt = i.ids[eventTable].of(event.ID), entryID, &i.now
	if event.FirstEntryID == nil && fileEntryID != entryID {
		event.FirstEntryID = &fileEntryID
	}
	if event.TimeSlotID != nil {
		event.TimeSlotID = new(slotIDs[*event.TimeSlotID])
	}
	rows.events = append(rows.events, event)
}

// addOverRecord makes of a day what [PreviewDay.merged] says.
func (i *importer) addOverRecord(rows *rows, day *PreviewDay) {
	slotIDs, unlinked := i.replaceSlots(rows, day)
	known := map[string]*models.WorkplacePresenceEvent{}
	for at := range day.stored.Events {
		known[day.stored.Events[at].IdempotencyKey] = &day.stored.Events[at]
	}
	for _, event := range day.file.Record.Events {
		found := known[event.IdempotencyKey]
		if found == nil {
			i.addEvent(rows, event, day.file.Record.ID, day.EntryID, slotIDs)
			continue
		}
		linked := *found
		if unlinked {
			linked.TimeSlotID = nil
		}
		if event.TimeSlotID != nil {
			linked.TimeSlotID = new(slotIDs[*event.TimeSlotID])
		}
		if found.IsOpen() && !event.IsOpen() {
			linked.Closure, linked.ClosedAt = event.Closure, event.ClosedAt
		}
		if unlinked || !reflect.DeepEqual(&linked, found) {
			rows.linked = append(rows.linked, linked)
		}
	}
	rows.changed = append(rows.changed, day.stored.WithContentOf(day.file.Record.WorkEntry))
}

// replaceSlots replaces the day's slots with those of the record, unless they are the same. It
// returns their ids here by their ids in the file, and whether the day's events are unlinked.
func (i *importer) replaceSlots(rows *rows, day *PreviewDay) (ids map[int64]int64, unlinked bool) {
	stored, wanted := inTime(day.stored.Slots), inTime(day.file.Record.Slots)
	ids = make(map[int64]int64, len(wanted))
	if sameTimes(stored, wanted) {
		for at, slot := range wanted {
			ids[slot.ID] = stored[at].ID
		}
		return ids, false
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
	rows.gone, rows.slots = append(rows.gone, stored...), append(rows.slots, wanted...)
	return ids, len(stored) > 0
}
