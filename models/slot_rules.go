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

// overlaps reports whether the slots have a minute in common, as they are shown:
// one may start in the minute in which the other ends.
func (s TimeSlot) overlaps(other TimeSlot) bool {
	start, end := s.StartAt.Truncate(time.Minute), s.EndAt.Truncate(time.Minute)
	otherStart, otherEnd := other.StartAt.Truncate(time.Minute), other.EndAt.Truncate(time.Minute)
	return start.Before(otherEnd) && otherStart.Before(end)
}
