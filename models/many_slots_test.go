package models_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/history"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

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
	done, err := days.Edit(t.Context(), store, 1, models.Stamp{Number: day.Version}, change, now)
	if err != nil || unlinked != 1 {
		t.Errorf("editing: got %v, unlinked %d times, want once", err, unlinked)
	}
	unlinked = 0
	if _, err := history.TakeBack(t.Context(), store, models.Stamp{Number: done.ID}, now); err != nil || unlinked != 1 {
		t.Errorf("taking back: got %v, unlinked %d times, want once", err, unlinked)
	}
	if again, err := store.Day(t.Context(), 1); err != nil || len(again.Slots) != 20 || !again.Recorded {
		t.Errorf("got %v, %v, want the day as it was", again, err)
	}
}
