package review

import (
	"encoding/json"
	"iter"
	"slices"
	"time"

	"gorm.io/gorm"

	"worklog/models"
	"worklog/models/civil"
)

// instants are those from one to another.
type instants struct{ from, to civil.Instant }

// joined returns the same instants in order, without an instant in common.
func joined(spans []instants) []instants {
	slices.SortFunc(spans, func(a, b instants) int { return a.from.Compare(b.from.Time) })
	all := spans[:0]
	for _, next := range spans {
		if last := len(all) - 1; last >= 0 && !next.from.After(all[last].to.Time) {
			if next.to.After(all[last].to.Time) {
				all[last].to = next.to
			}
			continue
		}
		all = append(all, next)
	}
	return all
}

// readRecorded reads what decides on refused events: the slots at the instant of one, the last
// that starts before it, and those over which these reach, with what they are linked to.
func readRecorded(tx *models.Tx, refused []models.RefusedEvent) (beside recorded, err error) {
	if beside.open, err = tx.OpenArrival(); err != nil {
		return beside, err
	}
	var keys []string
	known := "idempotency_key IN (SELECT idempotency_key FROM workplace_presence_events)"
	if err := tx.Model(&models.RefusedEvent{}).Where(known).Pluck("idempotency_key", &keys).Error; err != nil {
		return beside, err
	}
	beside.keys = make(map[string]bool, len(keys))
	for _, key := range keys {
		beside.keys[key] = true
	}
	if beside.slots, err = slotsBeside(tx, refused); err != nil {
		return beside, err
	}
	return beside, beside.readLinked(tx)
}

// slotsBeside reads the slots that can decide on refused events.
func slotsBeside(tx *models.Tx, refused []models.RefusedEvent) ([]models.TimeSlot, error) {
	var around []instants
	for _, event := range refused {
		if event.OccurredAt.Readable() {
			around = append(around, instants{event.OccurredAt, event.OccurredAt})
		}
	}
	if len(around) == 0 {
		return nil, nil
	}
	slots, err := slotsAround(tx, around)
	if err != nil {
		return nil, err
	}
	for _, slot := range slots {
		around = append(around, instants{slot.StartAt, slot.EndAt})
	}
	return slotsAround(tx, around)
}

// longestByStart is how long before a span a slot is looked for by its start; a longer one
// ends in another month.
const longestByStart = 32 * 24 * time.Hour

// slotsAround returns the slots that have an instant in common with a span and, for each
// span, the last slot that starts before: by them it is known whether there is any slot
// between two spans. There may be others.
func slotsAround(tx *models.Tx, around []instants) ([]models.TimeSlot, error) {
	around = joined(slices.Clone(around))
	spans := make([][3]string, len(around))
	for i, span := range around {
		spans[i] = [3]string{civil.NewInstant(span.from.Add(-longestByStart)).String(), span.from.String(), span.to.String()}
	}
	list, err := json.Marshal(spans)
	if err != nil {
		return nil, err
	}
	ids := tx.Session(&gorm.Session{NewDB: true}).Raw(`
		SELECT s.id FROM json_each(@list) CROSS JOIN time_slots s
			WHERE s.start_at BETWEEN value ->> 0 AND value ->> 2 AND s.end_at >= value ->> 1
		UNION ALL SELECT (SELECT id FROM time_slots WHERE start_at < value ->> 1
			AND work_entry_id NOT IN (`+models.SuspectDays()+`) ORDER BY start_at DESC LIMIT 1) FROM json_each(@list)
		UNION ALL SELECT id FROM time_slots INDEXED BY time_slots_over_months
			WHERE substr(start_at, 1, 7) < substr(end_at, 1, 7) AND end_at >= @from AND start_at <= @to`,
		map[string]any{"list": string(list), "from": around[0].from, "to": around[len(around)-1].to})
	var slots []models.TimeSlot
	err = tx.Where("id IN (?) AND work_entry_id NOT IN ("+models.SuspectDays()+")", ids).Order("start_at, id").Find(&slots).Error
	return slots, err
}

// readLinked reads the events that the slots are linked to.
func (r *recorded) readLinked(tx *models.Tx) error {
	r.reach, r.arrivals, r.departures = nil, map[int64]models.WorkplacePresenceEvent{}, map[int64]models.WorkplacePresenceEvent{}
	var reach civil.Instant
	ids := make([]int64, len(r.slots))
	for i, slot := range r.slots {
		ids[i] = slot.ID
		if slot.EndAt.After(reach.Time) {
			reach = slot.EndAt
		}
		r.reach = append(r.reach, reach)
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	var linked []models.WorkplacePresenceEvent
	if err := tx.Where("time_slot_id IN (SELECT value FROM json_each(?))", string(list)).Find(&linked).Error; err != nil {
		return err
	}
	for _, event := range linked {
		if event.Event == models.Arrival {
			r.arrivals[*event.TimeSlotID] = event
		} else {
			r.departures[*event.TimeSlotID] = event
		}
	}
	return nil
}

// between yields the slots that have an instant in common with a span, recorded or
// made, the latest first.
func (p *reviewPlan) between(from, to civil.Instant) iter.Seq[models.TimeSlot] {
	return func(yield func(models.TimeSlot) bool) {
		for _, slot := range slices.Backward(p.made) {
			if !slot.StartAt.After(to.Time) && !slot.EndAt.Before(from.Time) && !yield(slot) {
				return
			}
		}
		next, _ := slices.BinarySearchFunc(p.slots, to, func(slot models.TimeSlot, to civil.Instant) int {
			if slot.StartAt.After(to.Time) {
				return 1
			}
			return -1
		})
		for i := next - 1; i >= 0 && !p.reach[i].Before(from.Time); i-- {
			if !p.slots[i].EndAt.Before(from.Time) && !yield(p.slots[i]) {
				return
			}
		}
	}
}
