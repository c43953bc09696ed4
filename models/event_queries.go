package models

import (
	"context"

	"worklog/models/civil"
)

// OpenArrival returns the open arrival, or nil.
func (s *Store) OpenArrival(ctx context.Context) (*WorkplacePresenceEvent, error) {
	return s.Read(ctx).OpenArrival()
}

// LastEvent returns the presence event received last, or nil.
func (s *Store) LastEvent(ctx context.Context) (*WorkplacePresenceEvent, error) {
	return FindOne[WorkplacePresenceEvent](s.Read(ctx).Where("received_at < ?", civil.AfterAll).Order("received_at DESC, id DESC"))
}

// Event returns the event with that id, or nil.
func (s *Store) Event(ctx context.Context, id int64) (*WorkplacePresenceEvent, error) {
	return FindOne[WorkplacePresenceEvent](s.Read(ctx).Where("id = ?", id))
}

// CountEvents returns how many presence events an entry has.
func (s *Store) CountEvents(ctx context.Context, entryID int64) (count int64, err error) {
	err = s.Read(ctx).Model(&WorkplacePresenceEvent{}).Where("work_entry_id = ?", entryID).Count(&count).Error
	return count, err
}
