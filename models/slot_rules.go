package models

import (
	"slices"
	"time"
)

// maxSlotDays is how many days after its start a slot may end, on the wall
// clock.
const maxSlotDays = 7

// CheckSlots gives for each wanted slot what is wrong with it, or nil:
// [ErrSlotNotLater], [ErrSlotTooLong] or [ErrSlotOverlaps]. A slot that is
// stored as it is wanted was recorded so and is taken as it came.
func CheckSlots(stored, wanted []TimeSlot, zone *time.Location) []error {
	faults := make([]error, len(wanted))
	for i, slot := range wanted {
		if slices.ContainsFunc(stored, slot.equal) {
			continue
		}
		faults[i] = checkSlot(slot, zone)
		for j, other := range wanted {
			if faults[i] == nil && i != j && slot.overlaps(other) {
				faults[i] = ErrSlotOverlaps
			}
		}
	}
	return faults
}

func checkSlot(slot TimeSlot, zone *time.Location) error {
	if !slot.EndAt.After(slot.StartAt.Time) {
		return ErrSlotNotLater
	}
	if wallClock(slot.EndAt, zone).After(wallClock(slot.StartAt, zone).AddDate(0, 0, maxSlotDays)) {
		return ErrSlotTooLong
	}
	return nil
}

// overlaps reports whether the slots have a moment in common. One may start as
// the other ends.
func (s TimeSlot) overlaps(other TimeSlot) bool {
	return s.StartAt.Before(other.EndAt.Time) && other.StartAt.Before(s.EndAt.Time)
}
