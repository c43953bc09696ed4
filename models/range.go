package models

import (
	"context"
	"errors"
	"slices"

	"worklog/models/civil"
)

// RangeDay is the planned effect of a range on a day in its current state.
type RangeDay struct {
	Date    civil.Date
	EntryID int64 // 0 for a new one
	Version int64
	Outcome Outcome
	Was     DayType // empty for a new one
	WasHalf HalfDay
	HalfDay HalfDay // once the range has been filled
}

// Writes reports whether the day will be written.
func (d RangeDay) Writes() bool { return d.Outcome == RangeNew || d.Outcome == RangeChanged }

// MaxRangeDays is how many days a range may span: a leap year.
const MaxRangeDays = 366

// CheckRange returns [ErrRangeBackward] or [ErrRangeTooLong] for an invalid range
// from one date to another, inclusive.
func CheckRange(from, to civil.Date) error {
	switch span := from.DaysUntil(to); {
	case span < 0:
		return ErrRangeBackward
	case span >= MaxRangeDays:
		return ErrRangeTooLong
	}
	return nil
}

// PlanRange returns the effect of applying the change to each of the dates, which
// must be in order. It ignores the change's slots. It returns an [*EntryErrors]
// for an invalid change, and the errors of [CheckRange].
func (s *Store) PlanRange(ctx context.Context, dates []civil.Date, change EntryChange) ([]RangeDay, error) {
	return planIn(s.Read(ctx), dates, change)
}

// FillRange carries out a plan in one transaction. It returns the errors of
// [Store.PlanRange], and [ErrEntryChanged] if a day has changed since it was
// planned; nothing is written in either case.
func (s *Store) FillRange(ctx context.Context, plan []RangeDay, change EntryChange, now civil.Instant) (Change, error) {
	return s.Change(ctx, func(tx *Tx) (Change, error) {
		dates := make([]civil.Date, len(plan))
		for i, day := range plan {
			dates[i] = day.Date
		}
		current, err := planIn(tx, dates, change)
		if err != nil {
			return Change{}, err
		}
		if !slices.Equal(current, plan) {
			return Change{}, ErrEntryChanged
		}
		return fillIn(tx, plan, change, now)
	})
}

// fillIn carries out a plan.
func fillIn(tx *Tx, plan []RangeDay, change EntryChange, now civil.Instant) (Change, error) {
	var written []civil.Date
	for _, day := range plan {
		if day.Writes() {
			written = append(written, day.Date)
		}
	}
	return tx.Changing(ActionFilled, now, written, func() error {
		for _, day := range plan {
			if err := fillDay(tx, day, change, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func fillDay(tx *Tx, day RangeDay, change EntryChange, now civil.Instant) error {
	switch day.Outcome {
	case RangeNew:
		entry := tx.Rules.NewEntry(day.Date, now)
		entry.apply(change)
		return tx.Create(entry).Error
	case RangeChanged:
		entry, err := tx.EntryAt(day.EntryID, day.Version)
		if err != nil {
			return err
		}
		changed := withRange(*entry, change)
		return tx.UpdateEntry(&changed, now)
	}
	return nil
}

// withRange returns the entry with the change of a range applied. An empty note
// keeps the existing one.
func withRange(e WorkEntry, change EntryChange) WorkEntry {
	if change.Note == "" {
		change.Note = e.Note
	}
	e.apply(change)
	return e
}

// checkDates is [CheckRange] for the dates that a range includes.
func checkDates(dates []civil.Date) error {
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

func planIn(tx *Tx, dates []civil.Date, change EntryChange) ([]RangeDay, error) {
	if err := errors.Join(checkDates(dates), tx.Rules.CheckForAll(change)); err != nil {
		return nil, err
	}
	open, err := tx.OpenArrival()
	if err != nil {
		return nil, err
	}
	plan := make([]RangeDay, len(dates))
	for i, date := range dates {
		plan[i] = RangeDay{Date: date, Outcome: RangeNew, HalfDay: withRange(WorkEntry{}, change).HalfDay}
		entry, err := tx.EntryOn(date)
		if err != nil {
			return nil, err
		}
		if entry == nil {
			continue
		}
		slots, err := tx.SlotsOf(entry.ID)
		if err != nil {
			return nil, err
		}
		plan[i].EntryID, plan[i].Version, plan[i].Was, plan[i].WasHalf = entry.ID, entry.Version, entry.DayType, entry.HalfDay
		plan[i].HalfDay = withRange(*entry, change).HalfDay
		switch {
		case len(slots) > 0:
			plan[i].Outcome = RangeKept
		case open != nil && open.WorkEntryID == entry.ID:
			plan[i].Outcome = RangePresent
		case withRange(*entry, change) == *entry:
			plan[i].Outcome = RangeSame
		default:
			plan[i].Outcome = RangeChanged
		}
	}
	return plan, nil
}
