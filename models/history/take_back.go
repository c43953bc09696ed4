package history

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"gorm.io/gorm/clause"

	"worklog/models"
	"worklog/models/civil"
)

// TakeBack brings all days of a change back to what they were before it, which is a change that
// can be taken back itself. It returns [models.ErrStateNotFound] if no such change is kept,
// [models.ErrStateUnread] if what one of the days was cannot be read, [models.ErrEntryChanged]
// if one of them has changed since, [models.ErrPlanChanged] if the plan has, [models.ErrDateTaken] or [models.ErrKeyTaken] if a deleted
// day cannot return, and [models.ErrArrivalOpen] if an arrival would be open beside another.
// Nothing is written in these cases.
func TakeBack(ctx context.Context, s *models.Store, of models.Stamp, now civil.Instant) (models.Change, error) {
	var back *restoration
	var change *models.Change
	return s.PreparedChange(ctx, func(tx *models.Tx) (err error) {
		if change, err = keptChange(tx, of, now); err != nil {
			return err
		}
		var rows []models.DayState
		if err := tx.Where("change_id = ?", change.ID).Order("id").Find(&rows).Error; err != nil {
			return err
		}
		if back, err = newRestoration(tx, rows, now); err != nil {
			return err
		}
		for _, day := range back.days {
			if !day.isAt(day.state.VersionAfter) {
				return models.ErrEntryChanged
			}
		}
		back.exact, back.undoes = true, cmp.Or(change.UndoneID, &change.ID)
		return nil
	}, func(tx *models.Tx) (models.Change, error) {
		action := models.ActionTakenBack
		if change.Action == models.ActionTakenBack {
			action = models.ActionMadeAgain
		}
		done, err := back.change(tx, action, change)
		if err == nil && len(done.Dates) == 0 { // the events that it dropped were sent again
			err = models.ErrEntryChanged
		}
		return done, err
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
		back, err := newRestoration(tx, []models.DayState{*state}, now)
		if err != nil {
			return models.Change{}, err
		}
		day := back.days[0]
		if !day.isAsSeen(version) {
			return models.Change{}, models.ErrEntryChanged
		}
		if day.same() {
			return models.Change{EntryID: state.WorkEntryID, Dates: []civil.Date{state.Date}}, nil
		}
		var together int64
		if err := tx.Model(&models.DayState{}).Where("change_id = ?", state.ChangeID).Count(&together).Error; err != nil {
			return models.Change{}, err
		}
		back.exact = together == 1 && day.isAt(state.VersionAfter)
		return back.change(tx, models.ActionBroughtBack, change)
	})
}

// returningDay is a day to be brought back: to what it was, from what it is. Either is
// nil for no entry.
type returningDay struct {
	state   models.DayState
	was, is *models.DayRecord
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

// takeBackAside undoes what a change did beside the days.
func takeBackAside(tx *models.Tx, change *models.Change) error {
	did, err := change.Aside()
	if err := errors.Join(err, tx.Doubt(did.Accepted), tx.Accept(did.Doubted), tx.UndoPlan(did.Plan)); err != nil {
		return err
	}
	for _, event := range did.Come {
		if err := tx.Delete(&event).Error; err != nil {
			return err
		}
	}
	if len(did.Gone) == 0 {
		return nil
	}
	if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&did.Gone).Error; err != nil {
		return err
	}
	return tx.DropRecorded()
}
