package models_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/days"
	"worklog/models/modelstest"
)

// twoSlots records a day with two slots and returns them and the entry's version.
func twoSlots(t *testing.T) (store *models.Store, db *sql.DB, version int64, slots []models.TimeSlot) {
	t.Helper()
	store, path := modelstest.Open(t)
	modelstest.Record(t, store, models.Arrival, "2026-11-20T08:00:00+01:00", "in1")
	modelstest.Record(t, store, models.Departure, "2026-11-20T12:00:00+01:00", "out1")
	modelstest.Record(t, store, models.Arrival, "2026-11-20T13:00:00+01:00", "in2")
	modelstest.Record(t, store, models.Departure, "2026-11-20T17:00:00+01:00", "out2")
	return store, modelstest.SQL(t, path), 4, []models.TimeSlot{
		{ID: 1, StartAt: modelstest.Instant("2026-11-20T08:00:00+01:00"), EndAt: modelstest.Instant("2026-11-20T12:00:00+01:00")},
		{ID: 2, StartAt: modelstest.Instant("2026-11-20T13:00:00+01:00"), EndAt: modelstest.Instant("2026-11-20T17:00:00+01:00")},
	}
}

// edit changes only the slots.
func edit(t *testing.T, store *models.Store, id, version int64, slots []models.TimeSlot) error {
	t.Helper()
	_, err := days.Edit(t.Context(), store, id, models.Stamp{Number: version}, models.EntryChange{DayType: models.Work, Slots: slots}, modelstest.Received)
	return err
}

const (
	links   = "SELECT time_slot_id FROM workplace_presence_events ORDER BY id"
	slotIDs = "SELECT id FROM time_slots ORDER BY start_at"
)

func TestChangingASlotRecreatesAllSlotsAndUnlinksEveryEventOfTheDay(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func([]models.TimeSlot) []models.TimeSlot{
		"one changed": func(s []models.TimeSlot) []models.TimeSlot {
			s[1].EndAt = modelstest.Instant("2026-11-20T18:00:00+01:00")
			return s
		},
		"one removed": func(s []models.TimeSlot) []models.TimeSlot { return s[:1] },
		"one added": func(s []models.TimeSlot) []models.TimeSlot {
			return append(s, models.TimeSlot{StartAt: modelstest.Instant("2026-11-20T20:00:00+01:00"), EndAt: modelstest.Instant("2026-11-20T21:00:00+01:00")})
		},
		"one recreated": func(s []models.TimeSlot) []models.TimeSlot { s[0].ID = 0; return s },
		"all removed":   func([]models.TimeSlot) []models.TimeSlot { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			store, db, version, slots := twoSlots(t)
			wanted := change(slots)
			modelstest.Must(t, edit(t, store, 1, version, wanted))
			if got := modelstest.Column(t, db, links); got != "NULL NULL NULL NULL" {
				t.Errorf("got links %s, want none", got)
			}
			if got := modelstest.Column(t, db, "SELECT closure FROM workplace_presence_events WHERE event = 'arrival'"); got != "departure departure" {
				t.Errorf("got closures %s: a closed arrival stays closed", got)
			}
			if got, want := modelstest.Column(t, db, "SELECT count(*) FROM time_slots"), fmt.Sprint(len(wanted)); got != want {
				t.Errorf("got %s slots, want %s", got, want)
			}
			for id := range strings.FieldsSeq(modelstest.Column(t, db, slotIDs)) {
				if id == "1" || id == "2" {
					t.Errorf("id %s was reused", id)
				}
			}
			if got := modelstest.Column(t, db, "SELECT version FROM work_entries"); got != "5" {
				t.Errorf("got version %s, want 5", got)
			}
		})
	}
}
