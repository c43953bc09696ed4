package models

import (
	"context"

	"worklog/models/civil"
)

// ArrivalDates returns the dates from one to another, inclusive, on whose days the
// automation has recorded an arrival that nobody has discarded.
func (s *Store) ArrivalDates(ctx context.Context, from, to civil.Date) (map[civil.Date]bool, error) {
	var dates []civil.Date
	err := s.Read(ctx).Model(&WorkEntry{}).
		Where("date BETWEEN ? AND ?", from, to).
		Where("id IN (?)", s.db.Model(&WorkplacePresenceEvent{}).Select("work_entry_id").
			Where("event = 'arrival' AND NOT by_hand AND coalesce(closure, '') <> 'discarded'")).
		Pluck("date", &dates).Error
	arrived := make(map[civil.Date]bool, len(dates))
	for _, date := range dates {
		arrived[date] = true
	}
	return arrived, err
}
