package models_test

import (
	"errors"
	"testing"

	"gorm.io/gorm"

	"worklog/models"
	"worklog/models/history"
	"worklog/models/imports"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

// whileDaysAreRead has do run once, when entries have been read.
func whileDaysAreRead(t *testing.T, store *models.Store, do func()) {
	t.Helper()
	done := false
	err := store.GORM().Callback().Query().After("*").Register("meanwhile", func(tx *gorm.DB) {
		if tx.Statement.Table == "work_entries" && !done {
			done = true
			do()
		}
	})
	modelstest.Must(t, err)
}

func TestAChangeOfManyDaysIsPreparedWhileOthersWrite(t *testing.T) {
	t.Parallel()
	day := func(id int64, of int) imports.Day {
		entry := models.WorkEntry{ID: id, Date: modelstest.Date(of), Timezone: "Europe/Paris", DayType: models.Work, Version: 1, CreatedAt: modelstest.Received, UpdatedAt: modelstest.Received}
		at := modelstest.Instant("2026-11-" + entry.Date.String()[8:] + "T08:00:00Z")
		discarded := models.ClosedAsDiscarded
		return imports.Day{Row: int(id), Record: &models.DayRecord{Day: models.Day{WorkEntry: entry}, Events: []models.WorkplacePresenceEvent{
			{ID: id, WorkEntryID: id, Event: models.Arrival, OccurredAt: at, OccurredAtSent: "sent", IdempotencyKey: "of " + entry.Date.String(), ReceivedAt: at, Closure: &discarded, ClosedAt: &at}}}}
	}
	file := imports.File{Days: []imports.Day{day(1, 19), day(2, 20)}}
	imported := func(t *testing.T, s *models.Store) func() (models.Change, error) {
		plan := modelstest.Got(imports.PreviewOf(t.Context(), s, file))(t)
		return func() (models.Change, error) {
			return imports.Perform(t.Context(), s, file, plan.Fingerprint(), modelstest.Received)
		}
	}
	takenBack := func(t *testing.T, s *models.Store) func() (models.Change, error) {
		change := modelstest.Got(imported(t, s)())(t)
		return func() (models.Change, error) {
			return history.TakeBack(t.Context(), s, change.Stamp(), modelstest.Received)
		}
	}
	const entries = "SELECT id || ' ' || date FROM work_entries ORDER BY id"
	for _, test := range []struct {
		name    string
		change  func(*testing.T, *models.Store) func() (models.Change, error)
		at, key string // of an arrival meanwhile
		err     error
		want    string
		before  act // of the arrival
	}{
		{"an import, one of whose ids is taken meanwhile", imported, "2026-11-21T08:00:00Z", "k", nil, "1 2026-11-21 2 2026-11-20 3 2026-11-19", nil},
		{"an import of the same day", imported, "2026-11-19T18:00:00Z", "k", models.ErrEntryChanged, "1 2026-11-19", nil},
		{"an import with the same key", imported, "2026-11-21T08:00:00Z", "of 2026-11-19", models.ErrEntryChanged, "1 2026-11-21", nil},
		{"an import taken back", takenBack, "2026-11-21T08:00:00Z", "k", nil, "3 2026-11-21", nil},
		{"an import of the same day taken back", takenBack, "2026-11-19T18:00:00Z", "k", models.ErrEntryChanged, "1 2026-11-19 2 2026-11-20", nil},
		{"an import taken back, one of whose days has another entry at that version", takenBack, "2026-11-19T18:00:00Z", "k", models.ErrEntryChanged, "2 2026-11-20 3 2026-11-19", deletes},
	} {
		t.Run(test.name, func(t *testing.T) {
			store := models.OpenTemporary(t)
			change := test.change(t, store)
			whileDaysAreRead(t, store, func() {
				if test.before != nil {
					test.before.do(t, store)
				}
				modelstest.Must(t, modelstest.Only(presence.Record(t.Context(), store, modelstest.Signal(models.Arrival, test.at, test.key), modelstest.Received)))
			})
			if _, err := change(); !errors.Is(err, test.err) {
				t.Errorf("got %v, want %v", err, test.err)
			}
			modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, store.Path()), entries), test.want)
		})
	}
}
