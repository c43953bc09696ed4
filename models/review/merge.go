package review

import (
	"maps"
	"slices"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
)

// merge merges the slots of doubts. The one that they become is of the day of the first, and the others
// are gone.
func merge(tx *models.Tx, found []Doubt, now civil.Instant) error {
	merging := map[int64]*models.Day{} // by the ids of their entries
	var pairs [][2]models.TimeSlot
	for _, doubt := range found {
		pairs = append(pairs, doubt.pairs...)
		for _, day := range []*models.Day{doubt.Day, doubt.Next} {
			if day != nil {
				merging[day.ID] = day
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b [2]models.TimeSlot) int { return a[1].StartAt.Compare(b[1].StartAt.Time) })
	into := map[int64]*models.TimeSlot{} // what each slot is a part of, by its id
	for _, pair := range pairs {
		first := into[pair[0].ID]
		if first == nil {
			first = &pair[0]
			into[first.ID] = first
		}
		into[pair[1].ID] = first
		if pair[1].EndAt.After(first.EndAt.Time) {
			first.EndAt = pair[1].EndAt
		}
	}
	for _, id := range slices.Sorted(maps.Keys(merging)) {
		if err := mergeIn(tx, *merging[id], into, now); err != nil {
			return err
		}
	}
	return nil
}

func mergeIn(tx *models.Tx, day models.Day, into map[int64]*models.TimeSlot, now civil.Instant) error {
	day.Slots = day.All()
	change, gone := day.Unchanged(), []models.TimeSlot(nil) // to the day before
	change.Slots = nil
	for _, slot := range day.Slots {
		switch merged := into[slot.ID]; {
		case merged == nil:
			change.Slots = append(change.Slots, slot)
		case merged.ID == slot.ID:
			change.Slots = append(change.Slots, *merged)
		case merged.WorkEntryID != day.ID:
			gone = append(gone, slot)
		}
	}
	if err := days.EditIn(tx, &day, change, now); err != nil || len(gone) == 0 {
		return err
	}
	return tx.DiscardArrivals(day.ID, gone, now)
}
