package models

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"worklog/models/civil"
)

// TakeBack brings all days of a change back to what they were before it, which is a change
// that can be taken back itself. It returns [ErrStateNotFound] if no such change is kept,
// [ErrStateUnread] if what one of the days was cannot be read, [ErrEntryChanged] if one of
// them has changed since, [ErrDateTaken] or [ErrKeyTaken] if a deleted day cannot return, and
// [ErrArrivalOpen] if an arrival would be open beside another. Nothing is written in these
// cases.
func (s *Store) TakeBack(ctx context.Context, changeID int64, now civil.Instant) (Change, error) {
	var days int64
	if err := s.db.WithContext(ctx).Model(&DayState{}).Where("change_id = ?", changeID).Count(&days).Error; err != nil {
		return Change{}, err
	}
	return s.changeMany(ctx, int(days), func(tx *gorm.DB) (Change, error) {
		change, err := s.keptChange(tx, changeID, now)
		if err != nil {
			return Change{}, err
		}
		var rows []DayState
		if err := tx.Where("change_id = ?", changeID).Order("id").Find(&rows).Error; err != nil {
			return Change{}, err
		}
		if len(rows) == 0 {
			return Change{}, ErrStateNotFound
		}
		days, err := returning(tx, rows)
		if err != nil {
			return Change{}, err
		}
		for _, day := range days {
			if !day.isAt(day.state.VersionAfter) {
				return Change{}, ErrEntryChanged
			}
		}
		action := ActionTakenBack
		if change.Action == ActionTakenBack {
			action = ActionMadeAgain
		}
		back := &restoration{tx: tx, now: now, exact: true, days: days}
		return back.change(action, func() error {
			if err := back.run(); err != nil {
				return err
			}
			return takeBackRefused(tx, change)
		})
	})
}

// KeptChange returns a change that can be taken back, with the dates of its days. It returns
// [ErrStateNotFound] if none is kept.
func (s *Store) KeptChange(ctx context.Context, changeID int64, now civil.Instant) (Change, error) {
	db := s.db.WithContext(ctx)
	change, err := s.keptChange(db, changeID, now)
	if err != nil {
		return Change{}, err
	}
	// at most those of a range or of an import
	if err := db.Model(&DayState{}).Where("change_id = ?", changeID).Order("date, id").Pluck("date", &change.Dates).Error; err != nil {
		return Change{}, err
	}
	if len(change.Dates) == 0 {
		return Change{}, ErrStateNotFound
	}
	return *change, nil
}

// keptChange returns a change that is kept, without its days, or [ErrStateNotFound].
func (s *Store) keptChange(db *gorm.DB, id int64, now civil.Instant) (*Change, error) {
	change, err := findOne[Change](db.Where("id = ? AND made_at >= ?", id, s.rules.keptSince(now)))
	if err == nil && change == nil {
		err = ErrStateNotFound
	}
	return change, err
}

// BringBack brings a day back to what it was before a change, if it is at the given
// version, which is 0 for a day that was deleted. It returns [ErrStateNotFound] if the
// state is not kept, [ErrStateUnread], [ErrEntryChanged], the other errors of
// [Store.TakeBack], and [ErrEventMoved] if an event of the day then has been moved to
// another day: it can return only together with that day.
//
// Nothing is written if the day is as it was.
//
// What the automation has sent since stays with the day, without a slot, and what a
// departure has closed stays closed. A day that did not exist then goes, unless it has
// such events: it then keeps its type, journey and vehicle.
func (s *Store) BringBack(ctx context.Context, stateID, version int64, now civil.Instant) (Change, error) {
	return s.change(ctx, func(tx *gorm.DB) (Change, error) {
		state, err := findOne[DayState](tx.Where("id = ?", stateID))
		if err != nil {
			return Change{}, err
		}
		if state == nil {
			return Change{}, ErrStateNotFound
		}
		change, err := s.keptChange(tx, state.ChangeID, now)
		if err != nil {
			return Change{}, err
		}
		days, err := returning(tx, []DayState{*state})
		if err != nil {
			return Change{}, err
		}
		asked := &version
		if version == 0 {
			asked = nil
		}
		if !days[0].isAt(asked) {
			return Change{}, ErrEntryChanged
		}
		if days[0].same() {
			return Change{EntryID: state.WorkEntryID, Dates: []civil.Date{state.Date}}, nil
		}
		back := &restoration{tx: tx, now: now, days: days}
		var together int64
		if err := tx.Model(&DayState{}).Where("change_id = ?", state.ChangeID).Count(&together).Error; err != nil {
			return Change{}, err
		}
		back.exact = together == 1 && days[0].isAt(state.VersionAfter)
		return back.change(ActionBroughtBack, func() error {
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
	state   DayState
	was, is *DayRecord
	since   []WorkplacePresenceEvent // that it has and had not, and that stay
}

// returning returns the days of some states, in their order.
func returning(tx *gorm.DB, states []DayState) ([]*returningDay, error) {
	var days []*returningDay
	for some := range slices.Chunk(states, daysAtOnce) {
		ids, dates := make([]int64, len(some)), make([]civil.Date, len(some))
		for i, state := range some {
			ids[i], dates[i] = state.WorkEntryID, state.Date
		}
		var entries []WorkEntry
		if err := tx.Where("id IN ? AND date IN ?", ids, dates).Find(&entries).Error; err != nil {
			return nil, err
		}
		records, err := recordsOf(tx, entries)
		if err != nil {
			return nil, err
		}
		is := make(map[int64]*DayRecord, len(records))
		for i := range records {
			is[records[i].ID] = &records[i]
		}
		for _, state := range some {
			was, err := state.record()
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

// same reports whether the day is as it was, but for its version.
func (d *returningDay) same() bool {
	if d.was == nil || d.is == nil {
		return d.was == d.is
	}
	is := *d.is
	is.WorkEntry = d.was.withContentOf(is.WorkEntry)
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

// takeBackRefused undoes what a change did to the refused events.
func takeBackRefused(tx *gorm.DB, change *Change) error {
	if change.Refused == nil {
		return nil
	}
	var did refusedChange
	if err := json.Unmarshal([]byte(*change.Refused), &did); err != nil {
		return fmt.Errorf("%w: %w", ErrStateUnread, err)
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
