package models

import (
	"slices"
	"time"
)

// MaxSlotDays is how many days a slot may last, on the wall clock.
const MaxSlotDays = 7

// MaxSlots is how many slots a day may have when a person adds one. The automation
// may record more.
const MaxSlots = 100

// checkSlots returns an error for each wanted slot, or nil: [ErrTooManySlots],
// [ErrSlotNotLater], [ErrSlotTooLong] or [ErrSlotOverlaps]. A slot that equals a
// stored one is accepted as it is, once.
func checkSlots(stored, wanted []TimeSlot, zone *time.Location) []error {
	recorded := make(map[int64]TimeSlot, len(stored))
	for _, slot := range stored {
		recorded[slot.ID] = slot
	}
	room := MaxSlots // for new slots, after those that stay
	for _, slot := range wanted {
		if _, known := recorded[slot.ID]; known {
			room--
		}
	}
	taken := newOccupancy(wanted, zone)
	errs := make([]error, len(wanted))
	for i, slot := range wanted {
		before, known := recorded[slot.ID]
		delete(recorded, slot.ID)
		if !known {
			room--
		}
		switch {
		case known && slot.Equal(before):
		case !known && room < 0:
			errs[i] = ErrTooManySlots
		default:
			errs[i] = checkSlot(slot, taken, zone)
		}
	}
	return errs
}

func checkSlot(slot TimeSlot, taken occupancy, zone *time.Location) error {
	if slot.Minutes(zone) <= 0 { // such as from 08:03 to 08:03
		return ErrSlotNotLater
	}
	if slot.IsLong(zone) {
		return ErrSlotTooLong
	}
	if taken.others(slot) > 0 {
		return ErrSlotOverlaps
	}
	return nil
}

// IsLong reports whether the slot is longer than the 7 days that a person may
// enter. Only the automation can record such a slot.
func (s TimeSlot) IsLong(zone *time.Location) bool {
	return s.EndAt.WallClock(zone).After(s.StartAt.WallClock(zone).AddDate(0, 0, MaxSlotDays))
}

// occupancy finds the slots of a day that overlap, to the minute: one slot may
// start in the minute in which another ends.
type occupancy struct {
	zone         *time.Location
	starts, ends []int64 // start of the minute, in Unix seconds, sorted
}

func newOccupancy(slots []TimeSlot, zone *time.Location) occupancy {
	taken := occupancy{zone: zone}
	for _, slot := range slots {
		taken.starts = append(taken.starts, slot.StartAt.StartOfMinute(zone).Unix())
		taken.ends = append(taken.ends, slot.EndAt.StartOfMinute(zone).Unix())
	}
	slices.Sort(taken.starts)
	slices.Sort(taken.ends)
	return taken
}

// others returns how many other slots overlap slot, which is one of those counted
// and lasts at least a minute: those that start before it ends, minus those that
// end before it starts, minus itself.
func (o occupancy) others(slot TimeSlot) int {
	before, _ := slices.BinarySearch(o.starts, slot.EndAt.StartOfMinute(o.zone).Unix())
	over, _ := slices.BinarySearch(o.ends, slot.StartAt.StartOfMinute(o.zone).Unix()+1)
	return before - over - 1
}
