package models

import (
	"context"
	"errors"
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

// MaxRangeDays is how many days a range may span: a year.
const MaxRangeDays = 366

// CheckRange returns what is wrong with a range from one date to another, both
// included, or nil: [ErrRangeBackward] or [ErrRangeTooLong].
func CheckRange(from, to Date) error {
	switch span := from.DaysUntil(to); {
	case span < 0:
		return ErrRangeBackward
	case span >= MaxRangeDays:
		return ErrRangeTooLong
	}
	return nil
}

// PlanRange says what giving the change to each of the dates, the first one
// first, would do. The change's slots do not count. It returns an [*EntryErrors]
// for a change that cannot be, and the errors of [CheckRange].
func (s *Store) PlanRange(ctx context.Context, rules EntryRules, dates []Date, change EntryChange) ([]PlannedDay, error) {
	return planRange(s.db.WithContext(ctx), rules, dates, change)
}

// FillRange does in one transaction what was planned. It returns the errors of
// [Store.PlanRange], and [ErrEntryChanged] when a day is no longer as it was
// then; it has done nothing in either case.
func (s *Store) FillRange(ctx context.Context, rules EntryRules, plan []PlannedDay, change EntryChange, now Instant) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		dates := make([]Date, len(plan))
		for i, day := range plan {
			dates[i] = day.Date
		}
		current, err := planRange(tx, rules, dates, change)
		if err != nil {
			return err
		}
		if !slices.Equal(current, plan) {
			return ErrEntryChanged
		}
		for _, day := range plan {
			if err := fillDay(tx, rules, day, change, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func fillDay(tx *gorm.DB, rules EntryRules, day PlannedDay, change EntryChange, now Instant) error {
	switch day.Outcome {
	case RangeNew:
		entry := rules.newEntry(day.Date, now)
		entry.apply(change)
		return tx.Create(entry).Error
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

// withRange returns the entry as a range would make it: without a note of its
// own it leaves the one that is there.
func (e WorkEntry) withRange(change EntryChange) WorkEntry {
	if change.Note == "" {
		change.Note = e.Note
	}
	e.apply(change)
	return e
}

// checkDates is [CheckRange] for the dates that a range includes.
func checkDates(dates []Date) error {
	if len(dates) > MaxRangeDays {
		return ErrRangeTooLong
	}
	for _, date := range dates {
		if err := CheckRange(dates[0], date); err != nil {
			return err
		}
	}
	return nil
}

func planRange(tx *gorm.DB, rules EntryRules, dates []Date, change EntryChange) ([]PlannedDay, error) {
	if err := errors.Join(checkDates(dates), rules.CheckForAll(change)); err != nil {
		return nil, err
	}
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
