package history

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

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
func TakeBack(ctx context.Context, s *models.Store, changeID int64, now civil.Instant) (models.Change, error) {
	var days int64
	if err := s.Read(ctx).Model(&models.DayState{}).Where("change_id = ?", changeID).Count(&days).Error; err != nil {
		return models.Change{}, err
	}
	return s.ChangeMany(ctx, int(days), func(tx *models.Tx) (models.Change, error) {
		var rows []models.DayState
		if err := tx.Where("change_id = ? AND made_at >= ?", changeID, s.Rules().KeptSince(now)).Order("id").Find(&rows).Error; err != nil {
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
			if !day.isAt(day.state.Version) {
				return models.Change{}, models.ErrEntryChanged
			}
		}
		action := models.ActionTakenBack
		if rows[0].Action == models.ActionTakenBack {
			action = models.ActionMadeAgain
		}
		back := &restoration{tx: tx, now: now, exact: true, days: days}
		return back.change(action, func() error {
			if err := back.run(); err != nil {
				return err
			}
			return takeBackRefused(tx, rows[0])
		})
	})
}

// KeptChange returns a change that can be taken back, with the dates of its days. It returns
// [models.ErrStateNotFound] if none is kept.
func KeptChange(ctx context.Context, s *models.Store, changeID int64, now civil.Instant) (models.Change, error) {
	var rows []models.DayState
	err := s.Read(ctx).Select("date", "action").Where("change_id = ? AND made_at >= ?", changeID, s.Rules().KeptSince(now)).Order("date, id").Find(&rows).Error
	if err != nil {
		return models.Change{}, err
	}
	if len(rows) == 0 {
		return models.Change{}, models.ErrStateNotFound
	}
	change := models.Change{ID: changeID, Action: rows[0].Action}
	for _, row := range rows { // at most those of a range or of an import
		change.Dates = append(change.Dates, row.Date)
	}
	return change, nil
}

// BringBack brings a day back to what it was before a change, if it is at the given
// version, which is 0 for a day that was deleted. It returns [models.ErrStateNotFound] if the
// state is not kept, [models.ErrStateUnread], [models.ErrEntryChanged], the other errors of
// [TakeBack], and [models.ErrEventMoved] if an event of the day then has been moved to
// another day: it can return only together with that day.
//
// Nothing is written if the day is as it was.
//
// What the automation has sent since stays with the day, without a slot, and what a
// departure has closed stays closed. A day that did not exist then goes, unless it has
// such events: it then keeps its type, journey and vehicle.
func BringBack(ctx context.Context, s *models.Store, stateID, version int64, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		var rows []models.DayState
		if err := tx.Where("id = ? AND made_at >= ?", stateID, s.Rules().KeptSince(now)).Find(&rows).Error; err != nil {
			return models.Change{}, err
		}
		if len(rows) == 0 {
			return models.Change{}, models.ErrStateNotFound
		}
		days, err := returning(tx, rows)
		if err != nil {
			return models.Change{}, err
		}
		asked := &version
		if version == 0 {
			asked = nil
		}
		if !days[0].isAt(asked) {
			return models.Change{}, models.ErrEntryChanged
		}
		if days[0].same() {
			return models.Change{EntryID: rows[0].WorkEntryID, Dates: []civil.Date{rows[0].Date}}, nil
		}
		back := &restoration{tx: tx, now: now, days: days}
		var together int64
		if err := tx.Model(&models.DayState{}).Where("change_id = ?", rows[0].ChangeID).Count(&together).Error; err != nil {
			return models.Change{}, err
		}
		back.exact = together == 1 && days[0].isAt(rows[0].Version)
		return back.change(models.ActionBroughtBack, func() error {
			if err := back.run(); err != nil || !back.exact {
				return err
			}
			return takeBackRefused(tx, rows[0])
		})
	})
}

// returningDay is a day to be brought back: to what it was, from what it is. Either is
// nil for no entry.
type returningDay struct {
	state   models.DayState
	was, is *models.DayRows
	since   []models.WorkplacePresenceEvent // that it has and had not, and that stay
}

func returning(tx *models.Tx, rows []models.DayState) ([]*returningDay, error) {
	var days []*returningDay
	for _, row := range rows {
		entry, err := models.FindOne[models.WorkEntry](tx.Where("id = ? AND date = ?", row.WorkEntryID, row.Date))
		if err != nil {
			return nil, err
		}
		is, err := tx.Record(entry)
		if err != nil {
			return nil, err
		}
		was, err := row.Record()
		if err != nil {
			return nil, err
		}
		days = append(days, &returningDay{state: row, was: was, is: is})
	}
	return days, nil
}

// isAt reports whether the day is at a version, or has no entry if that is nil.
func (d *returningDay) isAt(version *int64) bool {
	if version == nil || d.is == nil {
		return version == nil && d.is == nil
	}
	return d.is.Entry.Version == *version
}

// same reports whether the day is as it was, but for its version.
func (d *returningDay) same() bool {
	if d.was == nil || d.is == nil {
		return d.was == d.is
	}
	is := *d.is
	is.Entry = d.was.Entry.WithContentOf(is.Entry)
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
func takeBackRefused(tx *models.Tx, change models.DayState) error {
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
