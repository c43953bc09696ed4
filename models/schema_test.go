package models

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// TablesOf returns the names of all tables of a store.
func TablesOf(t *testing.T, store *Store) (tables []string) {
	t.Helper()
	must(t, store.db.Raw("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").Scan(&tables).Error)
	return tables
}

// TestEveryTableIsRestoredOrStartsEmpty fails when a table is added without deciding this.
func TestEveryTableIsRestoredOrStartsEmpty(t *testing.T) {
	anew := []string{"backups", "contacts", "database_state", "feeds", "goose_db_version", "journal_lines", "request_counts", "session_secrets", "sqlite_sequence", "web_sessions"}
	for _, table := range TablesOf(t, OpenTemporary(t)) {
		if slices.Contains(anew, table) == slices.Contains(Format.Records, table) {
			t.Error(table)
		}
	}
}

// Without an index, every row that is deleted has the other table read through.
func TestEveryForeignKeyHasAnIndex(t *testing.T) {
	var without []string
	err := OpenTemporary(t).db.Raw(`SELECT t.name || '.' || k."from" FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k
		WHERE t.type = 'table' AND NOT EXISTS (SELECT 1 FROM pragma_index_list(t.name) AS i, pragma_index_info(i.name) AS c
			WHERE NOT i.partial AND c.seqno = 0 AND c.name = k."from")`).Scan(&without).Error
	if err != nil || len(without) > 0 {
		t.Errorf("got %v, %v", without, err)
	}
}

// SQLite before 3.46 normalizes a date or time that does not exist, such as 30 February or 24:00, only if it adds
// something to it: a shell of that age would leave a damaged row out of the index.
func TestEveryVersionOfSQLiteIndexesTheSameRows(t *testing.T) {
	t.Parallel()
	var indexes []string
	must(t, OpenTemporary(t).db.Raw("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql LIKE '%date(%' OR sql LIKE '%strftime(%'").Scan(&indexes).Error)
	calls, normalized := regexp.MustCompile(`\b(date|strftime)\(`), regexp.MustCompile(`, '\+\d+ \w+'\)`)
	for _, index := range indexes {
		if want, got := len(calls.FindAllString(index, -1)), len(normalized.FindAllString(index, -1)); got != want {
			t.Errorf("got %d calls that add something, want %d: %s", got, want, index)
		}
	}
	if len(indexes) < 3 {
		t.Errorf("got %d indexes, want those of entries, slots and events", len(indexes))
	}
}

func TestTheRelationsOfTheModelsAreTheForeignKeysOfTheSchema(t *testing.T) {
	t.Parallel()
	db := OpenTemporary(t).db
	var want []string
	err := db.Raw(`SELECT format('%s.%s -> %s.%s ON DELETE %s', t.name, k."from", k."table", k."to", k.on_delete)
		FROM sqlite_schema t, pragma_foreign_key_list(t.name) k WHERE t.type = 'table' ORDER BY 1`).Scan(&want).Error
	must(t, err)
	var got []string
	for _, model := range []any{&DayRecord{}, &TimeSlot{}, &WorkplacePresenceEvent{}, &RefusedEvent{}, &JournalLine{}, &Change{}, &DayState{},
		&Contact{}, &WebSession{}, &SessionSecret{}, &BackupRecord{}, &Feeds{}} {
		statement := &gorm.Statement{DB: db}
		must(t, statement.Parse(model))
		relations := &statement.Schema.Relationships
		for _, relation := range slices.Concat(relations.HasOne, relations.HasMany, relations.BelongsTo, relations.Many2Many) {
			key := relation.ParseConstraint()
			got = append(got, fmt.Sprintf("%s.%s -> %s.%s ON DELETE %s", key.Schema.Table, key.ForeignKeys[0].DBName, key.ReferenceSchema.Table, key.References[0].DBName, key.OnDelete))
		}
	}
	if slices.Sort(got); !slices.Equal(got, want) || len(want) == 0 {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWritingARecordWritesNoRelatedOne(t *testing.T) {
	t.Parallel()
	store := OpenTemporary(t)
	at := civil.NewInstant(time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC))
	slot := TimeSlot{WorkEntryID: 1, StartAt: at, EndAt: civil.NewInstant(at.Add(time.Hour))}
	event := WorkplacePresenceEvent{WorkEntryID: 1, Event: Departure, IdempotencyKey: "k", OccurredAt: at, ReceivedAt: at, TimeSlot: &slot}
	day := DayRecord{Day{WorkEntry: WorkEntry{Timezone: "UTC", DayType: Work, Date: civil.DateOf(at.Time)}, Slots: []TimeSlot{slot}}, []WorkplacePresenceEvent{event}}
	must(t, errors.Join(store.db.Create(&day).Error, store.db.Create(&event).Error))
	for table, want := range map[string]int64{"work_entries": 1, "time_slots": 0, "workplace_presence_events": 1} {
		var got int64
		if err := store.db.Table(table).Count(&got).Error; err != nil || got != want {
			t.Errorf("%s: got %d rows, %v, want %d", table, got, err, want)
		}
	}
}

// twoSlots makes a store with a day of two slots, each linked to its two events.
func twoSlots(t *testing.T) (*Store, []TimeSlot) {
	t.Helper()
	store := OpenTemporary(t)
	at := func(hour int) civil.Instant {
		return civil.NewInstant(time.Date(2026, 11, 20, hour, 0, 0, 0, time.UTC))
	}
	event := func(event EventType, hour int) *WorkplacePresenceEvent {
		return &WorkplacePresenceEvent{Event: event, OccurredAt: at(hour), ReceivedAt: at(hour), IdempotencyKey: fmt.Sprint(hour)}
	}
	err := store.Write(t.Context(), func(tx *Tx) error {
		for _, hour := range []int{8, 10} {
			arrival := event(Arrival, hour)
			if err := errors.Join(tx.ArriveOn(arrival, at(hour)), tx.Leave(arrival, event(Departure, hour+1), at(hour+1))); err != nil {
				return err
			}
		}
		return nil
	})
	must(t, err)
	day, err := store.Day(t.Context(), 1)
	must(t, err)
	return store, day.Slots
}

// linksOf returns the slots of all events, 0 for none.
func linksOf(t *testing.T, db *gorm.DB) string {
	t.Helper()
	var links string
	must(t, db.Raw("SELECT group_concat(coalesce(time_slot_id, 0), ' ' ORDER BY id) FROM workplace_presence_events").Scan(&links).Error)
	return links
}

// TestTheHookOfASlotAndTheSchemaEachUnlinkItsEvents changes a slot as the program does, with one
// of the two guards off.
func TestTheHookOfASlotAndTheSchemaEachUnlinkItsEvents(t *testing.T) {
	t.Parallel()
	moved := func(tx *Tx, slots []TimeSlot) error {
		return tx.MoveEnd(slots[0], civil.NewInstant(slots[0].EndAt.Add(time.Minute)), slots[0].EndAt)
	}
	deleted := func(tx *Tx, slots []TimeSlot) error { return tx.ReplaceSlots(slots[:1], nil) }
	withoutSchema := func(tx *gorm.DB) *gorm.DB {
		tx.Exec("PRAGMA foreign_keys = OFF; DROP TRIGGER time_slots_changed")
		return tx
	}
	withoutHook := func(tx *gorm.DB) *gorm.DB { return tx.Session(&gorm.Session{SkipHooks: true}) }
	for name, test := range map[string]struct {
		without func(*gorm.DB) *gorm.DB
		change  func(*Tx, []TimeSlot) error
		want    string
	}{
		"an end moved, by the hook":     {withoutSchema, moved, "0 0 2 2"},
		"an end moved, by the schema":   {withoutHook, moved, "0 0 2 2"},
		"a slot deleted, by the hook":   {withoutSchema, deleted, "0 0 0 0"},
		"a slot deleted, by the schema": {withoutHook, deleted, "0 0 2 2"},
	} {
		store, slots := twoSlots(t)
		err := store.db.Connection(func(tx *gorm.DB) error {
			if err := test.change(store.on(test.without(tx.Session(&gorm.Session{NewDB: true}))), slots); err != nil {
				return err
			}
			if got := linksOf(t, tx.Session(&gorm.Session{NewDB: true})); got != test.want {
				t.Errorf("%s: got links %s, want %s", name, got, test.want)
			}
			return nil
		})
		must(t, err)
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
		store, slots := twoSlots(t)
		must(t, change(store.db, &slots[0]))
		if got := linksOf(t, store.db); got != "0 0 0 0" {
			t.Errorf("%s of one slot: got links %s, want none", name, got)
		}
	}
}

func TestOnlyALoadedSlotCanBeChanged(t *testing.T) {
	t.Parallel()
	store := OpenTemporary(t)
	for name, err := range map[string]error{
		"delete all":             store.db.Where("1 = 1").Delete(&TimeSlot{}).Error,
		"update all":             store.db.Model(&TimeSlot{}).Where("1 = 1").Update("work_entry_id", 7).Error,
		"delete one by ID":       store.db.Delete(&TimeSlot{ID: 1}).Error,
		"delete all of an entry": store.db.Where("1 = 1").Delete(&TimeSlot{WorkEntryID: 1}).Error,
	} {
		if err != errBatchOfSlots {
			t.Errorf("%s: got %v, want %v", name, err, errBatchOfSlots)
		}
	}
}

func TestAnEventIsWrittenAndReadAsGORMDoes(t *testing.T) {
	t.Parallel()
	store := OpenTemporary(t)
	at := func(hour int) civil.Instant {
		return civil.NewInstant(time.Date(2026, 11, 20, hour, 0, 0, 0, time.UTC))
	}
	closed, closedAt := ClosedManually, at(3)
	err := store.Write(t.Context(), func(tx *Tx) error {
		for _, event := range []*WorkplacePresenceEvent{
			{Event: Arrival, OccurredAt: at(1), OccurredAtSent: "sent", IdempotencyKey: "closed", ReceivedAt: at(2), CreatedSlotID: new(int64(7)),
				Closure: &closed, ClosedAt: &closedAt, FirstEntryID: new(int64(8)), ByHand: true},
			{Event: Arrival, OccurredAt: at(4), IdempotencyKey: "open", ReceivedAt: at(5)},
		} {
			if err := tx.ArriveOn(event, at(6)); err != nil {
				return err
			}
			read, err := eventByKey(tx, event.IdempotencyKey)
			if err != nil || !reflect.DeepEqual(read, event) {
				t.Errorf("GORM reads %+v, %v, want %+v", read, err, event)
			}
		}
		known, open, date, err := tx.Standing("closed")
		wantKnown, errKnown := eventByKey(tx, "closed")
		wantOpen, errOpen := tx.OpenArrival()
		if !reflect.DeepEqual(known, wantKnown) || !reflect.DeepEqual(open, wantOpen) || date.String() != "2026-11-20" {
			t.Errorf("got %+v, %+v on %s, want %+v, %+v", known, open, date, wantKnown, wantOpen)
		}
		return errors.Join(err, errKnown, errOpen)
	})
	must(t, err)
}

func eventByKey(tx *Tx, key string) (*WorkplacePresenceEvent, error) {
	return FindOne[WorkplacePresenceEvent](tx.Where("idempotency_key = ?", key))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
