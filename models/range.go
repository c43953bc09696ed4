package models

import (
	"context"
	"slices"

	"gorm.io/gorm"
)

// Outcome is what a range does to a day.
type Outcome string

// The outcomes. A day that has slots, or an arrival under way, is never
// overwritten.
const (
	RangeNew     Outcome = "new"
	RangeChanged Outcome = "changed"
	RangeSame    Outcome = "same"    // it is already what is asked for
	RangeKept    Outcome = "kept"    // it has slots
	RangePresent Outcome = "present" // an arrival is under way
)

// PlannedDay says what a range will do to a day, as the day is now.
type PlannedDay struct {
	Date    Date
	EntryID int64 // 0 for a new one
	Version int64
	Outcome Outcome
	Was     DayType // empty for a new one
}

// Writes reports whether the day will be written.
func (d PlannedDay) Writes() bool { return d.Outcome == RangeNew || d.Outcome == RangeChanged }

// PlanRange says what giving the change to each of the dates would do. The
// change's slots do not count.
func (s *Store) PlanRange(ctx context.Context, dates []Date, change EntryChange) ([]PlannedDay, error) {
	return planRange(s.db.WithContext(ctx), dates, change)
}

// FillRange does in one transaction what was planned. It returns
// [ErrEntryChanged], and has done nothing, when a day is no longer as it was
// then.
func (s *Store) FillRange(ctx context.Context, plan []PlannedDay, timezone string, change EntryChange, now Instant) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		dates := make([]Date, len(plan))
		for i, day := range plan {
			dates[i] = day.Date
		}
		current, err := planRange(tx, dates, change)
		if err != nil {
			return err
		}
		if !slices.Equal(current, plan) {
			return ErrEntryChanged
		}
		for _, day := range plan {
			if err := fillDay(tx, day, timezone, change, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func fillDay(tx *gorm.DB, day PlannedDay, timezone string, change EntryChange, now Instant) error {
	switch day.Outcome {
	case RangeNew:
		entry := WorkEntry{Date: day.Date, Timezone: timezone, Version: 1, CreatedAt: now, UpdatedAt: now}
		entry.apply(change)
		return tx.Create(&entry).Error
	case RangeChanged:
		entry, err := entryAt(tx, day.EntryID, day.Version)
		if err != nil {
			return err
		}
		changed := entry.withRange(change)
		return updateEntry(tx, &changed, now)
	}
	return nil
}

// withRange gives the entry as a range would make it: without a note of its
// own it leaves the one that is there.
func (e WorkEntry) withRange(change EntryChange) WorkEntry {
	if change.Note == "" {
		change.Note = e.Note
	}
	e.apply(change)
	return e
}

func planRange(tx *gorm.DB, dates []Date, change EntryChange) ([]PlannedDay, error) {
	open, err := findOpenArrival(tx)
	if err != nil {
		return nil, err
	}
	plan := make([]PlannedDay, len(dates))
	for i, date := range dates {
		plan[i] = PlannedDay{Date: date, Outcome: RangeNew}
		entry, err := findEntryByDate(tx, date)
		if err != nil {
			return nil, err
		}
		if entry == nil {
			continue
		}
		slots, err := slotsOf(tx, entry.ID)
		if err != nil {
			return nil, err
		}
		plan[i].EntryID, plan[i].Version, plan[i].Was = entry.ID, entry.Version, entry.DayType
		switch {
		case len(slots) > 0:
			plan[i].Outcome = RangeKept
		case open != nil && open.WorkEntryID == entry.ID:
			plan[i].Outcome = RangePresent
		case entry.withRange(change) == *entry:
			plan[i].Outcome = RangeSame
		default:
			plan[i].Outcome = RangeChanged
		}
	}
	return plan, nil
}
