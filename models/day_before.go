package models

import "context"

// Before returns what a day was before a change, whatever the automation has done since; nil if there was no
// entry, or unless that is the newest change of the day that is kept. It can return [ErrStateUnread].
func (s *Store) Before(ctx context.Context, change Change, day *Day) (*Day, error) {
	db := s.Read(ctx)
	state, err := FindOne[DayState](db.Where("work_entry_id = ?", day.ID).Order("id DESC"))
	if err != nil || state == nil || state.ChangeID != change.ID {
		return nil, err
	}
	record, err := state.Record()
	if err != nil || record == nil {
		return nil, err
	}
	return db.DayOf(record), nil
}
