package models

import (
	"context"
	"slices"

	"gorm.io/gorm"
)

// CloseArrival closes the open arrival with a slot that ends at a time entered by
// a person, and returns the entry's id. It records no departure: one that arrives
// later is refused, as the specification requires. It returns [ErrNoOpenArrival]
// if that arrival is not, or no longer, the open one, and [ErrDepartureNotLater],
// [ErrSlotNotLater], [ErrSlotTooLong], [ErrSlotOverlaps] or [ErrEndInFuture] for
// an invalid end.
func (s *Store) CloseArrival(ctx context.Context, arrivalID int64, end, now Instant) (entryID int64, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		arrival, err := openArrivalWithID(tx, arrivalID)
		if err != nil {
			return err
		}
		var entry WorkEntry
		if err := tx.Take(&entry, arrival.WorkEntryID).Error; err != nil {
			return err
		}
		zone := s.zones.named(entry.Timezone)
		if err := Verdict(arrival, Signal{Event: Departure, OccurredAt: end}, zone); err != nil {
			return err
		}
		slot := &TimeSlot{WorkEntryID: arrival.WorkEntryID, StartAt: arrival.OccurredAt, EndAt: end}
		stored, err := slotsOf(tx, arrival.WorkEntryID)
		if err != nil {
			return err
		}
		if err := checkSlot(*slot, newOccupancy(append(stored, *slot), zone), zone); err != nil {
			return err
		}
		if end.After(now.Time) {
			return ErrEndInFuture
		}
		if err := tx.Create(slot).Error; err != nil {
			return err
		}
		entryID = arrival.WorkEntryID
		return closeEvent(tx, arrival, ClosedManually, &slot.ID, now)
	})
	return entryID, err
}

// DiscardArrival closes the open arrival without a slot, and returns the entry's
// id. It returns [ErrNoOpenArrival] if that arrival is not, or no longer, the
// open one.
func (s *Store) DiscardArrival(ctx context.Context, arrivalID int64, now Instant) (entryID int64, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		arrival, err := openArrivalWithID(tx, arrivalID)
		if err != nil {
			return err
		}
		entryID = arrival.WorkEntryID
		return closeEvent(tx, arrival, ClosedAsDiscarded, nil, now)
	})
	return entryID, err
}

// openArrivalWithID returns the open arrival if it has that id.
func openArrivalWithID(tx *gorm.DB, id int64) (*WorkplacePresenceEvent, error) {
	open, err := findOpenArrival(tx)
	if err != nil {
		return nil, err
	}
	if open == nil || open.ID != id {
		return nil, ErrNoOpenArrival
	}
	return open, nil
}

// closeEvent closes an arrival and links it to its slot, if it has one.
func closeEvent(tx *gorm.DB, arrival *WorkplacePresenceEvent, closure Closure, slotID *int64, now Instant) error {
	err := tx.Model(arrival).UpdateColumns(map[string]any{
		"time_slot_id": slotID,
		"closure":      closure,
		"closed_at":    now,
	}).Error
	if err != nil {
		return err
	}
	return touchEntry(tx, arrival.WorkEntryID, now)
}

// usualWeeks is how many past weeks [Store.UsualDeparture] looks at.
const usualWeeks = 8

// UsualDeparture returns the wall time at which the last slot on the same weekday
// usually ends: the median of the weeks before the date. It reports false if there
// is no such day. Slots that end on a later date do not count.
func (s *Store) UsualDeparture(ctx context.Context, date Date) (WallTime, bool, error) {
	days, err := s.Days(ctx, date.AddDays(-7*usualWeeks), date.AddDays(-1))
	if err != nil {
		return WallTime{}, false, err
	}
	var ends []int // minutes of the day
	for _, day := range days {
		if day.Date.Weekday() != date.Weekday() || len(day.Slots) == 0 {
			continue
		}
		last := day.Slots[len(day.Slots)-1].EndAt
		if DateOf(last.In(day.Zone)) == day.Date {
			wall := WallTimeOf(last, day.Zone)
			ends = append(ends, wall.Hour*60+wall.Minute)
		}
	}
	if len(ends) == 0 {
		return WallTime{}, false, nil
	}
	slices.Sort(ends)
	middle := ends[len(ends)/2]
	return WallTime{middle / 60, middle % 60}, true, nil
}

// LastEvent returns the presence event received last, or nil.
func (s *Store) LastEvent(ctx context.Context) (*WorkplacePresenceEvent, error) {
	return findOne[WorkplacePresenceEvent](s.db.WithContext(ctx).Order("received_at DESC, id DESC"))
}

// Events returns the presence events of an entry in the order in which they were
// received, also where one was recorded later than it came.
func (s *Store) Events(ctx context.Context, entryID int64) ([]WorkplacePresenceEvent, error) {
	var events []WorkplacePresenceEvent
	err := s.db.WithContext(ctx).Where("work_entry_id = ?", entryID).Order("received_at, id").Find(&events).Error
	return events, err
}
