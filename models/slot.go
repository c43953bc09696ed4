package models

import (
	"slices"
	"time"

	"gorm.io/gorm"
)

// TimeSlot is an interval of presence. It belongs to the entry of the day it
// starts on, also when it ends on a later one.
type TimeSlot struct {
	ID          int64
	WorkEntryID int64
	StartAt     Instant
	EndAt       Instant
}

// Minutes returns how many minutes elapse between the minute in which the slot
// starts and the one in which it ends, as the clock of the zone shows them:
// whoever adds up by hand comes to the same sum. It is not a [time.Duration],
// which ends at 292 years: a device without a clock sends arrivals from 1970.
func (s TimeSlot) Minutes(zone *time.Location) int64 {
	return (s.EndAt.StartOfMinute(zone).Unix() - s.StartAt.StartOfMinute(zone).Unix()) / 60
}

// BeforeUpdate frees the presence events of the slot's entry (specification,
// section 3: a slot that is modified or recreated leaves its events).
func (s *TimeSlot) BeforeUpdate(tx *gorm.DB) error { return s.freeEvents(tx) }

// BeforeDelete frees the presence events of the slot's entry.
func (s *TimeSlot) BeforeDelete(tx *gorm.DB) error { return s.freeEvents(tx) }

// freeEvents takes the slot from every presence event of its entry. On a batch
// statement GORM runs the hook on an empty slot: that is refused with
// [ErrBatchOfSlots], for it would free nothing.
func (s *TimeSlot) freeEvents(tx *gorm.DB) error {
	if s.ID == 0 || s.WorkEntryID == 0 {
		return ErrBatchOfSlots
	}
	return tx.Session(&gorm.Session{NewDB: true}).Model(&WorkplacePresenceEvent{}).
		Where("work_entry_id = ? AND time_slot_id IS NOT NULL", s.WorkEntryID).
		UpdateColumn("time_slot_id", nil).Error
}

// slotsOf gives an entry's slots in order of time.
func slotsOf(tx *gorm.DB, entryID int64) ([]TimeSlot, error) {
	var slots []TimeSlot
	err := tx.Where("work_entry_id = ?", entryID).Order("start_at, id").Find(&slots).Error
	return slots, err
}

// rewriteSlots is the one door through which an entry's slots are changed. A
// slot that keeps its ID, start and end is unchanged; when all are, nothing is
// written. Otherwise the stored ones, as they were read in the transaction, are
// deleted one by one, so that the hook frees the events, and every slot is
// created anew. It reports whether anything has changed.
func rewriteSlots(tx *gorm.DB, entryID int64, stored, slots []TimeSlot) (changed bool, err error) {
	wanted := slices.Clone(slots)
	for i := range wanted {
		wanted[i].WorkEntryID = entryID
	}
	slices.SortStableFunc(wanted, func(a, b TimeSlot) int { return a.StartAt.Compare(b.StartAt.Time) })
	if slices.EqualFunc(stored, wanted, TimeSlot.equal) {
		return false, nil
	}
	for i := range stored {
		if err := tx.Delete(&stored[i]).Error; err != nil {
			return false, err
		}
	}
	for i := range wanted {
		wanted[i].ID = 0 // ids never return
		if err := tx.Create(&wanted[i]).Error; err != nil {
			return false, err
		}
	}
	return true, nil
}

func (s TimeSlot) equal(other TimeSlot) bool {
	return s.ID == other.ID && s.StartAt.Equal(other.StartAt.Time) && s.EndAt.Equal(other.EndAt.Time)
}
