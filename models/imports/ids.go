package imports

import (
	"fmt"
	"iter"

	"worklog/models"
	"worklog/models/civil"
)

// The tables whose records have ids.
const (
	entryTable = "work_entries"
	slotTable  = "time_slots"
	eventTable = "workplace_presence_events"
)

// eachID yields the ids of a record's rows, each after its table.
func eachID(record *models.DayRecord) iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		more := yield(entryTable, record.ID)
		for i := 0; i < len(record.Slots) && more; i++ {
			more = yield(slotTable, record.Slots[i].ID)
		}
		for i := 0; i < len(record.Events) && more; i++ {
			more = yield(eventTable, record.Events[i].ID)
		}
	}
}

// fileIDs are what must not be in a file twice.
type fileIDs struct {
	dates map[civil.Date]bool
	ids   map[string]map[int64]bool // by table
	keys  map[string]bool
}

// claim notes the ids and keys of a record, and returns [models.ErrInvalidRecord] if one of
// them is not new.
func (f fileIDs) claim(record *models.DayRecord) error {
	for table, id := range eachID(record) {
		if !models.IsID(id) || f.ids[table][id] {
			what := map[string]string{entryTable: "day", slotTable: "slot", eventTable: "event"}[table]
			return fmt.Errorf("%s %d: %w: the id is impossible or in the file twice", what, id, models.ErrInvalidRecord)
		}
		f.ids[table][id] = true
	}
	for _, event := range record.Events {
		if f.keys[event.IdempotencyKey] {
			return fmt.Errorf("event %d: %w: its key is in the file twice", event.ID, models.ErrInvalidRecord)
		}
		f.keys[event.IdempotencyKey] = true
	}
	return nil
}

// tableIDs are the ids of a table. No id returns: the file's is taken over only where none of this
// table has ever had it.
type tableIDs struct {
	assigned int64 // last, here before the import
	kept     int64 // above which an id of the file is taken over
	highest  int64 // assigned here, and by the file as far as its ids are taken over
}

// of returns the id here of a record with an id in the file.
func (t *tableIDs) of(id int64) int64 {
	if id > t.kept {
		return id
	}
	t.highest++
	return t.highest
}

// keepIDs decides which ids of the file are taken over: of a table of which it has one that
// would leave no room, none.
func (i *importer) keepIDs(file File) error {
	last, err := i.tx.LastIDs()
	if err != nil {
		return err
	}
	i.ids = map[string]*tableIDs{}
	for table, id := range file.LastIDs.ByTable() {
		i.ids[table] = &tableIDs{highest: *id}
	}
	for _, day := range file.Days {
		if day.Record == nil {
			continue // a table has none
		}
		for table, id := range eachID(day.Record) {
			i.ids[table].highest = max(i.ids[table].highest, id)
		}
	}
	for table, id := range last.ByTable() {
		ids := i.ids[table]
		ids.assigned, ids.kept = *id, *id
		if ids.highest > models.MaxKept {
			ids.kept, ids.highest = models.MaxID, 0
		}
		ids.highest = max(ids.highest, *id)
	}
	return nil
}

// reserve sets the highest ids ever assigned to those of here and of the file, and decides
// how its records get theirs.
func (i *importer) reserve(file File) error {
	if err := i.keepIDs(file); err != nil { // anew: others have written since the file was previewed
		return err
	}
	for table, ids := range i.ids {
		if ids.highest == ids.assigned {
			continue
		}
		for _, statement := range []string{"DELETE FROM sqlite_sequence WHERE name = ?", "INSERT INTO sqlite_sequence (name) VALUES (?)"} {
			if err := i.tx.Exec(statement, table).Error; err != nil {
				return err
			}
		}
		if err := i.tx.Exec("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", ids.highest, table).Error; err != nil {
			return err
		}
	}
	return nil
}
