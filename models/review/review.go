// Package review finds what a person should look at. A [Review] is what can be made of the
// events that the rules of presence have refused; its plan is a pure function of what is
// recorded. A [Doubt] is a day, or several in a row, on which something is probably wrong.
package review

import (
	"context"
	"iter"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// Review is what a person should look at: events that the rules of presence have
// refused, and what can be made of them now. Each refused event stands in one
// place at most; one that a slot covers says nothing new and stands in none.
type Review struct {
	// Recordable are the events that the rules would take now, in their order.
	Recordable []models.RefusedEvent
	// Parts are slots that last into a day whose arrival was refused.
	Parts []Part
	// BetterEnds are departures that came after a person had closed their arrival.
	BetterEnds []BetterEnd
	// Left are the events that only a person can make something of.
	Left []models.RefusedEvent
}

// Part is a slot that is two days: its departure was that of a refused arrival.
type Part struct {
	Slot    models.TimeSlot
	Refused models.RefusedEvent   // the arrival of the second day, as far as can be told
	Inside  []models.RefusedEvent // all at which the slot can be parted, in their order
	Arrival models.WorkplacePresenceEvent
	leaving models.WorkplacePresenceEvent
}

// BetterEnd is a slot whose end a person typed, and the refused departure that was
// received later for it.
type BetterEnd struct {
	Slot    models.TimeSlot
	Refused models.RefusedEvent
	Arrival models.WorkplacePresenceEvent
}

// Count returns how many things there are to look at.
func (r Review) Count() int {
	count := len(r.Parts) + len(r.BetterEnds) + len(r.Left)
	if len(r.Recordable) > 0 {
		count++ // they are recorded together
	}
	return count
}

// Reviews is the review of a store, which is made again only when the database has changed.
type Reviews struct {
	store  *models.Store
	cached models.Cached[struct{}, Review]
}

// NewReviews returns the reviews of a store.
func NewReviews(store *models.Store) *Reviews { return &Reviews{store: store} }

// Find returns what is to be looked at: nothing if no events are received. It reads at most
// maxRefusedEvents refused events and the slots around each. The result is shared: do not change it.
func (r *Reviews) Find(ctx context.Context) (Review, error) {
	if !r.store.Rules().Integrated {
		return Review{}, nil
	}
	return r.cached.Get(ctx, r.store, struct{}{}, func() (Review, error) { return of(r.store.Read(ctx)) }, nil)
}

func of(tx *models.Tx) (Review, error) {
	refused, err := tx.RefusedEvents()
	if err != nil || len(refused) == 0 {
		return Review{}, err
	}
	beside, err := readRecorded(tx, refused)
	if err != nil {
		return Review{}, err
	}
	found, waiting := plan(tx.Rules, refused, beside)
	return found.with(tx, waiting)
}

// with returns the review with the arrival that waits for its departure, or nil. All events
// are read for it, so they are read only if there is one.
func (r Review) with(tx *models.Tx, waiting *models.RefusedEvent) (Review, error) {
	if waiting == nil {
		return r, nil
	}
	later, err := models.FindOne[models.WorkplacePresenceEvent](tx.Where("occurred_at > ? AND occurred_at < ?", waiting.OccurredAt, civil.AfterAll))
	switch {
	case err != nil:
		return Review{}, err
	case later != nil:
		r.Left = append(r.Left, *waiting)
	default:
		r.Recordable = append(r.Recordable, *waiting)
	}
	return r, nil
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
