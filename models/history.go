package models

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// PastDay is what a day was before a change that a person made.
type PastDay struct {
	StateID  int64 // with which [Store.BringBack] brings it back
	EntryID  int64
	Date     civil.Date
	Action   Action        // of the change
	MadeAt   civil.Instant // when it was made
	Together int           // how many days were changed at once, this one included
	// Version is that of the entry after the change, 0 if the change deleted it.
	Version int64
	Was     *Day // nil if there was no entry
	Events  int  // that the day had
	Unread  bool // what the day was cannot be read, nor brought back
}

// History returns what the day with that id was before each change that is kept, the
// latest first, at most so many. The day may be deleted: it is then the last
// that had the id, which may have come back to another date in a program before this one.
func (s *Store) History(ctx context.Context, entryID int64, now civil.Instant, most int) ([]PastDay, error) {
	return s.pastDays(s.db.WithContext(ctx).
		Where("work_entry_id = ? AND made_at >= ?", entryID, s.rules.keptSince(now)).
		Where(`date = coalesce((SELECT date FROM work_entries WHERE id = ?),
			(SELECT date FROM day_states WHERE work_entry_id = ? ORDER BY id DESC LIMIT 1))`, entryID, entryID).
		Order("id DESC").Limit(most))
}

// DeletedDays returns the days from one date to another, inclusive, that were deleted, are
// kept and have not come back, the latest first, at most so many. One that
// was created and taken back does not count.
func (s *Store) DeletedDays(ctx context.Context, from, to civil.Date, now civil.Instant, most int) ([]PastDay, error) {
	return s.pastDays(s.db.WithContext(ctx).
		Where("date BETWEEN ? AND ? AND made_at >= ?", from, to, s.rules.keptSince(now)).
		Where("version IS NULL AND action <> ?", ActionTakenBack).
		Where("NOT EXISTS (SELECT 1 FROM work_entries WHERE work_entries.id = work_entry_id AND work_entries.date = day_states.date)").
		Where("id = (SELECT max(id) FROM day_states AS later WHERE later.work_entry_id = day_states.work_entry_id AND later.date = day_states.date)").
		Order("id DESC").Limit(most))
}

func (s *Store) pastDays(query *gorm.DB) ([]PastDay, error) {
	var rows []struct {
		DayState
		Together int
	}
	err := query.Model(&DayState{}).
		Select("day_states.*, (SELECT count(*) FROM day_states AS other WHERE other.change_id = day_states.change_id) AS together").
		Find(&rows).Error
	if err != nil {
		return nil, err
	}
	var days []PastDay
	for _, row := range rows {
		past := PastDay{
			StateID: row.ID, EntryID: row.WorkEntryID, Date: row.Date, Action: row.Action, MadeAt: row.MadeAt, Together: row.Together,
		}
		if row.Version != nil {
			past.Version = *row.Version
		}
		record, err := row.record()
		past.Unread = err != nil
		if record != nil {
			past.Was, past.Events = s.dayOf(record), len(record.Events)
		}
		days = append(days, past)
	}
	return days, nil
}

// Aftermath is what has become of a day since a change.
type Aftermath struct {
	EntryID int64
	Date    civil.Date
	Now     *Day // nil if there is no entry
	// Action is what a person has done to the day last, at MadeAt; empty if only the
	// automation has changed it since.
	Action Action
	MadeAt civil.Instant
	// Next reports whether nothing else was done after the change; Added whether the
	// automation has changed the day after the action.
	Next, Added bool
}

// Aftermath returns what has become of the first day that is no longer as a change left
// it. It returns [ErrStateNotFound] if there is none, or no such change is kept.
func (s *Store) Aftermath(ctx context.Context, changeID int64, now civil.Instant) (Aftermath, error) {
	db := s.db.WithContext(ctx)
	row, err := findOne[DayState](db.
		Where("change_id = ? AND made_at >= ?", changeID, s.rules.keptSince(now)).
		Where("version IS NOT (SELECT version FROM work_entries WHERE id = work_entry_id)").Order("date"))
	if err != nil {
		return Aftermath{}, err
	}
	if row == nil {
		return Aftermath{}, ErrStateNotFound
	}
	after := Aftermath{EntryID: row.WorkEntryID, Date: row.Date}
	if after.Now, err = s.Day(ctx, row.WorkEntryID); err != nil && !errors.Is(err, ErrEntryNotFound) {
		return Aftermath{}, err
	}
	var rows []DayState // the change itself, if it is among the last three
	if err := db.Omit("state", "refused").Where("work_entry_id = ? AND id >= ?", row.WorkEntryID, row.ID).Order("id DESC").Limit(3).Find(&rows).Error; err != nil {
		return Aftermath{}, err
	}
	if len(rows) > 1 {
		last := rows[0]
		after.Action, after.MadeAt, after.Next = last.Action, last.MadeAt, len(rows) == 2
		after.Added = after.Now != nil && last.Version != nil && after.Now.Version != *last.Version
	}
	return after, nil
}

// forgottenAtOnce is how many states are removed in one transaction.
const forgottenAtOnce = 1000

// ForgetStates removes what is no longer kept, in transactions of 1,000 rows.
func (s *Store) ForgetStates(ctx context.Context, now civil.Instant) error {
	before := s.rules.keptSince(now)
	for {
		var old []int64
		err := s.db.WithContext(ctx).Model(&DayState{}).Where("made_at < ?", before).Order("made_at").Limit(forgottenAtOnce).Pluck("id", &old).Error
		if err != nil || len(old) == 0 {
			return err
		}
		err = s.write(ctx, func(tx *gorm.DB) error { return tx.Where("id IN ?", old).Delete(&DayState{}).Error })
		if err != nil || len(old) < forgottenAtOnce {
			return err
		}
	}
}
