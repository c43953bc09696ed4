package models_test

import (
	"errors"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

func TestWhichInstantATypedTimeMeans(t *testing.T) {
	recorded := &models.TimeSlot{StartAt: modelstest.Instant("2026-10-25T01:10:27+02:00"), EndAt: modelstest.Instant("2026-10-25T02:30:15+01:00")} // the second 02:30
	for _, test := range []struct {
		name       string
		date       string
		shown      *models.TimeSlot
		start, end civil.WallTime
		days       int
		from, to   string // as instants; empty for a time that the clock skips
	}{
		{"times of the day", "2026-11-20", nil, civil.WallTime{Hour: 8, Minute: 3}, civil.WallTime{Hour: 17, Minute: 0}, 0, "2026-11-20T08:03:00+01:00", "2026-11-20T17:00:00+01:00"},
		{"an end on the next day", "2026-11-20", nil, civil.WallTime{Hour: 22, Minute: 0}, civil.WallTime{Hour: 6, Minute: 30}, 1, "2026-11-20T22:00:00+01:00", "2026-11-21T06:30:00+01:00"},
		{"a start in the hour skipped in spring", "2026-03-29", nil, civil.WallTime{Hour: 2, Minute: 30}, civil.WallTime{Hour: 8, Minute: 0}, 0, "", "2026-03-29T08:00:00+02:00"},
		{"an end in the hour skipped in spring", "2026-03-28", nil, civil.WallTime{Hour: 22, Minute: 0}, civil.WallTime{Hour: 2, Minute: 30}, 1, "2026-03-28T22:00:00+01:00", ""},
		{"in the hour that repeats in autumn, the first", "2026-10-25", nil, civil.WallTime{Hour: 2, Minute: 15}, civil.WallTime{Hour: 2, Minute: 30}, 0, "2026-10-25T02:15:00+02:00", "2026-10-25T02:30:00+02:00"},
		{"in the hour that repeats in autumn, the second if only that is later", "2026-10-25", nil, civil.WallTime{Hour: 2, Minute: 30}, civil.WallTime{Hour: 2, Minute: 15}, 0, "2026-10-25T02:30:00+02:00", "2026-10-25T02:15:00+01:00"},
		{"unchanged times", "2026-10-25", recorded, civil.WallTime{Hour: 1, Minute: 10}, civil.WallTime{Hour: 2, Minute: 30}, 0, "2026-10-25T01:10:27+02:00", "2026-10-25T02:30:15+01:00"},
		{"a start that is changed keeps its date", "2026-10-24", recorded, civil.WallTime{Hour: 1, Minute: 11}, civil.WallTime{Hour: 2, Minute: 30}, 1, "2026-10-25T01:11:00+02:00", "2026-10-25T02:30:15+01:00"},
		{"an end moved to another day", "2026-10-25", recorded, civil.WallTime{Hour: 1, Minute: 10}, civil.WallTime{Hour: 2, Minute: 30}, 1, "2026-10-25T01:10:27+02:00", "2026-10-26T02:30:00+01:00"},
	} {
		t.Run(test.name, func(t *testing.T) {
			on := modelstest.Got(civil.ParseDate(test.date))(t)
			day := &models.Day{WorkEntry: models.WorkEntry{Date: on}, Zone: modelstest.Rules.Zone}
			start, err := day.StartAt(test.start, test.shown)
			wantInstant(t, "start", start, err, test.from)
			end, err := day.EndAt(models.TypedEnd{WallTime: test.end, Date: on.AddDays(test.days)}, start, test.shown)
			wantInstant(t, "end", end, err, test.to)
		})
	}
	last := &models.Day{WorkEntry: models.WorkEntry{Date: civil.Date{Year: 9999, Month: 12, Day: 31}}, Zone: modelstest.Rules.Zone}
	beyond := &models.TimeSlot{StartAt: modelstest.Instant("9999-12-31T22:00:00Z"), EndAt: modelstest.Instant("9999-12-31T23:30:00Z")} // 00:30 in Paris
	for end, want := range map[civil.WallTime]error{{Minute: 30}: nil, {Minute: 31}: civil.ErrDateOutOfRange} {
		if got, err := last.EndAt(models.TypedEnd{WallTime: end, Date: last.Date.AddDays(1)}, beyond.StartAt, beyond); !errors.Is(err, want) || err == nil && got != beyond.EndAt {
			t.Errorf("past the calendar at %v: got %v, %v", end, got, err)
		}
	}
}

func TestATimeWithoutADayIsTheFirstAfterTheStart(t *testing.T) {
	at := func(hour, minute int) civil.WallTime { return civil.WallTime{Hour: hour, Minute: minute} }
	for _, test := range []struct {
		name, start string
		end         civil.WallTime
		want        string
		err         error
	}{
		{"later on the clock, the same day", "2026-11-20T08:03:00+01:00", at(17, 20), "2026-11-20T17:20:00+01:00", nil},
		{"earlier on the clock, the next morning", "2026-11-20T20:00:00+01:00", at(8, 0), "2026-11-21T08:00:00+01:00", nil},
		{"the time of the start", "2026-11-20T20:00:00+01:00", at(20, 0), "", models.ErrEndLikeStart},
		{"the minute of a start that has seconds", "2026-11-20T20:00:27+01:00", at(20, 0), "", models.ErrEndLikeStart},
		{"from a start on another date than the entry's", "2026-11-22T20:00:00+01:00", at(8, 0), "2026-11-23T08:00:00+01:00", nil},
		{"a time skipped in spring", "2026-03-28T22:00:00+01:00", at(2, 30), "", models.ErrTimeSkipped},
		{"a time skipped in spring on the same day", "2026-03-29T01:00:00+01:00", at(2, 30), "", models.ErrTimeSkipped},
		{"a time skipped in spring, almost 24 hours later", "2026-03-28T02:45:00+01:00", at(2, 30), "", models.ErrTimeSkipped},
		{"a time skipped in spring the night before", "2026-03-29T03:30:00+02:00", at(2, 30), "2026-03-30T02:30:00+02:00", nil},
		{"a time that repeats in autumn, the first", "2026-10-24T22:00:00+02:00", at(2, 30), "2026-10-25T02:30:00+02:00", nil},
		{"earlier on the clock, in the hour that will repeat", "2026-10-25T02:30:00+02:00", at(2, 15), "2026-10-25T02:15:00+01:00", nil},
		{"earlier on the clock, in the repeated hour", "2026-10-25T02:30:00+01:00", at(2, 15), "2026-10-26T02:15:00+01:00", nil},
		{"the time of the start, which repeats", "2026-10-25T02:30:00+02:00", at(2, 30), "", models.ErrEndLikeStart},
		{"a night beyond the calendar's end", "9999-12-31T20:00:00+01:00", at(8, 0), "", civil.ErrDateOutOfRange},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := modelstest.Instant(test.start)
			day := &models.Day{WorkEntry: models.WorkEntry{Date: modelstest.Date(20)}, Zone: modelstest.Rules.Zone}
			got, err := day.EndAt(models.TypedEnd{WallTime: test.end}, start, nil)
			if test.err != nil {
				modelstest.WantError(t, err, test.err, got)
				return
			}
			wantInstant(t, "end", got, err, test.want)
		})
	}
}

func wantInstant(t *testing.T, what string, got civil.Instant, err error, want string) {
	t.Helper()
	if want == "" {
		modelstest.WantError(t, err, models.ErrTimeSkipped, what, got)
		return
	}
	if err != nil || !got.Equal(modelstest.Instant(want).Time) {
		t.Errorf("%s: got %s, %v, want %s", what, got, err, want)
	}
}

func TestWhichSlotsADayMayHave(t *testing.T) {
	slot := func(id int64, from, to string) models.TimeSlot {
		return models.TimeSlot{ID: id, StartAt: modelstest.Instant(from + ":00Z"), EndAt: modelstest.Instant(to + ":00Z")}
	}
	first := slot(1, "2026-11-20T08:00", "2026-11-20T12:00")
	overlapping := slot(2, "2026-11-20T11:00", "2026-11-20T13:00")
	endless := slot(3, "2026-11-21T08:00", "2026-12-21T08:00")
	for _, test := range []struct {
		name           string
		stored, wanted []models.TimeSlot
		want           error // for the last slot
	}{
		{"a slot may start as another ends", nil, []models.TimeSlot{first, slot(0, "2026-11-20T12:00", "2026-11-20T13:00")}, nil},
		{"a slot may not start before another ends", nil, []models.TimeSlot{first, slot(0, "2026-11-20T11:59", "2026-11-20T13:00")}, models.ErrSlotOverlaps},
		{"a slot is not empty", nil, []models.TimeSlot{slot(0, "2026-11-20T08:00", "2026-11-20T08:00")}, models.ErrSlotNotLater},
		{"a slot is not empty as it is shown", nil, []models.TimeSlot{{StartAt: first.StartAt, EndAt: modelstest.Instant("2026-11-20T08:00:40Z")}}, models.ErrSlotNotLater},
		{"a slot ends after it starts", nil, []models.TimeSlot{slot(0, "2026-11-20T08:00", "2026-11-20T07:00")}, models.ErrSlotNotLater},
		{"a slot may last 7 days", nil, []models.TimeSlot{slot(0, "2026-11-20T08:00", "2026-11-27T08:00")}, nil},
		{"a slot may not last a minute more", nil, []models.TimeSlot{slot(0, "2026-11-20T08:00", "2026-11-27T08:01")}, models.ErrSlotTooLong},
		{"7 days across the autumn change are accepted", nil, []models.TimeSlot{slot(0, "2026-10-20T08:00", "2026-10-27T09:00")}, nil},
		{"unchanged recorded slots may overlap", []models.TimeSlot{first, overlapping}, []models.TimeSlot{first, overlapping}, nil},
		{"an unchanged recorded slot may be too long", []models.TimeSlot{endless}, []models.TimeSlot{endless}, nil},
		{"a recorded slot may not occur twice", []models.TimeSlot{first}, []models.TimeSlot{first, first}, models.ErrSlotOverlaps},
		{"a changed recorded slot is checked", []models.TimeSlot{first, overlapping}, []models.TimeSlot{first, slot(2, "2026-11-20T11:30", "2026-11-20T13:00")}, models.ErrSlotOverlaps},
	} {
		t.Run(test.name, func(t *testing.T) {
			zone := modelstest.Rules.Zone
			day := &models.Day{Slots: test.stored, Zone: zone}
			err := models.Rules{Zone: zone}.Check(day, models.EntryChange{DayType: models.Work, Slots: test.wanted})
			var got error
			if errs := models.EntryErrorsOf(err); errs != nil {
				got = errs.Slots[len(errs.Slots)-1]
			}
			modelstest.Want(t, got, test.want)
		})
	}
}
