package models

import "context"

// Before returns what a day was before a change; nil if there was no entry, or if the last change of a
// person to the day that is kept is another. It can return [ErrStateUnread].
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
