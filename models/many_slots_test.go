package models

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// manySlots are that many slots of an entry, half a second long, one a second.
func manySlots(number int) []TimeSlot {
	first := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	slots := make([]TimeSlot, number)
	for i := range slots {
		at := civil.NewInstant(first.Add(time.Duration(i) * time.Second))
		slots[i] = TimeSlot{ID: int64(i + 1), WorkEntryID: 1, StartAt: at, EndAt: civil.NewInstant(at.Add(time.Second / 2))}
	}
	return slots
}

// answers fails the test if f does not return. The time is a hundred times of what it
// takes when it grows with the slots, and a tenth of what it takes when it grows with
// their square.
func answers(t *testing.T, f func()) {
	t.Helper()
	done := make(chan bool)
	go func() { f(); close(done) }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("no answer in a minute")
	}
}

func TestADayOfManySlotsIsInDoubtInTimeThatGrowsWithThem(t *testing.T) {
	const number = 400_000
	day := Day{WorkEntry: WorkEntry{ID: 1, Date: civil.Date{Year: 2026, Month: time.November, Day: 16}, DayType: Work}, Slots: manySlots(number), Zone: time.UTC}
	span := doubtSpan{days: []Day{day}, from: day.Date, to: day.Date, Rules: Rules{
		ForgottenAfter: time.Hour, Holidays: func(civil.Date, civil.Date) map[civil.Date]string { return nil },
	}}
	answers(t, func() {
		found := span.doubts()
		if len(found) != 1 || len(found[0].Slots) != number || len(found[0].subjects) != number-1 {
			t.Errorf("got %d doubts", len(found))
		}
	})
}

func TestADayBroughtBackComparesItsSlotsInTimeThatGrowsWithThem(t *testing.T) {
	was, is := manySlots(400_000), manySlots(400_000)
	for i := range is {
		is[i].ID += int64(len(is))
	}
	is[7] = was[7]
	answers(t, func() {
		if got, want := len(slotsWithout(is, was)), len(is)-1; got != want {
			t.Errorf("got %d slots, want %d", got, want)
		}
	})
}

func TestTheEventsOfADayAreUnlinkedOnceHoweverManySlotsItHas(t *testing.T) {
	store := openTemporary(t)
	now := civil.NewInstant(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	for i, slot := range manySlots(20) {
		for _, signal := range []Signal{{Event: Arrival, OccurredAt: slot.StartAt}, {Event: Departure, OccurredAt: slot.EndAt}} {
			signal.IdempotencyKey = string(signal.Event) + strconv.Itoa(i)
			if _, err := store.RecordPresence(t.Context(), signal, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	unlinked := 0
	err := store.db.Callback().Update().After("*").Register("count", func(tx *gorm.DB) {
		if strings.Contains(tx.Statement.SQL.String(), "time_slot_id IS NOT NULL") {
			unlinked++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	day, err := store.Day(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	change := EntryChange{DayType: Work, Slots: day.Slots[1:]}
	done, err := store.EditEntry(t.Context(), 1, day.Version, change, now)
	if err != nil || unlinked != 1 {
		t.Errorf("editing: got %v, unlinked %d times, want once", err, unlinked)
	}
	unlinked = 0
	if _, err := store.TakeBack(t.Context(), done.ID, now); err != nil || unlinked != 1 {
		t.Errorf("taking back: got %v, unlinked %d times, want once", err, unlinked)
	}
	if again, err := store.Day(t.Context(), 1); err != nil || len(again.Slots) != 20 || !again.Recorded {
		t.Errorf("got %v, %v, want the day as it was", again, err)
	}
}
