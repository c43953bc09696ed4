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
	models.PreviewDay
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

// PreviewRange returns the effect of applying the change to each of the dates, which
// must be in order. It ignores the change's slots. It returns an [*models.EntryErrors]
// for an invalid change, and the errors of [CheckRange].
func PreviewRange(ctx context.Context, s *models.Store, dates []civil.Date, change models.EntryChange) ([]RangeDay, error) {
	return PreviewIn(s.Read(ctx), dates, change)
}

// FillRange carries out a preview in one transaction. It returns the errors of
// [PreviewRange], and [models.ErrEntryChanged] if a day has changed since it was
// previewed; nothing is written in either case.
func FillRange(ctx context.Context, s *models.Store, preview []RangeDay, change models.EntryChange, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		current, err := PreviewIn(tx, models.Dates(preview), change)
		if err != nil {
			return models.Change{}, err
		}
		if !slices.Equal(current, preview) {
			return models.Change{}, models.ErrEntryChanged
		}
		return FillIn(tx, preview, change, now)
	})
}

// FillIn carries out a preview.
func FillIn(tx *models.Tx, preview []RangeDay, change models.EntryChange, now civil.Instant) (models.Change, error) {
	written := slices.DeleteFunc(slices.Clone(preview), func(day RangeDay) bool { return !day.Writes() })
	return tx.Changing(models.ActionFilled, now, models.Dates(written), func() error {
		for _, day := range preview {
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
		return tx.UpdateEntry(new(withRange(*entry, change)), now)
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

// PreviewIn is [PreviewRange] in a transaction.
func PreviewIn(tx *models.Tx, dates []civil.Date, change models.EntryChange) ([]RangeDay, error) {
	if err := errors.Join(checkDates(dates), tx.Rules.CheckForAll(change)); err != nil {
		return nil, err
	}
	open, err := tx.OpenArrival()
	if err != nil {
		return nil, err
	}
	preview := make([]RangeDay, len(dates))
	for i, date := range dates {
		preview[i] = RangeDay{PreviewDay: models.PreviewDay{Date: date, Effect: models.EffectNew}, HalfDay: withRange(models.WorkEntry{}, change).HalfDay}
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
		preview[i].EntryID, preview[i].Version, preview[i].Was, preview[i].WasHalf = entry.ID, entry.Stamp(), entry.DayType, entry.HalfDay
		preview[i].HalfDay = withRange(*entry, change).HalfDay
		switch {
		case unreadable || len(day.Slots) > 0:
			preview[i].Effect = models.EffectKept
		case open != nil && open.WorkEntryID == entry.ID:
			preview[i].Effect = models.EffectPresent
		case withRange(*entry, change) == *entry:
			preview[i].Effect = models.EffectSame
		default:
			preview[i].Effect = models.EffectChanged
		}
	}
	return preview, nil
}
