package models

import (
	"slices"
	"time"
)

// maxSlotDays is how many days after its start a slot may end, on the wall
// clock.
const maxSlotDays = 7

// MaxSlots is how many slots a day may have when a person adds one. What the
// automation recorded may be more.
const MaxSlots = 100

// checkSlots returns for each wanted slot what is wrong with it, or nil:
// [ErrTooManySlots], [ErrSlotNotLater], [ErrSlotTooLong] or [ErrSlotOverlaps].
// A slot that is stored as it is wanted was recorded so and is taken as it came,
// once.
func checkSlots(stored, wanted []TimeSlot, zone *time.Location) []error {
	recorded := make(map[int64]TimeSlot, len(stored))
	for _, slot := range stored {
		recorded[slot.ID] = slot
	}
	room := MaxSlots // for new ones, beside the recorded ones that stay
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
		case known && slot.equal(before):
		case !known && room < 0:
			errs[i] = ErrTooManySlots
		default:
			errs[i] = checkSlot(slot, taken, zone)
		}
	}
	return errs
}

func checkSlot(slot TimeSlot, taken occupancy, zone *time.Location) error {
	if slot.Minutes(zone) <= 0 { // a slot that is shown as 08:03 to 08:03 cannot be typed
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

// IsLong reports whether nobody could have typed the slot, for it lasts longer
// than 7 days: the automation recorded it, and something was odd.
func (s TimeSlot) IsLong(zone *time.Location) bool {
	return wallClock(s.EndAt, zone).After(wallClock(s.StartAt, zone).AddDate(0, 0, maxSlotDays))
}

// occupancy counts the slots of a day that have a minute in common with one of
// them, as they are shown: one may start in the minute in which another ends.
type occupancy struct {
	zone         *time.Location
	starts, ends []int64 // beginnings of minutes, in seconds since 1970, in order
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

// others returns how many other slots overlap one of those counted, which lasts
// a minute at least: those that start before it ends, less those that end before
// it starts, less itself.
func (o occupancy) others(slot TimeSlot) int {
	before, _ := slices.BinarySearch(o.starts, slot.EndAt.StartOfMinute(o.zone).Unix())
	over, _ := slices.BinarySearch(o.ends, slot.StartAt.StartOfMinute(o.zone).Unix()+1)
	return before - over - 1
}
