package history

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gorm.io/gorm/clause"

	"worklog/models"
	"worklog/models/civil"
)

// TakeBack brings all days of a change back to what they were before it, which is a change that
// can be taken back itself. It returns [models.ErrStateNotFound] if no such change is kept,
// [models.ErrStateUnread] if what one of the days was cannot be read, [models.ErrEntryChanged]
// if one of them has changed since, [models.ErrDateTaken] or [models.ErrKeyTaken] if a deleted
// day cannot return, and [models.ErrArrivalOpen] if an arrival would be open beside another.
// Nothing is written in these cases.
func TakeBack(ctx context.Context, s *models.Store, of models.Stamp, now civil.Instant) (models.Change, error) {
	var days int64
	if err := s.Read(ctx).Model(&models.DayState{}).Where("change_id = ?", of.Number).Count(&days).Error; err != nil {
		return models.Change{}, err
	}
	return s.ChangeMany(ctx, int(days), func(tx *models.Tx) (models.Change, error) {
		change, err := keptChange(tx, of, now)
		if err != nil {
			return models.Change{}, err
		}
		var rows []models.DayState
		if err := tx.Where("change_id = ?", change.ID).Order("id").Find(&rows).Error; err != nil {
			return models.Change{}, err
		}
		if len(rows) == 0 {
			return models.Change{}, models.ErrStateNotFound
		}
		days, err := returning(tx, rows)
		if err != nil {
			return models.Change{}, err
		}
		for _, day := range days {
			if !day.isAt(day.state.VersionAfter) {
				return models.Change{}, models.ErrEntryChanged
			}
		}
		action := models.ActionTakenBack
		if change.Action == models.ActionTakenBack {
			action = models.ActionMadeAgain
		}
		back := &restoration{tx: tx, now: now, exact: true, days: days, undoes: undoneBy(change)}
		return back.change(action, func() error {
			if err := back.run(); err != nil {
				return err
			}
			return takeBackRefused(tx, change)
		})
	})
}

// KeptChange returns a change that can be taken back, with the dates of its days. It returns
// [models.ErrStateNotFound] if none is kept.
func KeptChange(ctx context.Context, s *models.Store, of models.Stamp, now civil.Instant) (models.Change, error) {
	db := s.Read(ctx)
	change, err := keptChange(db, of, now)
	if err != nil {
		return models.Change{}, err
	}
	if err := db.ReadDays(change); err != nil {
		return models.Change{}, err
	}
	if len(change.Dates) == 0 {
		return models.Change{}, models.ErrStateNotFound
	}
	return *change, nil
}

// keptChange returns a change that is kept, without its days, or [models.ErrStateNotFound].
func keptChange(tx *models.Tx, of models.Stamp, now civil.Instant) (*models.Change, error) {
	change, err := models.FindOne[models.Change](tx.Where("id = ? AND made_at >= ?", of.Number, tx.Rules.KeptSince(now)))
	if err == nil && (change == nil || !of.Is(change.ID, change.MadeAt)) {
		return nil, models.ErrStateNotFound
	}
	return change, err
}

// BringBack brings a day back to one of its states, of the id and of the moment of its change, if
// the day is at the given version, whose number is 0 for a day that was deleted. It returns [models.ErrStateNotFound] if the
// state is not kept, [models.ErrStateUnread], [models.ErrEntryChanged], the other errors of
// [TakeBack], and [models.ErrEventMoved] if an event of the day then has been moved to
// another day: it can return only together with that day.
//
// Nothing is written if the day is as it was.
//
// What the automation has sent since stays with the day, without a slot, and what a
// departure has closed stays closed. A day that did not exist then goes, unless it has
// such events: it then keeps its type, journey and vehicle.
func BringBack(ctx context.Context, s *models.Store, of, version models.Stamp, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		state, err := models.FindOne[models.DayState](tx.Where("id = ?", of.Number))
		if err != nil {
			return models.Change{}, err
		}
		if state == nil {
			return models.Change{}, models.ErrStateNotFound
		}
		change, err := keptChange(tx, models.Stamp{Number: state.ChangeID, At: of.At}, now)
		if err != nil {
			return models.Change{}, err
		}
		days, err := returning(tx, []models.DayState{*state})
		if err != nil {
			return models.Change{}, err
		}
		if !days[0].isAsSeen(version) {
			return models.Change{}, models.ErrEntryChanged
		}
		if days[0].same() {
			return models.Change{EntryID: state.WorkEntryID, Dates: []civil.Date{state.Date}}, nil
		}
		back := &restoration{tx: tx, now: now, days: days}
		var together int64
		if err := tx.Model(&models.DayState{}).Where("change_id = ?", state.ChangeID).Count(&together).Error; err != nil {
			return models.Change{}, err
		}
		back.exact = together == 1 && days[0].isAt(state.VersionAfter)
		return back.change(models.ActionBroughtBack, func() error {
			if err := back.run(); err != nil || !back.exact {
				return err
			}
			return takeBackRefused(tx, change)
		})
	})
}

// returningDay is a day to be brought back: to what it was, from what it is. Either is
// nil for no entry.
type returningDay struct {
	state   models.DayState
	was, is *models.DayRecord
	since   []models.WorkplacePresenceEvent // that it has and had not, and that stay
}

// returning returns the days of some states, in their order.
func returning(tx *models.Tx, states []models.DayState) ([]*returningDay, error) {
	var days []*returningDay
	for some := range slices.Chunk(states, models.DaysAtOnce) {
		ids, dates := make([]int64, len(some)), make([]civil.Date, len(some))
		for i, state := range some {
			ids[i], dates[i] = state.WorkEntryID, state.Date
		}
		var entries []models.WorkEntry
		if err := tx.Where("id IN ? AND date IN ?", ids, dates).Find(&entries).Error; err != nil {
			return nil, err
		}
		records, err := tx.Records(entries)
		if err != nil {
			return nil, err
		}
		is := make(map[int64]*models.DayRecord, len(records))
		for i := range records {
			is[records[i].ID] = &records[i]
		}
		for _, state := range some {
			was, err := state.Record()
			if err != nil {
				return nil, err
			}
			day := &returningDay{state: state, was: was}
			if now := is[state.WorkEntryID]; now != nil && now.Date == state.Date {
				day.is = now
			}
			days = append(days, day)
		}
	}
	return days, nil
}

// isAt reports whether the day is at a version, or has no entry if that is nil.
func (d *returningDay) isAt(version *int64) bool {
	if version == nil || d.is == nil {
		return version == nil && d.is == nil
	}
	return d.is.Version == *version
}

// isAsSeen reports whether the day is at the version that a page has shown, whose number is 0 for
// no entry.
func (d *returningDay) isAsSeen(version models.Stamp) bool {
	if d.is == nil {
		return version.Number == 0
	}
	return version.Is(d.is.Version, d.is.UpdatedAt)
}

// same reports whether the day is as it was, but for its version.
func (d *returningDay) same() bool {
	if d.was == nil || d.is == nil {
		return d.was == d.is
	}
	is := *d.is
	is.WorkEntry = d.was.WithContentOf(is.WorkEntry)
	a, errA := json.Marshal(is)
	b, errB := json.Marshal(d.was)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// had returns the ids of the events that the day had.
func (d *returningDay) had() map[int64]bool {
	ids := map[int64]bool{}
	if d.was != nil {
		for _, event := range d.was.Events {
			ids[event.ID] = true
		}
	}
	return ids
}

// undoneBy is UndoneID of a change that takes that one back.
func undoneBy(change *models.Change) *int64 {
	if change.UndoneID != nil {
		return change.UndoneID
	}
	return &change.ID
}

// takeBackRefused undoes what a change did to the refused events.
func takeBackRefused(tx *models.Tx, change *models.Change) error {
	if change.Refused == nil {
		return nil
	}
	var did models.RefusedChange
	if err := json.Unmarshal([]byte(*change.Refused), &did); err != nil {
		return fmt.Errorf("%w: %w", models.ErrStateUnread, err)
	}
	for _, event := range did.Come {
		if err := tx.Delete(&event).Error; err != nil {
			return err
		}
	}
	if len(did.Gone) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&did.Gone).Error
}
