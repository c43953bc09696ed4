package review

import (
	"iter"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

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
	var around []models.Span
	for _, event := range refused {
		if event.OccurredAt.Readable() {
			around = append(around, models.Span{From: event.OccurredAt, To: event.OccurredAt})
		}
	}
	if len(around) == 0 {
		return nil, nil
	}
	slots, err := tx.SlotsAround(around)
	if err != nil {
		return nil, err
	}
	for _, slot := range slots {
		around = append(around, models.Span{From: slot.StartAt, To: slot.EndAt})
	}
	return tx.SlotsAround(around)
}

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
	var linked []models.WorkplacePresenceEvent
	if err := tx.Where("time_slot_id IN (SELECT value FROM json_each(?))", models.List(ids)).Find(&linked).Error; err != nil {
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
