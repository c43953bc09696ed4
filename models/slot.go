package models

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// TimeSlot is an interval of presence. It belongs to the entry of the day on which
// it starts, even if it ends on a later one.
type TimeSlot struct {
	ID          int64         `json:"id"`
	WorkEntryID int64         `json:"work_entry_id"`
	StartAt     civil.Instant `json:"start_at"`
	EndAt       civil.Instant `json:"end_at"`

	// Origin and OriginAt say how a person has made the slot, if its ends are not those of events: see
	// [DayRecord.Origins]. They are read with all that is stored of a day, and not with a [Day].
	Origin   *Origin        `json:"origin,omitempty"`
	OriginAt *civil.Instant `json:"origin_at,omitempty"`
}

// Minutes returns the elapsed minutes from the minute in which the slot starts to
// the one in which it ends, as the clock of the zone shows them, so that totals
// agree with the times on the page. It is not a [time.Duration], which holds at
// most 292 years, because recorded slots can be longer.
func (s TimeSlot) Minutes(zone *time.Location) int64 {
	return (s.EndAt.StartOfMinute(zone).Unix() - s.StartAt.StartOfMinute(zone).Unix()) / 60
}

// Clipped returns what of the slot lies between two instants; it ends before it starts if nothing does.
func (s TimeSlot) Clipped(from, to civil.Instant) TimeSlot {
	s.StartAt, s.EndAt = civil.Latest(s.StartAt, from), civil.Earliest(s.EndAt, to)
	return s
}

// BeforeUpdate unlinks the presence events of the slot's entry (specification,
// section 3: modifying or recreating a slot unlinks its events).
func (s *TimeSlot) BeforeUpdate(tx *gorm.DB) error { return s.unlinkEvents(tx) }

// BeforeDelete unlinks the presence events of the slot's entry.
func (s *TimeSlot) BeforeDelete(tx *gorm.DB) error { return s.unlinkEvents(tx) }

// unlinkEvents clears the slot of every presence event of its entry. For a batch
// statement, GORM runs the hook on an empty slot, which would unlink nothing: that
// returns [errBatchOfSlots].
func (s *TimeSlot) unlinkEvents(tx *gorm.DB) error {
	if s.ID == 0 || s.WorkEntryID == 0 {
		return errBatchOfSlots
	}
	return tx.Session(&gorm.Session{NewDB: true}).
		Exec("UPDATE workplace_presence_events SET time_slot_id = NULL WHERE work_entry_id = ? AND time_slot_id IS NOT NULL", s.WorkEntryID).Error
}

// The slots of a day are changed by the operations below and by no others. Each says which
// events it unlinks (specification, section 3).

// AddSlot adds a slot, and unlinks nothing: an arrival is closed, and the other slots of its
// day stay.
func (tx *Tx) AddSlot(slot *TimeSlot) error { return tx.Create(slot).Error }

// MoveEnd changes the end of a slot, which a person corrects, and unlinks the events of that slot. The
// hook unlinks those of the entry's other slots too; as these do not change, they are linked again.
func (tx *Tx) MoveEnd(slot TimeSlot, end, now civil.Instant) error {
	return tx.keepingLinks(slot.WorkEntryID, []int64{slot.ID}, func() error {
		return tx.Model(&slot).Updates(TimeSlot{EndAt: end, Origin: new(Corrected), OriginAt: &now}).Error
	})
}

// Ignore deletes slots of an entry that the automation recorded, and unlinks the events of these alone. The
// events stay; the arrivals are discarded.
func (tx *Tx) Ignore(entryID int64, slots []TimeSlot, now civil.Instant) error {
	ids := make([]int64, len(slots))
	for i, slot := range slots {
		ids[i] = slot.ID
	}
	if err := tx.keepingLinks(entryID, ids, func() error { return tx.ReplaceSlots(slots, nil) }); err != nil {
		return err
	}
	if err := tx.DiscardArrivals(entryID, slots, now); err != nil {
		return err
	}
	return tx.touch(entryID, now)
}

// keepingLinks runs f, which changes or deletes slots of an entry, and links the events of its other
// slots again.
func (tx *Tx) keepingLinks(entryID int64, slotIDs []int64, f func() error) error {
	var others []WorkplacePresenceEvent
	if err := tx.Where("work_entry_id = ? AND time_slot_id NOT IN ?", entryID, slotIDs).Find(&others).Error; err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	for i := range others {
		if err := tx.Model(&others[i]).UpdateColumn("time_slot_id", others[i].TimeSlotID).Error; err != nil {
			return err
		}
	}
	return nil
}

// RewriteSlots makes the slots of an entry those that a person wants, as [Rewritten] says of typed
// ones. It reports whether anything changed.
func (tx *Tx) RewriteSlots(entryID int64, slots []TimeSlot, now civil.Instant) (changed bool, err error) {
	var stored []TimeSlot
	if err := tx.Where("work_entry_id = ?", entryID).Order("start_at, id").Find(&stored).Error; err != nil {
		return false, err
	}
	wanted, changed := Rewritten(entryID, stored, slots, Typed, now)
	if !changed {
		return false, nil
	}
	return true, tx.ReplaceSlots(stored, wanted)
}

// Rewritten returns what is to replace the stored slots of an entry so that it has those that a
// person wants. If every slot keeps its ID, start and end, nothing is to be written. Otherwise every
// slot is created again; those that are new have the origin, and those that are changed are
// [Corrected].
func Rewritten(entryID int64, stored, slots []TimeSlot, origin Origin, now civil.Instant) (wanted []TimeSlot, changed bool) {
	known := make(map[int64]TimeSlot, len(stored))
	for _, slot := range stored {
		known[slot.ID] = slot
	}
	wanted = slices.Clone(slots)
	for i := range wanted {
		slot := &wanted[i]
		slot.WorkEntryID = entryID
		switch before, found := known[slot.ID]; {
		case !found:
			slot.Origin, slot.OriginAt = &origin, &now
		case slot.Equal(before):
			slot.Origin, slot.OriginAt = before.Origin, before.OriginAt
		default:
			slot.Origin, slot.OriginAt = new(Corrected), &now
		}
	}
	slices.SortStableFunc(wanted, func(a, b TimeSlot) int { return a.StartAt.Compare(b.StartAt.Time) })
	if slices.EqualFunc(stored, wanted, TimeSlot.Equal) {
		return nil, false
	}
	for i := range wanted {
		wanted[i].ID = 0 // ids are never reused
	}
	return wanted, true
}

// ReplaceSlots deletes stored slots, as read in the transaction, and creates the wanted ones:
// with their ids, or with new ones where these are 0. The events of every entry of which it
// deletes one are unlinked, by the hook of the first: it reads every event of the entry, whose
// number grows with that of its slots.
func (tx *Tx) ReplaceSlots(stored, wanted []TimeSlot) error {
	ids, unlinked := make([]int64, len(stored)), make(map[int64]bool)
	for i := range stored {
		slot := &stored[i]
		if ids[i] = slot.ID; unlinked[slot.WorkEntryID] || tx.Statement.SkipHooks {
			continue
		}
		unlinked[slot.WorkEntryID] = true
		if err := slot.BeforeDelete(tx.DB); err != nil {
			return err
		}
	}
	if err := tx.DeleteAll("time_slots", ids); err != nil {
		return err
	}
	return CreateAll(tx, wanted)
}

// Equal reports whether the slots have the same id and times, whatever their entries.
func (s TimeSlot) Equal(other TimeSlot) bool {
	return s.ID == other.ID && s.StartAt.Equal(other.StartAt.Time) && s.EndAt.Equal(other.EndAt.Time)
}
