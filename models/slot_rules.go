package models

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// MaxSlotDays is how many days a slot may last, on the wall clock.
const MaxSlotDays = 7

// MaxSlots is how many slots a day may have when a person adds one. The automation
// may record more.
const MaxSlots = 100

// checkSlots returns an error for each wanted slot, or nil: [ErrTooManySlots],
// [ErrSlotNotLater], [ErrSlotTooLong] or [ErrSlotOverlaps]. A slot that equals a
// stored one is accepted as it is, once.
func checkSlots(stored, wanted []TimeSlot, zone *time.Location) []error {
	recorded := make(map[int64]TimeSlot, len(stored))
	for _, slot := range stored {
		recorded[slot.ID] = slot
	}
	room := MaxSlots // for new slots, after those that stay
	for _, slot := range wanted {
		if _, known := recorded[slot.ID]; known {
			room--
		}
	}
	taken := newOccupancy(wanted, zone)
	errs := make([]error, len(wanted))
	for i, slot := range wanted {
		before, known := recorded[slot.ID]
		delete(recorded, slot.ID)
		if !known {
			room--
		}
		switch {
		case known && slot.Equal(before):
		case !known && room < 0:
			errs[i] = ErrTooManySlots
		default:
			errs[i] = checkSlot(slot, taken, zone)
		}
	}
	return errs
}

func checkSlot(slot TimeSlot, taken occupancy, zone *time.Location) error {
	if slot.Minutes(zone) <= 0 { // such as from 08:03 to 08:03
		return ErrSlotNotLater
	}
	if slot.IsLong(zone) {
		return ErrSlotTooLong
	}
	if taken.others(slot) > 0 {
		return ErrSlotOverlaps
	}
	return nil
}

// IsLong reports whether the slot is longer than the 7 days that a person may
// enter. Only the automation can record such a slot.
func (s TimeSlot) IsLong(zone *time.Location) bool {
	return s.EndAt.WallClock(zone).After(s.StartAt.WallClock(zone).AddDate(0, 0, MaxSlotDays))
}

// occupancy finds the slots of a day that overlap, to the minute: one slot may
// start in the minute in which another ends.
type occupancy struct {
	zone         *time.Location
	starts, ends []int64 // start of the minute, in Unix seconds, sorted
}

func newOccupancy(slots []TimeSlot, zone *time.Location) occupancy {
	taken := occupancy{zone: zone}
	for _, slot := range slots {
		taken.starts = append(taken.starts, slot.StartAt.StartOfMinute(zone).Unix())
		taken.ends = append(taken.ends, slot.EndAt.StartOfMinute(zone).Unix())
	}
	slices.Sort(taken.starts)
	slices.Sort(taken.ends)
	return taken
}

// others returns how many other slots overlap slot, which is one of those counted
// and lasts at least a minute: those that start before it ends, minus those that
// end before it starts, minus itself.
func (o occupancy) others(slot TimeSlot) int {
	before, _ := slices.BinarySearch(o.starts, slot.EndAt.StartOfMinute(o.zone).Unix())
	over, _ := slices.BinarySearch(o.ends, slot.StartAt.StartOfMinute(o.zone).Unix()+1)
	return before - over - 1
}

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
