package models_test

import (
	"slices"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

func TestTheTotalsOfDaysAreThoseOfTheDays(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	modelstest.CreateEntry(t, store, modelstest.Date(18), models.EntryChange{DayType: models.Leave})
	modelstest.CreateEntry(t, store, modelstest.Date(19), models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.RTT), Slots: modelstest.MinuteSlots(3)})
	modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Duty, Slots: []models.TimeSlot{modelstest.SlotAt("08:00", "12:00"), modelstest.SlotAt("13:00", "17:30")}})
	modelstest.CreateEntry(t, store, modelstest.Date(22), models.EntryChange{DayType: models.Work})
	// seconds, an offset with seconds, the last hours of the calendar, and an overlap in another order
	if _, err := modelstest.SQL(t, path).Exec(`
		UPDATE time_slots SET start_at = '2026-11-20T07:00:59.900000000Z', end_at = '2026-11-20T11:00:00.100000000Z' WHERE id = 4;
		INSERT INTO work_entries (date, timezone, day_type, created_at, updated_at) VALUES
			('1970-05-04', 'Africa/Monrovia', 'WORK', '2026-11-20T07:00:00.000000000Z', '2026-11-20T07:00:00.000000000Z'),
			('9999-12-31', 'America/New_York', 'WORK', '2026-11-20T07:00:00.000000000Z', '2026-11-20T07:00:00.000000000Z'),
			('2026-11-24', 'Europe/Paris', 'WORK', '2026-11-20T07:00:00.000000000Z', '2026-11-20T07:00:00.000000000Z');
		INSERT INTO time_slots (work_entry_id, start_at, end_at) VALUES
			(5, '1970-05-04T08:00:20.000000000Z', '1970-05-04T09:00:40.000000000Z'),
			(6, '9999-12-31T20:00:00.000000000Z', '9999-12-31T28:00:00.000000000Z'),
			(7, '2026-11-24T09:00:00.000000000Z', '2026-11-24T12:00:00.000000000Z'), (7, '2026-11-24T08:00:00.000000000Z', '2026-11-24T10:00:00.000000000Z')`); err != nil {
		t.Fatal(err)
	}
	first, last := civil.Date{Year: 1970, Month: 1, Day: 1}, civil.Date{Year: 10_000, Month: 1, Day: 1}
	for _, span := range [][2]civil.Date{{first, last}, {modelstest.Date(19), modelstest.Date(20)}, {modelstest.Date(21), modelstest.Date(21)}} {
		days := modelstest.Got(store.Days(t.Context(), span[0], span[1]))(t)
		var want []models.DayTotal
		for _, day := range days {
			want = append(want, day.Total())
		}
		got, err := store.DayTotals(t.Context(), span[0], span[1])
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, %v, want %v", span, got, err, want)
		}
	}
	if got, err := store.DayTotals(t.Context(), first, last); err != nil || len(got) != 7 || got[2].Minutes != 3 || got[5].Minutes != 240 || got[6].Minutes != 480 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestTheSlotDaysAreTheDaysWithoutTheirNotes(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	modelstest.CreateEntry(t, store, modelstest.Date(18), models.EntryChange{DayType: models.Leave, Note: "x"})
	modelstest.CreateEntry(t, store, modelstest.Date(19), models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.RTT), Slots: modelstest.MinuteSlots(3)})
	modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Duty, Slots: []models.TimeSlot{modelstest.SlotAt("08:00", "12:00"), modelstest.SlotAt("13:00", "17:30")}})
	// an arrival that was discarded, on a day of its own and on one with a note
	if _, err := modelstest.SQL(t, path).Exec(`
		INSERT INTO work_entries (id, date, timezone, day_type, note, created_at, updated_at) VALUES
			(7, '2026-11-21', 'America/New_York', 'WORK', '', '2026-11-20T07:00:00.000000000Z', '2026-11-20T07:00:00.000000000Z'),
			(8, '2026-11-22', 'Europe/Paris', 'WORK', 'x', '2026-11-20T07:00:00.000000000Z', '2026-11-20T07:00:00.000000000Z');
		INSERT INTO workplace_presence_events (work_entry_id, event, occurred_at, occurred_at_sent, received_at, idempotency_key, closure, closed_at) VALUES
			(7, 'arrival', '2026-11-21T07:00:00.000000000Z', '2026-11-21T08:00:00+01:00', '2026-11-21T07:00:00.000000000Z', 'a', 'discarded', '2026-11-22T07:00:00.000000000Z'),
			(8, 'arrival', '2026-11-22T07:00:00.000000000Z', '2026-11-22T08:00:00+01:00', '2026-11-22T07:00:00.000000000Z', 'b', 'discarded', '2026-11-22T07:00:00.000000000Z')`); err != nil {
		t.Fatal(err)
	}
	for _, span := range [][2]civil.Date{{modelstest.Date(1), {Year: 10_000, Month: 1, Day: 1}}, {modelstest.Date(19), modelstest.Date(20)}, {modelstest.Date(17), modelstest.Date(17)}} {
		all := modelstest.Got(store.Days(t.Context(), span[0], span[1]))(t)
		if slices.ContainsFunc(all, func(day models.Day) bool { return day.Ignored != (day.ID == 7) }) {
			t.Errorf("got %+v, want that of the 21st to be ignored", all)
		}
		days := models.WithoutIgnored(all)
		got, err := store.SlotDays(t.Context(), span[0], span[1])
		if err != nil || len(got) != len(days) {
			t.Fatalf("%s: got %d days, %v, want %d", span, len(got), err, len(days))
		}
		for i, day := range days {
			slots := slices.Clone(got[i].Slots)
			slices.SortFunc(slots, func(a, b models.TimeSlot) int { return a.StartAt.Compare(b.StartAt.Time) })
			same := slices.EqualFunc(slots, day.Slots, func(a, b models.TimeSlot) bool {
				return a.WorkEntryID == b.WorkEntryID && a.StartAt.Equal(b.StartAt.Time) && a.EndAt.Equal(b.EndAt.Time)
			})
			if got[i].Total() != day.Total() || got[i].Zone != day.Zone || !same {
				t.Errorf("got %+v, want %+v", got[i], day)
			}
		}
	}
}
