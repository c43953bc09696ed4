package models

import (
	"fmt"
	"slices"

	"gorm.io/gorm"
)

// maxImportedID is the highest id that a file may have: above, JSON's numbers are not
// exact for every reader.
const maxImportedID = 1 << 52

// takenIDs are the ids that are in use here.
type takenIDs struct{ entries, slots, events map[int64]bool }

func readTakenIDs(db *gorm.DB) (taken takenIDs, err error) {
	for _, of := range []struct {
		model any
		ids   *map[int64]bool
	}{{&WorkEntry{}, &taken.entries}, {&TimeSlot{}, &taken.slots}, {&WorkplacePresenceEvent{}, &taken.events}} {
		var ids []int64
		if err := db.Model(of.model).Pluck("id", &ids).Error; err != nil {
			return takenIDs{}, err
		}
		*of.ids = make(map[int64]bool, len(ids))
		for _, id := range ids {
			(*of.ids)[id] = true
		}
	}
	return taken, nil
}

// fileIDs are what must not be in a file twice.
type fileIDs struct {
	dates                  map[Date]bool
	entries, slots, events map[int64]bool
	keys                   map[string]bool
}

func newFileIDs() fileIDs {
	return fileIDs{map[Date]bool{}, map[int64]bool{}, map[int64]bool{}, map[int64]bool{}, map[string]bool{}}
}

// claim notes the ids and keys of a record, and returns [ErrInvalidRecord] if one of
// them is not new.
func (f fileIDs) claim(record *DayRecord) error {
	claim := func(what string, ids map[int64]bool, id int64) error {
		if id < 1 || id > maxImportedID || ids[id] {
			return fmt.Errorf("%s %d: %w: the id is impossible or in the file twice", what, id, ErrInvalidRecord)
		}
		ids[id] = true
		return nil
	}
	if err := claim("day", f.entries, record.ID); err != nil {
		return err
	}
	for _, slot := range record.Slots {
		if err := claim("slot", f.slots, slot.ID); err != nil {
			return err
		}
	}
	for _, event := range record.Events {
		if err := claim("event", f.events, event.ID); err != nil {
			return err
		}
		if f.keys[event.IdempotencyKey] {
			return fmt.Errorf("event %d: %w: its key is in the file twice", event.ID, ErrInvalidRecord)
		}
		f.keys[event.IdempotencyKey] = true
	}
	return nil
}

// check returns [ErrInvalidRecord] for a record that the schema does not take or that
// `worklog check` would find fault with. The rules of the form do not hold for it:
// what the automation has recorded may be odd.
func (r *DayRecord) check() error {
	faults := []struct {
		found bool
		text  string
	}{
		{!r.Date.InRange(), "date outside the years 1970 to 9999"},
		{!isZone(r.Timezone), "unknown time zone"},
		{!r.DayType.Valid(), "unknown day type"},
		{r.HalfDay.check(r.DayType) != nil, "impossible half day"},
		{r.Version < 1 || r.Version > maxImportedID, "impossible version"},
		{r.departures() != r.closedByDeparture(), "not as many departures as arrivals closed by one"},
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
	for _, event := range r.Events {
		if fault := event.fault(r.Slots); fault != "" {
			return fmt.Errorf("event %d: %w: %s", event.ID, ErrInvalidRecord, fault)
		}
	}
	return nil
}

// fault says what is wrong with an event of a day with these slots; "" for nothing.
func (e *WorkplacePresenceEvent) fault(slots []TimeSlot) string {
	linked := e.TimeSlotID != nil
	faults := []struct {
		found bool
		text  string
	}{
		{!e.Event.Valid(), "neither arrival nor departure"},
		{!isKey(e.IdempotencyKey), "key that is not 1 to 255 characters"},
		{e.Closure != nil && (e.Event != Arrival || !e.Closure.Valid()), "impossible closure"},
		{(e.Closure == nil) != (e.ClosedAt == nil), "closure without a time, or the reverse"},
		{e.isOpen() && linked, "open, but with a slot"},
		{linked && !slices.ContainsFunc(slots, func(s TimeSlot) bool { return s.ID == *e.TimeSlotID }), "slot that its day does not have"},
		{(e.Event == Departure) != (e.CreatedSlotID != nil), "departure that names no slot it created, or arrival that does"},
		{e.CreatedSlotID != nil && !isImportedID(*e.CreatedSlotID) || e.FirstEntryID != nil && !isImportedID(*e.FirstEntryID), "impossible id"},
	}
	for _, fault := range faults {
		if fault.found {
			return fault.text
		}
	}
	return ""
}

func isImportedID(id int64) bool { return id >= 1 && id <= maxImportedID }

// isOpen reports whether the event is an arrival that is not closed.
func (e *WorkplacePresenceEvent) isOpen() bool { return e.Event == Arrival && e.Closure == nil }

func (r *DayRecord) departures() (n int) {
	for _, event := range r.Events {
		if event.Event == Departure {
			n++
		}
	}
	return n
}

func (r *DayRecord) closedByDeparture() (n int) {
	for _, event := range r.Events {
		if event.Closure != nil && *event.Closure == ClosedByDeparture {
			n++
		}
	}
	return n
}

// planRecord decides what becomes of a day.
func (i *importer) planRecord(day *plannedDay) error {
	record := day.file.Record
	day.Slots = len(record.Slots)
	if err := record.check(); err != nil {
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
		if found := known[event.IdempotencyKey]; found != nil && (!found.matches(event.signal()) || found.WorkEntryID != day.EntryID) {
			day.refuse(day.Row, fmt.Errorf("event %d: %w", event.ID, ErrEventTaken))
		} else if found == nil && event.isOpen() {
			i.planOpen(day, event)
		}
	}
	if day.stored == nil || day.Outcome == ImportRefused {
		return nil
	}
	merged := day.merged()
	if merged.departures() != merged.closedByDeparture() {
		day.refuse(day.Row, ErrClosedHere)
	} else if !day.stored.same(merged) {
		day.Outcome = RangeChanged
	}
	return nil
}

// planOpen takes in an open arrival, of which there is one at most.
func (i *importer) planOpen(day *plannedDay, event WorkplacePresenceEvent) {
	if i.open != nil {
		day.refuse(day.Row, fmt.Errorf("event %d: %w", event.ID, ErrOtherOpen))
		return
	}
	i.open = &event
}

// knownEvents returns the events that are recorded here under the keys of a record.
func (i *importer) knownEvents(record *DayRecord) (map[string]*WorkplacePresenceEvent, error) {
	known := map[string]*WorkplacePresenceEvent{}
	if i.empty {
		return known, nil
	}
	for events := range slices.Chunk(record.Events, daysAtOnce) {
		keys := make([]string, len(events))
		for at, event := range events {
			keys[at] = event.IdempotencyKey
		}
		var found []WorkplacePresenceEvent
		if err := i.db.Where("idempotency_key IN ?", keys).Find(&found).Error; err != nil {
			return nil, err
		}
		for at := range found {
			known[found[at].IdempotencyKey] = &found[at]
		}
	}
	return known, nil
}

func (e *WorkplacePresenceEvent) signal() Signal {
	return Signal{Event: e.Event, OccurredAt: e.OccurredAt, IdempotencyKey: e.IdempotencyKey}
}

// merged returns the day as it will be: with the record's fields and slots, and the
// events of both. An arrival that is closed here stays closed as it is.
func (d *plannedDay) merged() *DayRecord {
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
		if found := &merged.Events[at]; found.isOpen() && !event.isOpen() {
			found.Closure, found.ClosedAt = event.Closure, event.ClosedAt
		}
	}
	return &merged
}

// same reports whether a day is to stay as it is. Ids, versions and the links of
// events do not count.
func (r *DayRecord) same(merged *DayRecord) bool {
	sameSlots := slices.EqualFunc(inTime(r.Slots), inTime(merged.Slots), func(a, b TimeSlot) bool {
		return a.StartAt.Equal(b.StartAt.Time) && a.EndAt.Equal(b.EndAt.Time)
	})
	closures := func(events []WorkplacePresenceEvent) (open []bool) {
		for _, event := range events {
			open = append(open, event.isOpen())
		}
		return open
	}
	return sameSlots && r.Timezone == merged.Timezone && r.DayType == merged.DayType && r.HalfDay == merged.HalfDay && r.JourneyProfileID == merged.JourneyProfileID &&
		r.MotorVehicleID == merged.MotorVehicleID && r.Note == merged.Note && slices.Equal(closures(r.Events), closures(merged.Events))
}

// inTime returns slots in order of time.
func inTime(slots []TimeSlot) []TimeSlot {
	return slices.SortedStableFunc(slices.Values(slots), func(a, b TimeSlot) int {
		if order := a.StartAt.Compare(b.StartAt.Time); order != 0 {
			return order
		}
		return a.EndAt.Compare(b.EndAt.Time)
	})
}

// reserveIDs ensures that new ids are higher than any in the file, and than any that
// the program which wrote the file had assigned.
func (i *importer) reserveIDs(file Import) (err error) {
	if i.taken, err = readTakenIDs(i.db); err != nil {
		return err
	}
	last := file.LastIDs
	for _, day := range file.Days {
		if day.Record == nil {
			return nil // a table has none
		}
		last.Days = max(last.Days, day.Record.ID)
		for _, slot := range day.Record.Slots {
			last.Slots = max(last.Slots, slot.ID)
		}
		for _, event := range day.Record.Events {
			last.Events = max(last.Events, event.ID)
		}
	}
	now, err := lastIDs(i.db)
	if err != nil {
		return err
	}
	given := now.byTable()
	for table, id := range last.byTable() {
		highest := min(*id, maxImportedID)
		if highest <= *given[table] {
			continue
		}
		for _, statement := range []string{"DELETE FROM sqlite_sequence WHERE name = ?", "INSERT INTO sqlite_sequence (name) VALUES (?)"} {
			if err := i.db.Exec(statement, table).Error; err != nil {
				return err
			}
		}
		if err := i.db.Exec("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", highest, table).Error; err != nil {
			return err
		}
	}
	return nil
}

// free returns the id if it is free here, and takes it; else 0, for a new one.
func free(taken map[int64]bool, id int64) int64 {
	if taken[id] {
		return 0
	}
	taken[id] = true
	return id
}

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
