// Package days does what a person asks for on the pages of days: it creates, edits and deletes
// entries, one or a range of them.
package days

import (
	"context"

	"worklog/models"
	"worklog/models/civil"
)

// Create creates the entry of a date, recorded in the zone of the rules. It
// returns [models.ErrDateTaken] if the date has one, and an [*models.EntryErrors] for an invalid
// change.
func Create(ctx context.Context, s *models.Store, date civil.Date, change models.EntryChange, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		taken, err := tx.EntryOn(date)
		if err != nil {
			return models.Change{}, err
		}
		if taken != nil {
			return models.Change{}, models.ErrDateTaken
		}
		entry := tx.Rules.NewEntry(date, now)
		if err := tx.Rules.Check(&models.Day{WorkEntry: *entry, Zone: tx.Rules.Zone}, change); err != nil {
			return models.Change{}, err
		}
		entry.Apply(change)
		return tx.Changing(models.ActionCreated, now, []civil.Date{date}, func() error {
			if err := tx.Create(entry).Error; err != nil {
				return err
			}
			_, err := tx.RewriteSlots(entry.ID, change.Slots, now)
			return err
		})
	})
}

// Edit applies a change to the entry that was read at the given version. It
// writes nothing if the change equals what is stored. It returns
// [models.ErrEntryNotFound], [models.ErrEntryChanged] if the entry is no longer at that
// version, an [*models.UnreadableDay], or an [*models.EntryErrors] for an invalid change.
func Edit(ctx context.Context, s *models.Store, id int64, version models.Stamp, change models.EntryChange, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		entry, err := tx.EntryAt(id, version)
		if err != nil {
			return models.Change{}, err
		}
		day, err := tx.Day(id)
		if err != nil {
			return models.Change{}, err
		}
		return tx.Changing(models.ActionEdited, now, []civil.Date{entry.Date}, func() error { return EditIn(tx, day, change, now) })
	})
}

// EditIn is [Edit] in a transaction, for a day that was read in it.
func EditIn(tx *models.Tx, day *models.Day, change models.EntryChange, now civil.Instant) error {
	if err := tx.Rules.Check(day, change); err != nil {
		return err
	}
	slotsChanged, err := tx.RewriteSlots(day.ID, change.Slots, now)
	if err != nil {
		return err
	}
	entry := day.WorkEntry
	entry.Apply(change)
	if !slotsChanged && entry == day.WorkEntry {
		return nil
	}
	return tx.UpdateEntry(&entry, now)
}

// Delete deletes the entry that was read at the given version, with its slots
// and presence events, whose keys become free again. It returns
// [models.ErrEntryNotFound] or [models.ErrEntryChanged].
func Delete(ctx context.Context, s *models.Store, id int64, version models.Stamp, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		entry, err := tx.EntryAt(id, version)
		if err != nil {
			return models.Change{}, err
		}
		return tx.Changing(models.ActionDeleted, now, []civil.Date{entry.Date}, func() error {
			return tx.Delete(entry).Error
		})
	})
}
