package review

import (
	"maps"
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// recorded is what the record has that decides on the refused events.
type recorded struct {
	slots []models.TimeSlot // in the order of their start
	reach []civil.Instant   // the latest end of the slots up to each
	// open is the arrival that is open, or nil.
	open *models.WorkplacePresenceEvent
	// arrivals and departures are those that slots are linked to, by slot.
	arrivals, departures map[int64]models.WorkplacePresenceEvent
	// keys are those of refused events under which an event is recorded.
	keys map[string]bool
}

// reviewPlan plays refused events in the order of their time, as if they came now, beside
// what is recorded.
type reviewPlan struct {
	rules models.Rules
	recorded
	pending *models.RefusedEvent // an arrival that waits for its departure, or nil
	made    []models.TimeSlot    // of the events that can be recorded, in their order
	review  Review
}

// plan returns what can be made of refused events, in the order of their time, given what is
// recorded. The second result is an arrival still waiting for its departure, or nil: it can be
// recorded if no later event exists, and is left to a person otherwise.
func plan(rules models.Rules, refused []models.RefusedEvent, beside recorded) (found Review, waiting *models.RefusedEvent) {
	beside.keys = maps.Clone(beside.keys) // which it adds to
	p := &reviewPlan{rules: rules, recorded: beside}
	for _, event := range refused {
		_, unknownDate := civil.DateIn(event.OccurredAt, rules.Zone) // refused by the rules, if the zone was another one then
		switch {
		case !event.OccurredAt.Readable(), unknownDate != nil, p.keys[event.IdempotencyKey]: // the key is that of another event
			p.review.Left = append(p.review.Left, event)
		case event.Event == models.Arrival:
			p.arrival(event)
		default:
			p.departure(event)
		}
	}
	waiting = p.last()
	return p.review, waiting
}

// arrival takes the next arrival: it waits for its departure, unless it is covered
// by a slot or by an arrival that is open.
func (p *reviewPlan) arrival(event models.RefusedEvent) {
	if p.open != nil && !event.OccurredAt.Before(p.open.OccurredAt.Time) {
		return // refused until that one is closed
	}
	for slot := range p.between(event.OccurredAt, event.OccurredAt) {
		p.part(slot, event)
		return
	}
	if p.pending != nil {
		if p.free(0, p.pending.OccurredAt, event.OccurredAt) {
			return // the rules would refuse it again, and its departure covers it
		}
		p.leavePending()
	}
	p.pending = &event
}

// part notes that a slot is two days, if it is so long.
func (p *reviewPlan) part(slot models.TimeSlot, event models.RefusedEvent) {
	zone := p.rules.Zone
	if slot.EndAt.Sub(slot.StartAt.Time) < p.rules.ForgottenAfter ||
		!models.StrictlyLater(event.OccurredAt, slot.StartAt, zone) || !models.StrictlyLater(slot.EndAt, event.OccurredAt, zone) {
		return
	}
	i := slices.IndexFunc(p.review.Parts, func(other Part) bool { return other.Slot.ID == slot.ID })
	if i >= 0 {
		known := &p.review.Parts[i]
		known.Inside = append(known.Inside, event)
		if !p.beginsADay(known.Slot, known.Refused) && p.beginsADay(slot, event) {
			known.Refused = event
		}
		return
	}
	arrival, arrived := p.arrivals[slot.ID]
	leaving, left := p.departures[slot.ID]
	if !arrived || !left || !p.free(slot.ID, event.OccurredAt, slot.EndAt) {
		if p.beginsADay(slot, event) { // a person has changed the day, or made the second
			p.review.Left = append(p.review.Left, event)
		}
		return
	}
	p.review.Parts = append(p.review.Parts, Part{slot, event, []models.RefusedEvent{event}, arrival, leaving})
}

// beginsADay reports whether an arrival inside a slot is rather the next day's than
// that of a phone which loses the place for a moment.
func (p *reviewPlan) beginsADay(slot models.TimeSlot, event models.RefusedEvent) bool {
	return civil.DateOf(event.OccurredAt.In(p.rules.Zone)) != civil.DateOf(slot.StartAt.In(p.rules.Zone)) &&
		event.OccurredAt.Sub(slot.StartAt.Time) >= p.rules.ForgottenAfter/2
}

// departure takes the next departure: it ends the arrival that waits or is open, or
// a slot that a person has closed.
func (p *reviewPlan) departure(event models.RefusedEvent) {
	if arrival := p.pending; arrival != nil {
		if p.free(0, arrival.OccurredAt, event.OccurredAt) && models.StrictlyLater(event.OccurredAt, arrival.OccurredAt, p.rules.Zone) {
			p.record(*arrival, event)
			p.made = append(p.made, models.TimeSlot{StartAt: arrival.OccurredAt, EndAt: event.OccurredAt})
			p.pending = nil
			return
		}
		p.leavePending()
	}
	if p.open != nil && models.StrictlyLater(event.OccurredAt, p.open.OccurredAt, p.rules.Zone) {
		p.record(event)
		p.made = append(p.made, models.TimeSlot{StartAt: p.open.OccurredAt, EndAt: event.OccurredAt})
		p.open = nil
		return
	}
	if p.betterEnd(event) || p.isDuplicate(event) {
		return
	}
	p.review.Left = append(p.review.Left, event)
}

// record notes events that can be recorded. Another one with such a key cannot be.
func (p *reviewPlan) record(events ...models.RefusedEvent) {
	for _, event := range events {
		if p.keys[event.IdempotencyKey] {
			p.review.Left = append(p.review.Left, event)
			continue
		}
		p.keys[event.IdempotencyKey] = true
		p.review.Recordable = append(p.review.Recordable, event)
	}
}

// betterEnd notes that a departure ends the slot that a person has closed last
// before it, if it is that of the same presence.
func (p *reviewPlan) betterEnd(event models.RefusedEvent) bool {
	since := civil.NewInstant(event.OccurredAt.Add(-p.rules.ForgottenAfter))
	for slot := range p.between(since, event.OccurredAt) { // the one that started last
		arrival, linked := p.arrivals[slot.ID]
		if !linked || arrival.Closure == nil || *arrival.Closure != models.ClosedManually || event.OccurredAt.Equal(slot.EndAt.Time) ||
			event.OccurredAt.Sub(arrival.OccurredAt.Time) >= p.rules.ForgottenAfter ||
			!models.StrictlyLater(event.OccurredAt, arrival.OccurredAt, p.rules.Zone) || !p.free(slot.ID, slot.StartAt, event.OccurredAt) ||
			slices.ContainsFunc(p.review.BetterEnds, func(other BetterEnd) bool { return other.Slot.ID == slot.ID }) {
			return false
		}
		p.review.BetterEnds = append(p.review.BetterEnds, BetterEnd{slot, event, arrival})
		return true
	}
	return false
}

// duplicateWithin is how long after the end of a slot a departure is taken for a
// second one.
const duplicateWithin = 15 * time.Minute

// isDuplicate reports whether a slot covers a departure, or has ended just before.
func (p *reviewPlan) isDuplicate(event models.RefusedEvent) bool {
	for range p.between(civil.NewInstant(event.OccurredAt.Add(1-duplicateWithin)), event.OccurredAt) {
		return true
	}
	return false
}

// last returns the arrival whose departure has not come. One that cannot be open is left to a
// person instead. The slots that would be made are earlier: a departure after it would be its own.
func (p *reviewPlan) last() *models.RefusedEvent {
	if p.pending != nil && (p.open != nil || len(p.reach) > 0 && p.reach[len(p.reach)-1].After(p.pending.OccurredAt.Time)) {
		p.leavePending()
	}
	return p.pending
}

func (p *reviewPlan) leavePending() {
	p.review.Left = append(p.review.Left, *p.pending)
	p.pending = nil
}

// free reports whether no slot but one, of that id or 0, and no open arrival lies between two instants.
func (p *reviewPlan) free(slotID int64, from, to civil.Instant) bool {
	if p.open != nil && !p.open.OccurredAt.Before(from.Time) && p.open.OccurredAt.Before(to.Time) {
		return false
	}
	for slot := range p.between(from, to) {
		if (slot.ID != slotID || slotID == 0) && slot.StartAt.Before(to.Time) && slot.EndAt.After(from.Time) {
			return false
		}
	}
	return true
}
