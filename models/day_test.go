package models_test

import (
	"errors"
	"slices"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

func TestADayIsRecordedIfTheAutomationMadeAllItsSlots(t *testing.T) {
	for _, test := range []struct {
		name string
		make func(t *testing.T, store *models.Store)
		want bool
	}{
		{"it has no slots", func(t *testing.T, store *models.Store) {
			modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Work})
		}, false},
		{"a slot was typed by hand", func(t *testing.T, store *models.Store) {
			modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Work, Slots: modelstest.MinuteSlots(1)})
		}, false},
		{"a departure created the slot", func(t *testing.T, store *models.Store) {
			modelstest.Record(t, store, models.Arrival, "2026-11-20T08:00:00+01:00", "in")
			modelstest.Record(t, store, models.Departure, "2026-11-20T12:00:00+01:00", "out")
		}, true},
		{"the arrival was closed by hand", func(t *testing.T, store *models.Store) {
			modelstest.Record(t, store, models.Arrival, "2026-11-20T08:00:00+01:00", "in")
			modelstest.Must(t, modelstest.Only(presence.Close(t.Context(), store, 1, modelstest.Instant("2026-11-20T12:00:00+01:00"), modelstest.Received)))
		}, false},
		{"a person pressed at the arrival", func(t *testing.T, store *models.Store) {
			presses(models.Arrival, "2026-11-20T08:00:00+01:00").do(t, store)
			modelstest.Record(t, store, models.Departure, "2026-11-20T12:00:00+01:00", "out")
		}, false},
		{"a person pressed at the departure", func(t *testing.T, store *models.Store) {
			modelstest.Record(t, store, models.Arrival, "2026-11-20T08:00:00+01:00", "in")
			presses(models.Departure, "2026-11-20T12:00:00+01:00").do(t, store)
		}, false},
		{"a departure created one of two slots", func(t *testing.T, store *models.Store) {
			modelstest.Record(t, store, models.Arrival, "2026-11-20T05:00:00+01:00", "in")
			modelstest.Record(t, store, models.Departure, "2026-11-20T06:00:00+01:00", "out")
			modelstest.Record(t, store, models.Arrival, "2026-11-20T08:00:00+01:00", "in again")
			modelstest.Must(t, modelstest.Only(presence.Close(t.Context(), store, 3, modelstest.Instant("2026-11-20T12:00:00+01:00"), modelstest.Received)))
		}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, _ := modelstest.Open(t)
			test.make(t, store)
			day := modelstest.Got(store.Day(t.Context(), 1))(t)
			days, err := store.Days(t.Context(), modelstest.Date(20), modelstest.Date(20))
			if err != nil || len(days) != 1 {
				t.Fatalf("got %+v, %v", days, err)
			}
			totals, err := store.DayTotals(t.Context(), modelstest.Date(20), modelstest.Date(20))
			if want := day.Total(); err != nil || len(totals) != 1 || totals[0] != want {
				t.Errorf("got %+v, %v, want %+v", totals, err, want)
			}
			if days[0].WorkEntry != day.WorkEntry || !slices.Equal(days[0].Slots, day.Slots) {
				t.Errorf("got %+v by itself and %+v among days", day, days[0])
			}
			if day.Recorded != test.want || days[0].Recorded != test.want {
				t.Errorf("got %t by itself and %t among days, want %t", day.Recorded, days[0].Recorded, test.want)
			}
		})
	}
}

func TestTheRecordedYearsAreThoseOfTheFirstAndTheLastDay(t *testing.T) {
	store, _ := modelstest.Open(t)
	want := func(first, last int) {
		t.Helper()
		if gotFirst, gotLast, err := store.RecordedYears(t.Context()); gotFirst != first || gotLast != last || err != nil {
			t.Errorf("got %d to %d, %v, want %d to %d", gotFirst, gotLast, err, first, last)
		}
	}
	want(0, 0)
	modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Work})
	want(2026, 2026)
	modelstest.CreateEntry(t, store, civil.Date{Year: 9999, Month: 12, Day: 31}, models.EntryChange{DayType: models.Work})
	modelstest.CreateEntry(t, store, civil.Date{Year: 1999, Month: 2, Day: 3}, models.EntryChange{DayType: models.Work})
	want(1999, 9999)
}

func TestDaysUpToTheEndOfTheCalendarAreFound(t *testing.T) {
	store, _ := modelstest.Open(t)
	last := civil.Date{Year: 9999, Month: 12, Day: 31}
	modelstest.CreateEntry(t, store, last, models.EntryChange{DayType: models.Leave})
	for to, want := range map[civil.Date]int{last.AddDays(-1): 0, last: 1, last.AddDays(1): 1} {
		if days, err := store.Days(t.Context(), last.AddDays(-7), to); err != nil || len(days) != want {
			t.Errorf("to %s: got %+v, %v, want %d", to, days, err, want)
		}
	}
}

func TestADayWithAValueOfAnotherKindIsInNoRange(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]string{
		"SET date = '2026-11-31'":       "date",
		"SET timezone = 'Mars/Olympus'": "timezone",
		"SET updated_at = '2026-11-20'": "updated_at",
	} {
		store, path := modelstest.Open(t)
		modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Work})
		modelstest.Must(t, modelstest.Only(modelstest.SQL(t, path).Exec("UPDATE work_entries "+statement)))
		var got *models.UnreadableDay
		if day, err := store.Day(t.Context(), 1); !errors.As(err, &got) || got.Fault != want {
			t.Errorf("%s: got %+v, %v", statement, day, err)
		}
		if all, err := store.Read(t.Context()).Unreadable(); err != nil || len(all) != 1 || all[0].ID != 1 {
			t.Errorf("%s: got %+v, %v", statement, all, err)
		}
		if days, err := store.Days(t.Context(), modelstest.Date(1), modelstest.Date(30).AddDays(1)); err != nil || len(days) > 0 {
			t.Errorf("%s: got %+v, %v", statement, days, err)
		}
	}
}
