package models_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"
	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/history"
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
			modelstest.Want(t, days[0].WorkEntry, day.WorkEntry, day)
			modelstest.WantList(t, days[0].Slots, day.Slots, day)
			modelstest.Want(t, day.Recorded, test.want)
			modelstest.Want(t, days[0].Recorded, test.want)
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

func TestTheReadersOfDaysReturnTheSameDays(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	modelstest.CreateEntry(t, store, modelstest.Date(18), models.EntryChange{DayType: models.Leave, Note: "x"})
	modelstest.CreateEntry(t, store, modelstest.Date(19), models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.RTT), Slots: modelstest.MinuteSlots(3)})
	modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Duty, Slots: []models.TimeSlot{modelstest.SlotAt("08:00", "12:00"), modelstest.SlotAt("13:00", "17:30")}})
	modelstest.CreateEntry(t, store, modelstest.Date(22), models.EntryChange{DayType: models.Work})
	// seconds, an offset with seconds, the last hours of the calendar, an overlap in another order, and an
	// arrival that was discarded, on a day of its own and on one with a note
	modelstest.Query(t, path, strings.ReplaceAll(`
		UPDATE time_slots SET start_at = '2026-11-20T07:00:59.900000000Z', end_at = '2026-11-20T11:00:00.100000000Z' WHERE id = 4;
		INSERT INTO work_entries (id, date, timezone, day_type, note, created_at, updated_at) VALUES
			(5, '1970-05-04', 'Africa/Monrovia', 'WORK', '', NOW, NOW), (6, '9999-12-31', 'America/New_York', 'WORK', '', NOW, NOW), (7, '2026-11-24', 'Europe/Paris', 'WORK', '', NOW, NOW),
			(8, '2026-11-21', 'America/New_York', 'WORK', '', NOW, NOW), (9, '2026-11-23', 'Europe/Paris', 'WORK', 'x', NOW, NOW);
		INSERT INTO time_slots (work_entry_id, start_at, end_at) VALUES
			(5, '1970-05-04T08:00:20.000000000Z', '1970-05-04T09:00:40.000000000Z'),
			(6, '9999-12-31T20:00:00.000000000Z', '9999-12-31T28:00:00.000000000Z'),
			(7, '2026-11-24T09:00:00.000000000Z', '2026-11-24T12:00:00.000000000Z'), (7, '2026-11-24T08:00:00.000000000Z', '2026-11-24T10:00:00.000000000Z');
		INSERT INTO workplace_presence_events (work_entry_id, event, occurred_at, occurred_at_sent, received_at, idempotency_key, closure, closed_at)
			SELECT value, 'arrival', NOW, '', NOW, value, 'discarded', NOW FROM json_each('[8, 9]')`, "NOW", "'2026-11-20T07:00:00.000000000Z'"))
	first, last := civil.Date{Year: 1970, Month: 1, Day: 1}, civil.Date{Year: 10_000, Month: 1, Day: 1}
	for _, span := range [][2]civil.Date{{first, last}, {modelstest.Date(19), modelstest.Date(20)}, {modelstest.Date(17), modelstest.Date(17)}} {
		all := modelstest.Got(store.Days(t.Context(), span[0], span[1]))(t)
		if slices.ContainsFunc(all, func(day models.Day) bool { return day.Ignored != (day.ID == 8) }) {
			t.Errorf("got %+v, want that of the 21st to be ignored", all)
		}
		days := models.WithoutIgnored(all)
		modelstest.WantList(t, modelstest.Got(store.DayTotals(t.Context(), span[0], span[1]))(t), models.Totals(days), span)
		got := modelstest.Got(store.SlotDays(t.Context(), span[0], span[1]))(t)
		modelstest.WantList(t, models.Totals(got), models.Totals(days), span)
		for i, day := range days {
			modelstest.Want(t, got[i].Zone, day.Zone, day.Date)
			modelstest.Want(t, slices.EqualFunc(got[i].Slots, day.Slots, func(a, b models.TimeSlot) bool {
				return a.WorkEntryID == b.WorkEntryID && a.StartAt.Equal(b.StartAt.Time) && a.EndAt.Equal(b.EndAt.Time)
			}), true, day.Date)
		}
	}
	if got, err := store.DayTotals(t.Context(), first, last); err != nil || len(got) != 8 || got[2].Minutes != 3 || got[6].Minutes != 240 || got[7].Minutes != 480 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestTheDaysThatCannotBeReadAreFoundByTheirIndexesAlone(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	var steps []struct{ Detail string }
	modelstest.Must(t, store.Read(t.Context()).Raw("EXPLAIN QUERY PLAN "+models.SuspectDays()).Scan(&steps).Error)
	plan := fmt.Sprint(steps)
	modelstest.Want(t, strings.Count(plan, "_suspect"), 3, plan)
	modelstest.Want(t, strings.Count(plan, "_elsewhere"), 3, plan)
	modelstest.Want(t, strings.Count(plan, " work_entries USING"), 4, plan) // by no other way
}

func TestTheMinutesWorkedAreThoseInAnySlotOfTheDay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.SampledFrom([]struct{ zone, from string }{
			{"Europe/Paris", "2026-03-28T22:00:00Z"}, {"Europe/Paris", "2026-10-24T22:00:00Z"}, {"Africa/Monrovia", "1970-05-04T08:00:00Z"}, // which is 44 minutes and 30 seconds behind
		}).Draw(t, "place")
		zone := modelstest.Got(time.LoadLocation(place.zone))(t)
		first, _ := time.Parse(time.RFC3339, place.from)
		day := models.Day{Zone: zone}
		covered := map[time.Time]bool{}
		var each int64
		for range rapid.IntRange(0, 5).Draw(t, "slots") {
			start := first.Add(time.Duration(rapid.IntRange(0, 6*3600).Draw(t, "start")) * time.Second)
			slot := models.TimeSlot{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(start.Add(time.Duration(rapid.IntRange(1, 3*3600).Draw(t, "length")) * time.Second))}
			day.Slots = append(day.Slots, slot)
			each += slot.Minutes(zone)
			for at := slot.StartAt.StartOfMinute(zone); at.Before(slot.EndAt.StartOfMinute(zone).Time); at = civil.NewInstant(at.Add(time.Minute)) {
				covered[at.Time] = true
			}
		}
		given := slices.Clone(day.Slots)
		if got := day.WorkedMinutes(); got != int64(len(covered)) {
			t.Fatalf("got %d minutes, want %d", got, len(covered))
		}
		apart := day.WithoutOverlap()
		for i := 1; i < len(apart); i++ {
			if apart[i].StartAt.StartOfMinute(zone).Before(apart[i-1].EndAt.StartOfMinute(zone).Time) {
				t.Fatalf("%v overlaps %v", apart[i], apart[i-1])
			}
		}
		if each == int64(len(covered)) { // none overlap, and each stays as it is
			lasting := slices.DeleteFunc(slices.Clone(given), func(s models.TimeSlot) bool { return s.Minutes(zone) == 0 })
			slices.SortFunc(lasting, func(a, b models.TimeSlot) int { return a.StartAt.Compare(b.StartAt.Time) })
			if got := slices.DeleteFunc(slices.Clone(apart), func(s models.TimeSlot) bool { return s.Minutes(zone) == 0 }); !slices.Equal(got, lasting) {
				t.Fatalf("got %v, want %v", got, lasting)
			}
		}
		if !slices.Equal(day.Slots, given) {
			t.Fatalf("the slots of the day became %v", day.Slots)
		}
	})
}

func TestADayWithoutOverlapCostsNothingToCount(t *testing.T) {
	slots := make([]models.TimeSlot, 100)
	for i := range slots {
		start := time.Date(2026, 11, 20, 7, 2*i, 0, 0, time.UTC)
		slots[i] = models.TimeSlot{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(start.Add(time.Minute))}
	}
	day := models.Day{Slots: slots, Zone: time.UTC}
	modelstest.Want(t, testing.AllocsPerRun(1000, func() { day.WorkedMinutes() }), 0) // so many that what else runs counts for nothing
}

func TestTheEventsOfADayAreUnlinkedOnceHoweverManySlotsItHas(t *testing.T) {
	store := models.OpenTemporary(t)
	now := civil.NewInstant(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	for i, slot := range modelstest.ManySlots(20) {
		for _, signal := range []models.Signal{{Event: models.Arrival, OccurredAt: slot.StartAt}, {Event: models.Departure, OccurredAt: slot.EndAt}} {
			signal.IdempotencyKey = string(signal.Event) + strconv.Itoa(i)
			modelstest.Must(t, modelstest.Only(presence.Record(t.Context(), store, signal, now)))
		}
	}
	unlinked := 0
	err := store.GORM().Callback().Raw().After("*").Register("count", func(tx *gorm.DB) {
		if strings.Contains(tx.Statement.SQL.String(), "time_slot_id IS NOT NULL") {
			unlinked++
		}
	})
	modelstest.Must(t, err)
	day := modelstest.Got(store.Day(t.Context(), 1))(t)
	change := models.EntryChange{DayType: models.Work, Slots: day.Slots[1:]}
	done := modelstest.Got(days.Edit(t.Context(), store, 1, models.Stamp{Number: day.Version}, change, now))(t)
	modelstest.Want(t, unlinked, 1, "editing")
	unlinked = 0
	if _, err := history.TakeBack(t.Context(), store, models.Stamp{Number: done.ID}, now); err != nil || unlinked != 1 {
		t.Errorf("taking back: got %v, unlinked %d times, want once", err, unlinked)
	}
	if again, err := store.Day(t.Context(), 1); err != nil || len(again.Slots) != 20 || !again.Recorded {
		t.Errorf("got %v, %v, want the day as it was", again, err)
	}
}
