package models_test

import (
	"errors"
	"testing"
	"time"

	"gorm.io/gorm"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/history"
	"worklog/models/presence"
)

func TestOthersWriteWhileAChangeIsRehearsed(t *testing.T) {
	t.Parallel()
	store := models.OpenTemporary(t)
	store.RehearseAll()
	at := func(hour int) civil.Instant {
		return civil.NewInstant(time.Date(2026, 11, 20, hour, 0, 0, 0, time.UTC))
	}
	date := civil.Date{Year: 2026, Month: time.November, Day: 19}
	calls := 0
	change, err := store.ChangeMany(t.Context(), 1, func(tx *models.Tx) (models.Change, error) {
		calls++
		if calls == 1 { // an arrival, which does not wait
			signal := models.Signal{Event: models.Arrival, OccurredAt: at(8), OccurredAtSent: "sent", IdempotencyKey: "k", Source: models.FromAPI}
			if _, err := presence.Record(t.Context(), store, signal, at(8)); err != nil {
				t.Error(err)
			}
		}
		return tx.Changing(models.ActionImported, at(9), []civil.Date{date}, func() error {
			entry := store.Rules().NewEntry(date, at(9))
			entry.DayType = models.Leave
			return tx.Create(entry).Error
		})
	})
	if err != nil || calls != 2 || len(change.Dates) != 1 {
		t.Errorf("got %+v, %v after %d calls", change, err, calls)
	}
	days, err := store.Days(t.Context(), date, date.AddDays(1))
	if err != nil || len(days) != 2 || days[0].ID != 2 || days[1].ID != 1 {
		t.Errorf("got %+v, %v", days, err)
	}
}

func TestAChangeGivesWayToThoseWhoWriteAllTheTime(t *testing.T) {
	t.Parallel()
	store := models.OpenTemporary(t)
	store.RehearseAll()
	now := civil.NewInstant(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
	calls := 0
	_, err := store.ChangeMany(t.Context(), 1, func(*models.Tx) (models.Change, error) {
		calls++
		_, err := days.Create(t.Context(), store, civil.Date{Year: 2026, Month: time.October, Day: calls}, models.EntryChange{DayType: models.Leave}, now)
		return models.Change{}, err
	})
	if !errors.Is(err, models.ErrOthersWrite) || calls != models.MostRehearsals {
		t.Errorf("got %v after %d calls", err, calls)
	}
}

func TestAChangeByAnotherProgramDuringARehearsalIsNotOverwritten(t *testing.T) {
	t.Parallel()
	store := models.OpenTemporary(t)
	store.RehearseAll()
	now := civil.NewInstant(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
	date := civil.Date{Year: 2026, Month: time.October, Day: 1}
	if _, err := days.Create(t.Context(), store, date, models.EntryChange{DayType: models.Leave}, now); err != nil {
		t.Fatal(err)
	}
	calls := 0
	_, err := store.ChangeMany(t.Context(), 1, func(tx *models.Tx) (models.Change, error) {
		if calls++; calls == 1 { // an update gives no id
			if err := store.GORM().Exec("UPDATE work_entries SET note = 'by another program', version = version + 1").Error; err != nil {
				t.Error(err)
			}
		}
		return tx.Changing(models.ActionImported, now, []civil.Date{date}, func() error {
			entry, err := tx.EntryOn(date)
			if err != nil {
				return err
			}
			entry.DayType = models.Work
			return tx.UpdateEntry(entry, now)
		})
	})
	day, found := store.DayOn(t.Context(), date)
	if err := errors.Join(err, found); err != nil || calls != 2 || day.Note != "by another program" || day.DayType != models.Work {
		t.Errorf("got %+v, %v after %d calls", day, err, calls)
	}
}

func TestAnOddRowStopsNoRehearsal(t *testing.T) {
	t.Parallel()
	store := models.OpenTemporary(t)
	store.RehearseAll()
	now := civil.NewInstant(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
	err := store.GORM().Connection(func(db *gorm.DB) error {
		return models.RunAll(db, []string{
			"PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON",
			"INSERT INTO time_slots (work_entry_id, start_at, end_at) VALUES (77, 'b', 'a')",
			"PRAGMA ignore_check_constraints = OFF", "PRAGMA foreign_keys = ON",
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	change, err := days.Create(t.Context(), store, civil.Date{Year: 2026, Month: time.October, Day: 1}, models.EntryChange{DayType: models.Leave}, now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := history.TakeBack(t.Context(), store, models.Stamp{Number: change.ID}, now); err != nil {
		t.Error(err)
	}
}

func TestWithoutRoomForARehearsalTheChangeIsMadeAtOnce(t *testing.T) {
	t.Parallel()
	store := models.OpenTemporary(t)
	store.RehearseAll()
	now := civil.NewInstant(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
	date := civil.Date{Year: 2026, Month: time.November, Day: 19}
	calls := 0
	change, err := store.ChangeMany(t.Context(), 1, func(tx *models.Tx) (models.Change, error) {
		if calls++; calls == 1 { // the temporary file is full
			if err := tx.Exec("PRAGMA temp.max_page_count = 1").Error; err != nil {
				t.Fatal(err)
			}
			return models.Change{}, tx.Exec("CREATE TEMP TABLE large AS SELECT zeroblob(100000)").Error
		}
		return tx.Changing(models.ActionImported, now, []civil.Date{date}, func() error {
			entry := store.Rules().NewEntry(date, now)
			entry.DayType = models.Leave
			return tx.Create(entry).Error
		})
	})
	if err != nil || calls != 2 || change.EntryID != 1 {
		t.Errorf("got %+v, %v after %d calls", change, err, calls)
	}
}
