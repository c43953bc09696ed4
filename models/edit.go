package models

import (
	"context"
	"worklog/models/civil"
)

// CreateEntry creates the entry of a date, recorded in the zone of the rules. It
// returns [ErrDateTaken] if the date has one, and an [*EntryErrors] for an invalid
// change.
func (s *Store) CreateEntry(ctx context.Context, date civil.Date, change EntryChange, now civil.Instant) (Change, error) {
	return s.Change(ctx, func(tx *Tx) (Change, error) {
		taken, err := tx.EntryOn(date)
		if err != nil {
			return Change{}, err
		}
		if taken != nil {
			return Change{}, ErrDateTaken
		}
		entry := s.Rules().NewEntry(date, now)
		if err := s.Rules().Check(&Day{WorkEntry: *entry, Zone: s.Rules().Zone}, change); err != nil {
			return Change{}, err
		}
		entry.apply(change)
		return tx.Changing(ActionCreated, now, []civil.Date{date}, func() error {
			if err := tx.Create(entry).Error; err != nil {
				return err
			}
			_, err := tx.RewriteSlots(entry.ID, nil, change.Slots)
			return err
		})
	})
}

// EditEntry applies a change to the entry that was read at the given version. It
// writes nothing if the change equals what is stored. It returns
// [ErrEntryNotFound], [ErrEntryChanged] if the entry is no longer at that
// version, or an [*EntryErrors] for an invalid change.
func (s *Store) EditEntry(ctx context.Context, id, version int64, change EntryChange, now civil.Instant) (Change, error) {
	return s.Change(ctx, func(tx *Tx) (Change, error) {
		entry, err := tx.EntryAt(id, version)
		if err != nil {
			return Change{}, err
		}
		stored, err := tx.SlotsOf(id)
		if err != nil {
			return Change{}, err
		}
		day := &Day{WorkEntry: *entry, Zone: s.Zone(entry.Timezone)}
		day.Slots, day.Unread = readable(stored)
		if err := s.Rules().Check(day, change); err != nil {
			return Change{}, err
		}
		return tx.Changing(ActionEdited, now, []civil.Date{entry.Date}, func() error {
			slotsChanged, err := tx.RewriteSlots(id, stored, change.Slots)
			if err != nil {
				return err
			}
			before := *entry
			entry.apply(change)
			if !slotsChanged && *entry == before {
				return nil
			}
			return tx.UpdateEntry(entry, now)
		})
	})
}

// DeleteEntry deletes the entry that was read at the given version, with its slots
// and presence events, whose keys become free again. It returns
// [ErrEntryNotFound] or [ErrEntryChanged].
func (s *Store) DeleteEntry(ctx context.Context, id, version int64, now civil.Instant) (Change, error) {
	return s.Change(ctx, func(tx *Tx) (Change, error) {
		entry, err := tx.EntryAt(id, version)
		if err != nil {
			return Change{}, err
		}
		return tx.Changing(ActionDeleted, now, []civil.Date{entry.Date}, func() error {
			return tx.Delete(entry).Error
		})
	})
}
