package models

import (
	"context"

	"worklog/models/civil"
)

// LastChange is the change of a person that has made a day as it is.
type LastChange struct {
	ID       int64
	Action   Action
	MadeAt   civil.Instant
	Together int  // how many days were changed at once, this one included
	Was      *Day // what the day was before; nil if there was no entry
}

// LastChangeOf returns the change of a person that has brought a day to that version; an empty
// one if none is kept, or if the automation has. It can return [ErrStateUnread].
func (s *Store) LastChangeOf(ctx context.Context, entryID, version int64, now civil.Instant) (LastChange, error) {
	db := s.Read(ctx)
	state, err := FindOne[DayState](db.Where("work_entry_id = ?", entryID).Order("id DESC"))
	if err != nil || state == nil || state.VersionAfter == nil || *state.VersionAfter != version {
		return LastChange{}, err
	}
	change, err := FindOne[Change](db.Where("id = ? AND made_at >= ?", state.ChangeID, db.Rules.KeptSince(now)))
	if err != nil || change == nil {
		return LastChange{}, err
	}
	record, err := state.Record()
	if err != nil {
		return LastChange{}, err
	}
	last := LastChange{ID: change.ID, Action: change.Action, MadeAt: change.MadeAt}
	if record != nil {
		last.Was = db.DayOf(record)
	}
	var together int64
	err = db.Model(&DayState{}).Where("change_id = ?", change.ID).Count(&together).Error
	last.Together = int(together)
	return last, err
}
