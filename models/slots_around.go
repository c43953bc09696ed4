package models

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// Span is the instants from one to another, inclusive.
type Span struct{ From, To civil.Instant }

// joined returns the same instants in order, without an instant in common.
func joined(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return a.From.Compare(b.From.Time) })
	all := spans[:0]
	for _, next := range spans {
		if last := len(all) - 1; last >= 0 && !next.From.After(all[last].To.Time) {
			if next.To.After(all[last].To.Time) {
				all[last].To = next.To
			}
			continue
		}
		all = append(all, next)
	}
	return all
}

// longestByStart is how long before a span a slot is looked for by its start; a longer one
// ends in another month.
const longestByStart = 32 * 24 * time.Hour

// SlotsAround returns the slots that have an instant in common with a span and, for each
// span, the last slot that starts before: by them it is known whether there is any slot
// between two spans. There may be others.
func (tx *Tx) SlotsAround(around []Span) ([]TimeSlot, error) {
	around = joined(slices.Clone(around))
	spans := make([][3]string, len(around))
	for i, span := range around {
		spans[i] = [3]string{civil.NewInstant(span.From.Add(-longestByStart)).String(), span.From.String(), span.To.String()}
	}
	ids := tx.Session(&gorm.Session{NewDB: true}).Raw(`
		SELECT s.id FROM json_each(@list) CROSS JOIN time_slots s
			WHERE s.start_at BETWEEN value ->> 0 AND value ->> 2 AND s.end_at >= value ->> 1
		UNION ALL SELECT (SELECT id FROM time_slots WHERE start_at < value ->> 1
			AND work_entry_id NOT IN (`+SuspectDays()+`) ORDER BY start_at DESC LIMIT 1) FROM json_each(@list)
		UNION ALL SELECT id FROM time_slots INDEXED BY time_slots_over_months
			WHERE substr(start_at, 1, 7) < substr(end_at, 1, 7) AND end_at >= @from AND start_at <= @to`,
		map[string]any{"list": List(spans), "from": around[0].From, "to": around[len(around)-1].To})
	var slots []TimeSlot
	err := tx.Where("id IN (?) AND work_entry_id NOT IN ("+SuspectDays()+")", ids).Order("start_at, id").Find(&slots).Error
	return slots, err
}
