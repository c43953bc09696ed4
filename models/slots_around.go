package models

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// joined returns slots in order, those that have an instant in common as one: which instants lie in any.
func joined(slots []TimeSlot) []TimeSlot {
	slices.SortFunc(slots, inTime)
	all := slots[:0]
	for _, next := range slots {
		if last := len(all) - 1; last >= 0 && !next.StartAt.After(all[last].EndAt.Time) {
			all[last].EndAt = civil.Latest(all[last].EndAt, next.EndAt)
			continue
		}
		all = append(all, next)
	}
	return all
}

// longestByStart is how long before an instant a slot is looked for by its start; a longer one
// ends in another month.
const longestByStart = 32 * 24 * time.Hour

// SlotsAround returns the stored slots that have an instant in common with one of those, stored or not,
// and, for each of these, the last that starts before: by them it is known whether there is any
// between two. There may be others.
func (tx *Tx) SlotsAround(around []TimeSlot) ([]TimeSlot, error) {
	around = joined(slices.Clone(around))
	spans := make([][3]string, len(around))
	for i, slot := range around {
		spans[i] = [3]string{civil.NewInstant(slot.StartAt.Add(-longestByStart)).String(), slot.StartAt.String(), slot.EndAt.String()}
	}
	ids := tx.Session(&gorm.Session{NewDB: true}).Raw(`
		SELECT s.id FROM json_each(@list) CROSS JOIN time_slots s
			WHERE s.start_at BETWEEN value ->> 0 AND value ->> 2 AND s.end_at >= value ->> 1
		UNION ALL SELECT (SELECT id FROM time_slots WHERE start_at < value ->> 1
			AND work_entry_id NOT IN (`+SuspectDays()+`) ORDER BY start_at DESC LIMIT 1) FROM json_each(@list)
		UNION ALL SELECT id FROM time_slots INDEXED BY time_slots_over_months
			WHERE substr(start_at, 1, 7) < substr(end_at, 1, 7) AND end_at >= @from AND start_at <= @to`,
		map[string]any{"list": List(spans), "from": around[0].StartAt, "to": around[len(around)-1].EndAt})
	var slots []TimeSlot
	err := tx.Where("id IN (?) AND work_entry_id NOT IN ("+SuspectDays()+")", ids).Order("start_at, id").Find(&slots).Error
	return slots, err
}
