package days

import (
	"context"
	"errors"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// RangeDay is a day of a range.
type RangeDay struct {
	models.PlannedDay
	Was     models.DayType // empty for a new one
	WasHalf models.HalfDay
	HalfDay models.HalfDay // once the range has been filled
}

// maxRangeDays is how many days a range may span: a leap year.
const maxRangeDays = 366

// CheckRange returns [models.ErrRangeBackward] or [models.ErrRangeTooLong] for an invalid range
// from one date to another, inclusive.
func CheckRange(from, to civil.Date) error {
	switch span := from.DaysUntil(to); {
	case span < 0:
		return models.ErrRangeBackward
	case span >= maxRangeDays:
		return models.ErrRangeTooLong
	}
	return nil
}

// PlanRange returns the effect of applying the change to each of the dates, which
// must be in order. It ignores the change's slots. It returns an [*models.EntryErrors]
// for an invalid change, and the errors of [CheckRange].
func PlanRange(ctx context.Context, s *models.Store, dates []civil.Date, change models.EntryChange) ([]RangeDay, error) {
	return PlanIn(s.Read(ctx), dates, change)
}

// FillRange carries out a plan in one transaction. It returns the errors of
// [PlanRange], and [models.ErrEntryChanged] if a day has changed since it was
// planned; nothing is written in either case.
func FillRange(ctx context.Context, s *models.Store, plan []RangeDay, change models.EntryChange, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		dates := make([]civil.Date, len(plan))
		for i, day := range plan {
			dates[i] = day.Date
		}
		current, err := PlanIn(tx, dates, change)
		if err != nil {
			return models.Change{}, err
		}
		if !slices.Equal(current, plan) {
			return models.Change{}, models.ErrEntryChanged
		}
		return FillIn(tx, plan, change, now)
	})
}

// FillIn carries out a plan.
func FillIn(tx *models.Tx, plan []RangeDay, change models.EntryChange, now civil.Instant) (models.Change, error) {
	var written []civil.Date
	for _, day := range plan {
		if day.Writes() {
			written = append(written, day.Date)
		}
	}
	return tx.Changing(models.ActionFilled, now, written, func() error {
		for _, day := range plan {
			if err := fillDay(tx, day, change, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func fillDay(tx *models.Tx, day RangeDay, change models.EntryChange, now civil.Instant) error {
	switch day.Effect {
	case models.EffectNew:
		entry := tx.Rules.NewEntry(day.Date, now)
		entry.Apply(change)
		return tx.Create(entry).Error
	case models.EffectChanged:
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
func withRange(e models.WorkEntry, change models.EntryChange) models.WorkEntry {
	if change.Note == "" {
		change.Note = e.Note
	}
	e.Apply(change)
	return e
}

// checkDates is [CheckRange] for the dates that a range includes.
func checkDates(dates []civil.Date) error {
	if len(dates) > maxRangeDays {
		return models.ErrRangeTooLong
	}
	for _, date := range dates {
		if err := CheckRange(dates[0], date); err != nil {
			return err
		}
	}
	return nil
}

// PlanIn is [PlanRange] in a transaction.
func PlanIn(tx *models.Tx, dates []civil.Date, change models.EntryChange) ([]RangeDay, error) {
	if err := errors.Join(checkDates(dates), tx.Rules.CheckForAll(change)); err != nil {
		return nil, err
	}
	open, err := tx.OpenArrival()
	if err != nil {
		return nil, err
	}
	plan := make([]RangeDay, len(dates))
	for i, date := range dates {
		plan[i] = RangeDay{PlannedDay: models.PlannedDay{Date: date, Effect: models.EffectNew}, HalfDay: withRange(models.WorkEntry{}, change).HalfDay}
		entry, err := tx.EntryOn(date)
		if err != nil {
			return nil, err
		}
		if entry == nil {
			continue
		}
		day, err := tx.Day(entry.ID)
		unreadable := errors.Is(err, models.ErrDayUnreadable)
		if err != nil && !unreadable {
			return nil, err
		}
		plan[i].EntryID, plan[i].Version, plan[i].Was, plan[i].WasHalf = entry.ID, entry.Stamp(), entry.DayType, entry.HalfDay
		plan[i].HalfDay = withRange(*entry, change).HalfDay
		switch {
		case unreadable || len(day.Slots) > 0:
			plan[i].Effect = models.EffectKept
		case open != nil && open.WorkEntryID == entry.ID:
			plan[i].Effect = models.EffectPresent
		case withRange(*entry, change) == *entry:
			plan[i].Effect = models.EffectSame
		default:
			plan[i].Effect = models.EffectChanged
		}
	}
	return plan, nil
}
