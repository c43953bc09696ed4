// Package history knows what days were before the changes that persons made, and brings them
// back: all days of a change, or one day to one of its states.
package history

import (
	"context"
	"errors"
	"slices"

	"gorm.io/gorm"

	"worklog/models"
	"worklog/models/civil"
)

// PastDay is what a day was before a change that a person made.
type PastDay struct {
	StateID int64 // with which [BringBack] brings it back
	EntryID int64
	Date    civil.Date
	Action  models.Action // of the change
	MadeAt  civil.Instant // when it was made
	// Version is that of the entry after the change, 0 if the change deleted it.
	Version int64
	Was     *models.Day                     // nil if there was no entry
	Events  []models.WorkplacePresenceEvent // that the day had
	Unread  bool                            // what the day was cannot be read, nor brought back
}

// Stamp identifies the state: its change has the moment.
func (d PastDay) Stamp() models.Stamp { return models.Stamp{Number: d.StateID, At: d.MadeAt} }

// Of returns what the day with that id was before each change that is kept, the
// latest first, at most so many. The day may be deleted: it is then the last
// that had the id, which may have come back to another date in a program before this one.
func Of(ctx context.Context, s *models.Store, entryID int64, now civil.Instant, most int) ([]PastDay, error) {
	return pastDays(ctx, s, s.Read(ctx).
		Where("work_entry_id = ? AND made_at >= ?", entryID, s.Rules().KeptSince(now)).
		Where(`date = coalesce((SELECT date FROM work_entries WHERE id = ?),
			(SELECT date FROM day_states WHERE work_entry_id = ? ORDER BY id DESC LIMIT 1))`, entryID, entryID).
		Limit(most))
}

// Deleted returns the days from one date to another, inclusive, that were deleted, are
// kept and have not come back, the latest first, at most so many. One that
// was created and taken back does not count.
func Deleted(ctx context.Context, s *models.Store, from, to civil.Date, now civil.Instant, most int) ([]PastDay, error) {
	return pastDays(ctx, s, s.Read(ctx).
		Where("date BETWEEN ? AND ? AND made_at >= ?", from, to, s.Rules().KeptSince(now)).
		Where("version_after IS NULL AND action <> ?", models.ActionTakenBack).
		Where("day_states.id = (SELECT max(id) FROM day_states AS later WHERE later.work_entry_id = day_states.work_entry_id AND later.date = day_states.date)").
		Limit(most))
}

// Between returns what the days from one date to another were before each change that is kept, the
// latest first, at most so many, with those of their events that are deleted since.
func Between(ctx context.Context, s *models.Store, from, to civil.Date, now civil.Instant, most int) ([]PastDay, error) {
	past, err := pastDays(ctx, s, s.Read(ctx).Where("date BETWEEN ? AND ? AND made_at >= ?", from, to, s.Rules().KeptSince(now)).Limit(most))
	if err != nil {
		return nil, err
	}
	var there []int64
	err = s.Read(ctx).Model(&models.WorkplacePresenceEvent{}).
		Where("work_entry_id IN (SELECT work_entry_id FROM day_states WHERE date BETWEEN ? AND ?)", from, to).Pluck("id", &there).Error
	slices.Sort(there)
	for i := range past {
		past[i].Events = slices.DeleteFunc(past[i].Events, func(event models.WorkplacePresenceEvent) bool {
			_, found := slices.BinarySearch(there, event.ID)
			return found
		})
	}
	return past, err
}

// LastPlanned returns the last change of the plan that is kept, or nil. Its days are not read.
func LastPlanned(ctx context.Context, s *models.Store, now civil.Instant) (*models.Change, error) {
	return models.FindOne[models.Change](s.Read(ctx).Order("id DESC").
		Where("made_at >= ? AND json_type(iif(json_valid(refused), refused, '{}'), '$.plan') = 'object'", s.Rules().KeptSince(now)))
}

// Size returns how many bytes the states of all days have.
func Size(ctx context.Context, s *models.Store) (bytes int64, err error) {
	err = s.Read(ctx).Raw("SELECT coalesce(sum(octet_length(state)), 0) FROM day_states").Row().Scan(&bytes)
	return bytes, err
}

func pastDays(ctx context.Context, s *models.Store, query *gorm.DB) ([]PastDay, error) {
	var rows []struct {
		models.DayState
		Action models.Action
		MadeAt civil.Instant
	}
	err := query.Model(&models.DayState{}).Joins(models.OfChange).Order("day_states.id DESC").
		Select("day_states.*, action, made_at").Find(&rows).Error
	if err != nil {
		return nil, err
	}
	var days []PastDay
	for _, row := range rows {
		past := PastDay{StateID: row.ID, EntryID: row.WorkEntryID, Date: row.Date, Action: row.Action, MadeAt: row.MadeAt}
		if row.VersionAfter != nil {
			past.Version = *row.VersionAfter
		}
		record, err := row.Record()
		past.Unread = err != nil
		if record != nil {
			past.Was, past.Events = s.Read(ctx).DayOf(record), record.Events
		}
		days = append(days, past)
	}
	return days, nil
}

// Aftermath is what has become of a day since a change.
type Aftermath struct {
	EntryID int64
	Date    civil.Date
	Now     *models.Day // nil if there is no entry
	// Action is what a person has done to the day last, at MadeAt; empty if only the
	// automation has changed it since.
	Action models.Action
	MadeAt civil.Instant
	// Next reports whether nothing else was done after the change; Added whether the
	// automation has changed the day after the action.
	Next, Added bool
}

// AftermathOf returns what has become of the first day that is no longer as a change left
// it. It returns [models.ErrStateNotFound] if there is none, or no such change is kept.
func AftermathOf(ctx context.Context, s *models.Store, of models.Stamp, now civil.Instant) (Aftermath, error) {
	db := s.Read(ctx)
	if _, err := keptChange(db, of, now); err != nil {
		return Aftermath{}, err
	}
	row, err := models.FindOne[models.DayState](db.
		Where("change_id = ? AND version_after IS NOT (SELECT version FROM work_entries WHERE id = work_entry_id)", of.Number).Order("date"))
	if err != nil {
		return Aftermath{}, err
	}
	if row == nil {
		return Aftermath{}, models.ErrStateNotFound
	}
	after := Aftermath{EntryID: row.WorkEntryID, Date: row.Date}
	if after.Now, err = models.EvenUnreadable(s.Day(ctx, row.WorkEntryID)); err != nil && !errors.Is(err, models.ErrEntryNotFound) {
		return Aftermath{}, err
	}
	var rows []struct { // the change itself, if it is among the last three
		Action       models.Action
		MadeAt       civil.Instant
		VersionAfter *int64
	}
	err = db.Model(&models.DayState{}).Joins(models.OfChange).Select("action, made_at, version_after").
		Where("work_entry_id = ? AND day_states.id >= ?", row.WorkEntryID, row.ID).Order("day_states.id DESC").Limit(3).Find(&rows).Error
	if err != nil {
		return Aftermath{}, err
	}
	if len(rows) > 1 {
		last := rows[0]
		after.Action, after.MadeAt, after.Next = last.Action, last.MadeAt, len(rows) == 2
		after.Added = after.Now != nil && last.VersionAfter != nil && after.Now.Version != *last.VersionAfter
	}
	return after, nil
}
