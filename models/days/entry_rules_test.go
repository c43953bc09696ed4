package days_test

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/modelstest"
)

// everything returns all stored entries and slots.
func everything(t *testing.T, db *sql.DB) string {
	t.Helper()
	return modelstest.Column(t, db, "SELECT hex(day_type || '|' || journey_profile_id || '|' || motor_vehicle_id || '|' || note) || ' at ' || version FROM work_entries ORDER BY id") +
		modelstest.Column(t, db, "SELECT start_at || end_at FROM time_slots ORDER BY id")
}

// ways are the operations that apply a change to an entry: the one with ID 1, or a new one
// on another date.
var ways = []struct {
	name  string
	slots bool // whether the change's slots are used
	ask   func(t *testing.T, store *models.Store, change models.EntryChange) error
}{
	{"CreateEntry", true, func(t *testing.T, store *models.Store, change models.EntryChange) error {
		_, err := days.Create(t.Context(), store, modelstest.Date(20), change, modelstest.Received)
		return err
	}},
	{"EditEntry", true, func(t *testing.T, store *models.Store, change models.EntryChange) error {
		return modelstest.Only(days.Edit(t.Context(), store, 1, models.Stamp{Number: 1}, change, modelstest.Received))
	}},
	{"PreviewRange", false, func(t *testing.T, store *models.Store, change models.EntryChange) error {
		_, err := days.PreviewRange(t.Context(), store, []civil.Date{modelstest.Date(19), modelstest.Date(20)}, change)
		return err
	}},
	{"FillRange", false, func(t *testing.T, store *models.Store, change models.EntryChange) error {
		dates := []civil.Date{modelstest.Date(19), modelstest.Date(20)}
		plan, err := days.PreviewRange(t.Context(), store, dates, change)
		if models.EntryErrorsOf(err) != nil { // what cannot be planned is not filled in after another plan either
			plan, err = days.PreviewRange(t.Context(), store, dates, models.EntryChange{DayType: models.Leave})
		}
		modelstest.Must(t, err)
		return modelstest.Only(days.FillRange(t.Context(), store, plan, change, modelstest.Received))
	}},
}

func TestAnEntryObeysItsRulesHoweverItIsChanged(t *testing.T) {
	t.Parallel()
	long := modelstest.SlotAt("08:00", "08:01")
	long.EndAt = civil.NewInstant(long.EndAt.AddDate(0, 0, 7))
	for _, test := range []struct {
		name   string
		change models.EntryChange
		want   error
	}{
		{"its day type is valid", models.EntryChange{DayType: "VACANCES"}, models.ErrUnknownDayType},
		{"there is no half day of work", models.EntryChange{DayType: models.Work, HalfDay: "WORK"}, models.ErrUnknownHalfDay},
		{"a half day is a code", models.EntryChange{DayType: models.Work, HalfDay: "conge"}, models.ErrUnknownHalfDay},
		{"half a day of leave is not beside leave", models.EntryChange{DayType: models.Leave, HalfDay: models.HalfDay(models.RTT)}, models.ErrHalfDayWithoutWork},
		{"half a day of leave is beside work", models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.Leave)}, nil},
		{"half a day of illness is beside télétravail", models.EntryChange{DayType: models.Telework, HalfDay: models.HalfDay(models.SickLeave)}, nil},
		{"its journey is in the configuration", models.EntryChange{DayType: models.Work, JourneyProfileID: "Bureau"}, models.ErrUnknownJourney},
		{"its vehicle is in the configuration", models.EntryChange{DayType: models.Work, MotorVehicleID: "tank"}, models.ErrUnknownVehicle},
		{"its note has no NUL", models.EntryChange{DayType: models.Work, Note: "a\x00b"}, models.ErrNoteUnreadable},
		{"its note is UTF-8", models.EntryChange{DayType: models.Work, Note: "\xff"}, models.ErrNoteUnreadable},
		{"its note has at most 10,000 characters", models.EntryChange{DayType: models.Work, Note: strings.Repeat("é", 10_001)}, models.ErrNoteTooLong},
		{"a slot ends after it starts", models.EntryChange{DayType: models.Work, Slots: []models.TimeSlot{modelstest.SlotAt("17:00", "08:00")}}, models.ErrSlotNotLater},
		{"a slot lasts at most 7 days", models.EntryChange{DayType: models.Work, Slots: []models.TimeSlot{long}}, models.ErrSlotTooLong},
		{"slots do not overlap", models.EntryChange{DayType: models.Work, Slots: []models.TimeSlot{modelstest.SlotAt("11:00", "13:00"), modelstest.SlotAt("08:00", "12:00")}}, models.ErrSlotOverlaps},
		{"slots do not overlap in any order", models.EntryChange{DayType: models.Work, Slots: []models.TimeSlot{
			modelstest.SlotAt("12:00", "13:00"), modelstest.SlotAt("08:00", "09:00"), modelstest.SlotAt("10:00", "11:00"), modelstest.SlotAt("10:30", "10:45")}}, models.ErrSlotOverlaps},
		{"it has at most 100 slots", models.EntryChange{DayType: models.Work, Slots: modelstest.MinuteSlots(models.MaxSlots + 1)}, models.ErrTooManySlots},
		{"an entry at every limit is accepted", models.EntryChange{DayType: models.Duty, JourneyProfileID: "bureau", MotorVehicleID: "clio", Note: strings.Repeat("é", 10_000), Slots: modelstest.MinuteSlots(models.MaxSlots)}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, way := range ways {
				if len(test.change.Slots) > 0 && test.want != nil && !way.slots {
					continue
				}
				store, path := modelstest.Open(t)
				modelstest.CreateEntry(t, store, modelstest.Date(19), models.EntryChange{DayType: models.Work})
				db := modelstest.SQL(t, path)
				before := everything(t, db)
				err := way.ask(t, store, test.change)
				if !errors.Is(err, test.want) || (models.EntryErrorsOf(err) == nil) != (test.want == nil) {
					t.Errorf("%s: got %v, want %v", way.name, err, test.want)
				}
				if after := everything(t, db); test.want != nil && after != before {
					t.Errorf("%s: stored %s, want nothing", way.name, after)
				}
			}
		})
	}
}

func TestARefusalListsEveryProblemAndItsPlace(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	_, err := days.Create(t.Context(), store, modelstest.Date(20), models.EntryChange{
		DayType: "X", JourneyProfileID: "x", MotorVehicleID: "x", Note: "\x00",
		Slots: []models.TimeSlot{modelstest.SlotAt("08:00", "12:00"), modelstest.SlotAt("13:00", "13:00"), modelstest.SlotAt("11:00", "14:00")},
	}, modelstest.Received)
	got := models.EntryErrorsOf(err)
	want := models.EntryErrors{
		DayType: models.ErrUnknownDayType, JourneyProfileID: models.ErrUnknownJourney, MotorVehicleID: models.ErrUnknownVehicle, Note: models.ErrNoteUnreadable,
		Slots: []error{models.ErrSlotOverlaps, models.ErrSlotNotLater, models.ErrSlotOverlaps},
	}
	if got == nil || got.DayType != want.DayType || got.JourneyProfileID != want.JourneyProfileID || got.MotorVehicleID != want.MotorVehicleID || got.Note != want.Note || !slices.Equal(got.Slots, want.Slots) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	const text = "invalid entry: unknown day type, journey is not in the configuration, motor vehicle is not in the configuration, " +
		"note is not valid UTF-8 or contains a NUL, slot overlaps another one of its entry, slot does not end after it starts"
	modelstest.Want(t, err.Error(), text)
}

func TestTheSlotsOfAChangeToARangeAreIgnored(t *testing.T) {
	store, path := modelstest.Open(t)
	change := models.EntryChange{DayType: models.Leave, Slots: []models.TimeSlot{modelstest.SlotAt("17:00", "08:00")}}
	plan := modelstest.Got(days.PreviewRange(t.Context(), store, []civil.Date{modelstest.Date(20)}, change))(t)
	modelstest.Must(t, modelstest.Only(days.FillRange(t.Context(), store, plan, change, modelstest.Received)))
	modelstest.WantError(t, modelstest.Only(days.FillRange(t.Context(), store, plan, change, modelstest.Received)), models.ErrEntryChanged) // it is another day now
	modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), "SELECT count(*) FROM time_slots"), "0")
}

func TestAnEntryKeepsTheJourneyAndVehicleThatTheConfigurationNoLongerHas(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	carried := models.EntryChange{DayType: models.Work, JourneyProfileID: "bureau", MotorVehicleID: "clio"}
	id := modelstest.CreateEntry(t, store, modelstest.Date(19), carried)
	now := store.WithRules(models.Rules{Zone: modelstest.Rules.Zone})
	carried.Note = "x"
	if _, err := days.Edit(t.Context(), now, id, models.Stamp{Number: 1}, carried, modelstest.Received); err != nil {
		t.Errorf("its own entry: got %v", err)
	}
	if _, err := days.Create(t.Context(), now, modelstest.Date(20), carried, modelstest.Received); !errors.Is(err, models.ErrUnknownJourney) || !errors.Is(err, models.ErrUnknownVehicle) {
		t.Errorf("another entry: got %v", err)
	}
	modelstest.WantError(t, modelstest.Only(days.PreviewRange(t.Context(), now, []civil.Date{modelstest.Date(19)}, carried)), models.ErrUnknownJourney)
}

func TestARangeSpansAtMostAYear(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	first := civil.Date{Year: 2026, Month: time.January, Day: 1}
	leave := models.EntryChange{DayType: models.Leave}
	for name, dates := range map[string][]civil.Date{
		"367 dates":                       daysFrom(first, 367),
		"a date more than a year later":   {first, first.AddDays(366)},
		"the same date 367 times":         slices.Repeat([]civil.Date{first}, 367),
		"a date more than a year earlier": {first.AddDays(400), first},
		"the day before":                  {first.AddDays(1), first},
	} {
		_, planned := days.PreviewRange(t.Context(), store, dates, leave)
		plan := make([]days.RangeDay, len(dates))
		for i, date := range dates {
			plan[i] = days.RangeDay{PreviewDay: models.PreviewDay{Date: date, Effect: models.EffectNew}}
		}
		_, filled := days.FillRange(t.Context(), store, plan, leave, modelstest.Received)
		for _, err := range []error{planned, filled} {
			if !errors.Is(err, models.ErrRangeTooLong) && !errors.Is(err, models.ErrRangeBackward) {
				t.Errorf("%s: got %v", name, err)
			}
		}
	}
	plan := modelstest.Got(days.PreviewRange(t.Context(), store, daysFrom(first, 366), leave))(t)
	modelstest.Must(t, modelstest.Only(days.FillRange(t.Context(), store, plan, leave, modelstest.Received)))
	modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), "SELECT count(*) FROM work_entries"), "366")
}

func daysFrom(first civil.Date, number int) []civil.Date {
	var dates []civil.Date
	for i := range number {
		dates = append(dates, first.AddDays(i))
	}
	return dates
}

func TestAChangeThatKeepsTheHalfDayKeepsItWhereTheTypeTakesOne(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	db := modelstest.SQL(t, path)
	modelstest.CreateEntry(t, store, modelstest.Date(19), models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.RTT)})
	modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Work})
	fill := func(change models.EntryChange, want string) {
		t.Helper()
		plan := modelstest.Got(days.PreviewRange(t.Context(), store, []civil.Date{modelstest.Date(19), modelstest.Date(20), modelstest.Date(21)}, change))(t)
		modelstest.Must(t, modelstest.Only(days.FillRange(t.Context(), store, plan, change, modelstest.Received)))
		modelstest.Want(t, modelstest.Column(t, db, "SELECT group_concat(day_type || ' ' || ifnull(half_day, '-'), ', ') FROM (SELECT * FROM work_entries ORDER BY date)"), want)
	}
	fill(models.EntryChange{DayType: models.Telework, KeepHalfDay: true}, "TT RTT, TT -, TT -")
	fill(models.EntryChange{DayType: models.Work, KeepHalfDay: true, HalfDay: "ignored"}, "WORK RTT, WORK -, WORK -")
	fill(models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.Leave)}, "WORK CONGE, WORK CONGE, WORK CONGE")
	fill(models.EntryChange{DayType: models.Work}, "WORK -, WORK -, WORK -")
	fill(models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.Leave)}, "WORK CONGE, WORK CONGE, WORK CONGE")
	fill(models.EntryChange{DayType: models.Duty, KeepHalfDay: true}, "GARDE -, GARDE -, GARDE -")
}

func TestADayKeepsWhatAnotherProgramHasWritten(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	modelstest.CreateEntry(t, store, modelstest.Date(20), models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(models.RTT)})
	modelstest.Query(t, path, "PRAGMA ignore_check_constraints = ON; UPDATE work_entries SET note = 'a' || char(0), half = 'zz'")
	change := modelstest.Got(store.Day(t.Context(), 1))(t).Unchanged()
	change.Slots = append(change.Slots, modelstest.SlotAt("08:00", "09:00"))
	modelstest.Must(t, modelstest.Only(days.Edit(t.Context(), store, 1, models.Stamp{Number: 1}, change, modelstest.Received)))
	modelstest.Want(t, len(modelstest.Got(store.Day(t.Context(), 1))(t).Slots), 1)
	change.Note += "b"
	modelstest.WantError(t, modelstest.Only(days.Edit(t.Context(), store, 1, models.Stamp{Number: 2}, change, modelstest.Received)), models.ErrNoteUnreadable)
}
