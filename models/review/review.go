// Package review finds what a person should look at. A [Review] is what can be made of the
// events that the rules of presence have refused; its plan is a pure function of what is
// recorded. A [Doubt] is a day, or several in a row, on which something is probably wrong.
package review

import (
	"context"

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
