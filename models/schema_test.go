package models

import (
	"database/sql/driver"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"worklog/models/civil"
)

func openTemporary(t *testing.T) *Store {
	t.Helper()
	store, err := Open(t.Context(), filepath.Join(t.TempDir(), "worklog.db"), Rules{Integrated: true, ForgottenAfter: 16 * time.Hour, KeepDays: 36_500})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// tablesOf returns the names of all tables of a store.
func tablesOf(t *testing.T, store *Store) (tables []string) {
	t.Helper()
	if err := store.db.Raw("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").Scan(&tables).Error; err != nil {
		t.Fatal(err)
	}
	return tables
}

func TestTheModelsHaveTheColumnsOfTheSchema(t *testing.T) {
	t.Parallel()
	store := openTemporary(t)
	models := map[string]*schema.Schema{"goose_db_version": nil, "month_changes": nil, "sqlite_sequence": nil} // by table; these are read without
	for _, model := range []any{&WorkEntry{}, &TimeSlot{}, &WorkplacePresenceEvent{}, &WebSession{}, &SessionSecret{}, &BackupRecord{},
		&JournalLine{}, &RequestCount{}, &RefusedEvent{}, &Feeds{}, &Change{}, &DayState{}, &Contact{}, &AcceptedDoubt{}} {
		parsed, err := schema.Parse(model, &sync.Map{}, store.db.NamingStrategy)
		if err != nil {
			t.Fatal(err)
		}
		models[parsed.Table] = parsed
	}
	for _, table := range tablesOf(t, store) {
		parsed, known := models[table]
		if !known {
			t.Errorf("%s has no model", table)
		}
		if parsed == nil {
			continue
		}
		var columns []struct {
			Name    string
			Type    string
			NotNull bool `gorm:"column:notnull"`
			PK      int  `gorm:"column:pk"` // position in the primary key, from 1
		}
		if err := store.db.Raw("SELECT * FROM pragma_table_info(?)", parsed.Table).Scan(&columns).Error; err != nil {
			t.Fatal(err)
		}
		if len(columns) != len(parsed.DBNames) {
			t.Errorf("%s: %d columns, the model has %v", parsed.Table, len(columns), parsed.DBNames)
		}
		for _, column := range columns {
			field := parsed.FieldsByDBName[column.Name]
			if field == nil {
				t.Errorf("%s.%s: not in the model", parsed.Table, column.Name)
				continue
			}
			want := map[schema.DataType]string{schema.Int: "INTEGER", schema.Bool: "INTEGER", schema.String: "TEXT", "text": "TEXT", schema.Bytes: "BLOB"}[field.DataType]
			if column.Type != want {
				t.Errorf("%s.%s: %s in the schema, %s in the model", parsed.Table, column.Name, column.Type, field.DataType)
			}
			nullable := !column.NotNull && column.PK == 0
			if null := canBeNull(field); null != nullable {
				t.Errorf("%s.%s: nullable is %t in the schema, %t in the model", parsed.Table, column.Name, nullable, null)
			}
			if (column.PK > 0) != field.PrimaryKey {
				t.Errorf("%s.%s: primary key is %d in the schema, %t in the model", parsed.Table, column.Name, column.PK, field.PrimaryKey)
			}
		}
	}
}

// canBeNull reports whether a field is stored as null when it is nil or empty.
func canBeNull(field *schema.Field) bool {
	if field.FieldType.Kind().String() == "ptr" {
		return true
	}
	valuer, ok := reflect.Zero(field.FieldType).Interface().(driver.Valuer)
	if !ok {
		return false
	}
	value, err := valuer.Value()
	return value == nil && err == nil
}

// TestEveryTableIsRestoredOrStartsEmpty fails when a table is added without deciding this.
func TestEveryTableIsRestoredOrStartsEmpty(t *testing.T) {
	anew := []string{"backups", "contacts", "feeds", "goose_db_version", "journal_lines", "request_counts", "session_secrets", "sqlite_sequence", "web_sessions"}
	for _, table := range tablesOf(t, openTemporary(t)) {
		if slices.Contains(anew, table) == slices.Contains(format.Records, table) {
			t.Error(table)
		}
	}
}

func TestTheHookOfASlotUnlinksEveryEventOfItsEntry(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*gorm.DB, *TimeSlot) error{
		"delete": func(db *gorm.DB, slot *TimeSlot) error { return db.Delete(slot).Error },
		"update": func(db *gorm.DB, slot *TimeSlot) error {
			return db.Model(slot).Update("end_at", civil.NewInstant(slot.EndAt.Add(time.Minute))).Error
		},
	} {
		store := openTemporary(t)
		for hour, event := range []EventType{Arrival, Departure, Arrival, Departure} {
			at := civil.NewInstant(time.Date(2026, 11, 20, 8+hour, 0, 0, 0, time.UTC))
			if _, err := store.RecordPresence(t.Context(), Signal{Event: event, OccurredAt: at, IdempotencyKey: fmt.Sprint(hour)}, at); err != nil {
				t.Fatal(err)
			}
		}
		slots, err := slotsOf(store.db, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := change(store.db, &slots[0]); err != nil {
			t.Fatal(err)
		}
		var linked int64
		store.db.Model(&WorkplacePresenceEvent{}).Where("time_slot_id IS NOT NULL").Count(&linked)
		if linked != 0 {
			t.Errorf("%s of one slot: %d events keep a slot", name, linked)
		}
	}
}

func TestOnlyALoadedSlotCanBeChanged(t *testing.T) {
	t.Parallel()
	store := openTemporary(t)
	for name, err := range map[string]error{
		"delete all":             store.db.Where("1 = 1").Delete(&TimeSlot{}).Error,
		"update all":             store.db.Model(&TimeSlot{}).Where("1 = 1").Update("work_entry_id", 7).Error,
		"delete one by ID":       store.db.Delete(&TimeSlot{ID: 1}).Error,
		"delete all of an entry": store.db.Where("1 = 1").Delete(&TimeSlot{WorkEntryID: 1}).Error,
	} {
		if err != ErrBatchOfSlots {
			t.Errorf("%s: got %v, want %v", name, err, ErrBatchOfSlots)
		}
	}
}

func TestTheListOfAnEntrysColumnsIsTheSchemas(t *testing.T) {
	t.Parallel()
	var want []string
	if err := openTemporary(t).db.Raw("SELECT name FROM pragma_table_info('work_entries')").Scan(&want).Error; err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(entryColumnNames, want) {
		t.Errorf("got %v, want %v", entryColumnNames, want)
	}
	var entry WorkEntry
	for i, column := range entryColumns { // each is read to a field of its own
		for _, other := range entryColumns[:i] {
			if column.of(&entry) == other.of(&entry) {
				t.Errorf("%s and %s are one field", column.name, other.name)
			}
		}
	}
	beside := []string{"id", "date", "version", "created_at", "updated_at"}
	for _, column := range entryColumns {
		if column.content == slices.Contains(beside, column.name) {
			t.Errorf("%s: content is %t", column.name, column.content)
		}
	}
}
