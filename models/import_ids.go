package models

import (
	"fmt"

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

func isImportedID(id int64) bool { return id >= 1 && id <= maxImportedID }

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
