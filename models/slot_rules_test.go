package models_test

import (
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

func TestWhichSlotsADayMayHave(t *testing.T) {
	t.Parallel()
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
		{"a slot may not lie within another", nil, []models.TimeSlot{first, slot(0, "2026-11-20T09:00", "2026-11-20T10:00")}, models.ErrSlotOverlaps},
		{"a slot may not occur twice", nil, []models.TimeSlot{first, slot(0, "2026-11-20T08:00", "2026-11-20T12:00")}, models.ErrSlotOverlaps},
		{"a slot is not empty", nil, []models.TimeSlot{slot(0, "2026-11-20T08:00", "2026-11-20T08:00")}, models.ErrSlotNotLater},
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
