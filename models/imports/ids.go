package imports

import (
	"fmt"

	"worklog/models"
	"worklog/models/civil"
)

// fileIDs are what must not be in a file twice.
type fileIDs struct {
	dates                  map[civil.Date]bool
	entries, slots, events map[int64]bool
	keys                   map[string]bool
}

func newFileIDs() fileIDs {
	return fileIDs{map[civil.Date]bool{}, map[int64]bool{}, map[int64]bool{}, map[int64]bool{}, map[string]bool{}}
}

// claim notes the ids and keys of a record, and returns [models.ErrInvalidRecord] if one of
// them is not new.
func (f fileIDs) claim(record *models.DayRecord) error {
	claim := func(what string, ids map[int64]bool, id int64) error {
		if !models.IsID(id) || ids[id] {
			return fmt.Errorf("%s %d: %w: the id is impossible or in the file twice", what, id, models.ErrInvalidRecord)
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
			return fmt.Errorf("event %d: %w: its key is in the file twice", event.ID, models.ErrInvalidRecord)
		}
		f.keys[event.IdempotencyKey] = true
	}
	return nil
}

// newIDs assigns the ids of one table to the records of a file. No id returns: the file's
// is taken over only where none of this table has ever had it.
type newIDs struct {
	last int64 // above which an id of the file is taken over
	next int64 // above all that the table has assigned, and the file as far as it is taken over
}

// of returns the id here of a record with an id in the file.
func (n *newIDs) of(id int64) int64 {
	if id > n.last {
		return id
	}
	id = n.next
	n.next++
	return id
}

// importIDs are the ids of an import.
type importIDs struct{ days, slots, events newIDs }

// highest returns the highest ids of the file.
func (f File) highest() models.LastIDs {
	last := f.LastIDs
	for _, day := range f.Days {
		if day.Record == nil {
			continue // a table has none
		}
		last.Days = max(last.Days, day.Record.ID)
		for _, slot := range day.Record.Slots {
			last.Slots = max(last.Slots, slot.ID)
		}
		for _, event := range day.Record.Events {
			last.Events = max(last.Events, event.ID)
		}
	}
	return last
}

// keepIDs decides which ids of the file are taken over: of a table of which it has one that
// would leave no room, none.
func (i *importer) keepIDs(file File) (err error) {
	if i.last, err = i.tx.LastIDs(); err != nil {
		return err
	}
	i.highest, i.kept = file.highest(), i.last
	assigned, kept := i.last.ByTable(), i.kept.ByTable()
	for table, id := range i.highest.ByTable() {
		if *id > models.MaxKept {
			*kept[table], *id = models.MaxID, 0
		}
		*id = max(*id, *assigned[table])
	}
	return nil
}

// reserve sets the highest ids ever assigned to those of here and of the file, and decides
// how its records get theirs.
func (i *importer) reserve(file File) error {
	if err := i.keepIDs(file); err != nil { // anew: others have written since the file was previewed
		return err
	}
	assigned := i.last.ByTable()
	for table, id := range i.highest.ByTable() {
		if *id == *assigned[table] {
			continue
		}
		for _, statement := range []string{"DELETE FROM sqlite_sequence WHERE name = ?", "INSERT INTO sqlite_sequence (name) VALUES (?)"} {
			if err := i.tx.Exec(statement, table).Error; err != nil {
				return err
			}
		}
		if err := i.tx.Exec("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", *id, table).Error; err != nil {
			return err
		}
	}
	i.ids = importIDs{newIDs{i.kept.Days, i.highest.Days + 1}, newIDs{i.kept.Slots, i.highest.Slots + 1}, newIDs{i.kept.Events, i.highest.Events + 1}}
	return nil
}

// renumbered returns how many records of a new day get another id than in the file.
func renumbered(l models.LastIDs, record *models.DayRecord) (n int) {
	if record.ID <= l.Days {
		n++
	}
	for _, slot := range record.Slots {
		if slot.ID <= l.Slots {
			n++
		}
	}
	for _, event := range record.Events {
		if event.ID <= l.Events {
			n++
		}
	}
	return n
}

// checkLastIDs returns [models.ErrInvalidRecord] for ids that no file may have.
func checkLastIDs(l models.LastIDs) error {
	for table, id := range l.ByTable() {
		if *id < 0 || *id > models.MaxID {
			return fmt.Errorf("last id of %s, %d: %w: it is impossible", table, *id, models.ErrInvalidRecord)
		}
	}
	return nil
}
