package modelstest

import (
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// ManySlots are that many slots of an entry, half a second long, one a second.
func ManySlots(number int) []models.TimeSlot {
	first := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	slots := make([]models.TimeSlot, number)
	for i := range slots {
		at := civil.NewInstant(first.Add(time.Duration(i) * time.Second))
		slots[i] = models.TimeSlot{ID: int64(i + 1), WorkEntryID: 1, StartAt: at, EndAt: civil.NewInstant(at.Add(time.Second / 2))}
	}
	return slots
}

// Answers fails the test if f does not return. The time is a hundred times of what an answer takes that
// grows with a day's slots, and a tenth of what one takes that grows with their square.
func Answers(t *testing.T, f func()) {
	t.Helper()
	done := make(chan bool)
	go func() { f(); close(done) }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("no answer in a minute")
	}
}
