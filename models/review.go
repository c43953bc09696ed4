package models

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
)

// Review is what a person should look at: events that the rules of presence have
// refused, and what can be made of them now. Each refused event stands in one
// place at most; one that a slot covers says nothing new and stands in none.
type Review struct {
	// Recordable are the events that the rules would take now, in their order.
	Recordable []RefusedEvent
	// Parts are slots that last into a day whose arrival was refused.
	Parts []Part
	// BetterEnds are departures that came after a person had closed their arrival.
	BetterEnds []BetterEnd
	// Left are the events that only a person can make something of.
	Left []RefusedEvent
}

// Part is a slot that is two days: its departure was that of the refused arrival.
type Part struct {
	Slot    TimeSlot
	Refused RefusedEvent
	Arrival WorkplacePresenceEvent
	leaving WorkplacePresenceEvent
}

// BetterEnd is a slot whose end a person has given, and the departure that came
// for it.
type BetterEnd struct {
	Slot    TimeSlot
	Refused RefusedEvent
	Arrival WorkplacePresenceEvent
}

// Count returns how many things there are to look at.
func (r Review) Count() int {
	count := len(r.Parts) + len(r.BetterEnds) + len(r.Left)
	if len(r.Recordable) > 0 {
		count++ // they are recorded together
	}
	return count
}

// Review returns what is to be looked at. It reads at most MaxRefusedEvents refused
// events, and the slots between the first and the last of them.
func (s *Store) Review(ctx context.Context, rules PresenceRules) (Review, error) {
	return review(s.db.WithContext(ctx), rules)
}

func review(db *gorm.DB, rules PresenceRules) (Review, error) {
	plan, err := newReviewPlan(db, rules)
	if err != nil || plan == nil {
		return Review{}, err
	}
	plan.play()
	return plan.review, nil
}

// reviewPlan plays the refused events in the order of their time, as if they came
// now, beside what is recorded.
type reviewPlan struct {
	rules   PresenceRules
	refused []RefusedEvent
	slots   []TimeSlot // in the order of their start
	// open is the arrival that is open, or nil.
	open *WorkplacePresenceEvent
	// arrivals and departures are those that slots are linked to, by slot.
	arrivals, departures map[int64]WorkplacePresenceEvent

	pending []RefusedEvent // an arrival that waits for its departure, or none
	review  Review
}

// newReviewPlan reads what is played, or returns nil when there is nothing.
func newReviewPlan(db *gorm.DB, rules PresenceRules) (*reviewPlan, error) {
	refused, err := refusedEvents(db)
	if err != nil || len(refused) == 0 {
		return nil, err
	}
	plan := &reviewPlan{rules: rules, refused: refused, arrivals: map[int64]WorkplacePresenceEvent{}, departures: map[int64]WorkplacePresenceEvent{}}
	if plan.open, err = findOpenArrival(db); err != nil {
		return nil, err
	}
	from := NewInstant(refused[0].OccurredAt.Add(-max(rules.ForgottenAfter, duplicateWithin)))
	if err := db.Where("end_at >= ?", from).Order("start_at, id").Find(&plan.slots).Error; err != nil {
		return nil, err
	}
	var linked []WorkplacePresenceEvent
	within := db.Session(&gorm.Session{NewDB: true}).Model(&TimeSlot{}).Select("id").Where("end_at >= ?", from)
	if err := db.Where("time_slot_id IN (?)", within).Find(&linked).Error; err != nil {
		return nil, err
	}
	for _, event := range linked {
		if event.Event == Arrival {
			plan.arrivals[*event.TimeSlotID] = event
		} else {
			plan.departures[*event.TimeSlotID] = event
		}
	}
	return plan, nil
}

func (p *reviewPlan) play() {
	for _, event := range p.refused {
		if event.Event == Arrival {
			p.arrival(event)
		} else {
			p.departure(event)
		}
	}
	p.last()
}

// arrival takes the next arrival: it waits for its departure, unless it is covered
// by a slot or by an arrival that is open.
func (p *reviewPlan) arrival(event RefusedEvent) {
	if p.open != nil && event.OccurredAt.After(p.open.OccurredAt.Time) {
		return // refused until that one is closed
	}
	if slot, covered := p.slotAt(event.OccurredAt); covered {
		p.part(slot, event)
		return
	}
	if len(p.pending) > 0 {
		if p.free(p.pending[0].OccurredAt, event.OccurredAt) {
			return // the rules would refuse it again, and its departure covers it
		}
		p.leave()
	}
	p.pending = []RefusedEvent{event}
}

// part notes that a slot is two days, if it is so long and links its events.
func (p *reviewPlan) part(slot TimeSlot, event RefusedEvent) {
	arrival, arrived := p.arrivals[slot.ID]
	leaving, left := p.departures[slot.ID]
	known := slices.ContainsFunc(p.review.Parts, func(other Part) bool { return other.Slot.ID == slot.ID })
	if known || !arrived || !left || slot.EndAt.Sub(slot.StartAt.Time) < p.rules.ForgottenAfter {
		return
	}
	p.review.Parts = append(p.review.Parts, Part{slot, event, arrival, leaving})
}

// departure takes the next departure: it ends the arrival that waits or is open, or
// a slot that a person has closed.
func (p *reviewPlan) departure(event RefusedEvent) {
	if len(p.pending) > 0 {
		arrival := p.pending[0]
		if p.free(arrival.OccurredAt, event.OccurredAt) && strictlyLater(event.OccurredAt, arrival.OccurredAt, p.rules.Zone) {
			p.review.Recordable = append(p.review.Recordable, arrival, event)
			p.slots = append(p.slots, TimeSlot{StartAt: arrival.OccurredAt, EndAt: event.OccurredAt})
			p.pending = nil
			return
		}
		p.leave()
	}
	if p.open != nil && strictlyLater(event.OccurredAt, p.open.OccurredAt, p.rules.Zone) {
		p.review.Recordable = append(p.review.Recordable, event)
		p.slots = append(p.slots, TimeSlot{StartAt: p.open.OccurredAt, EndAt: event.OccurredAt})
		p.open = nil
		return
	}
	if _, covered := p.slotAt(event.OccurredAt); p.betterEnd(event) || covered || p.duplicate(event) {
		return
	}
	p.review.Left = append(p.review.Left, event)
}

// betterEnd notes that a departure ends the slot that a person has closed last
// before it, if it is that of the same presence.
func (p *reviewPlan) betterEnd(event RefusedEvent) bool {
	var last *TimeSlot
	for i, slot := range p.slots {
		if slot.StartAt.Before(event.OccurredAt.Time) && (last == nil || slot.StartAt.After(last.StartAt.Time)) {
			last = &p.slots[i]
		}
	}
	if last == nil {
		return false
	}
	arrival, linked := p.arrivals[last.ID]
	if !linked || *arrival.Closure != ClosedManually || event.OccurredAt.Equal(last.EndAt.Time) ||
		event.OccurredAt.Sub(arrival.OccurredAt.Time) >= p.rules.ForgottenAfter ||
		!strictlyLater(event.OccurredAt, arrival.OccurredAt, p.rules.Zone) || !p.freeBeside(last.ID, last.StartAt, event.OccurredAt) ||
		slices.ContainsFunc(p.review.BetterEnds, func(other BetterEnd) bool { return other.Slot.ID == last.ID }) {
		return false
	}
	p.review.BetterEnds = append(p.review.BetterEnds, BetterEnd{*last, event, arrival})
	return true
}

// duplicateWithin is how long after the end of a slot a departure is taken for a
// second one.
const duplicateWithin = 15 * time.Minute

func (p *reviewPlan) duplicate(event RefusedEvent) bool {
	return slices.ContainsFunc(p.slots, func(slot TimeSlot) bool {
		return !event.OccurredAt.Before(slot.EndAt.Time) && event.OccurredAt.Sub(slot.EndAt.Time) < duplicateWithin
	})
}

// last decides on an arrival whose departure has not come: it is open when nothing
// recorded is later.
func (p *reviewPlan) last() {
	if len(p.pending) == 0 {
		return
	}
	arrival := p.pending[0]
	later := slices.ContainsFunc(p.slots, func(slot TimeSlot) bool { return slot.EndAt.After(arrival.OccurredAt.Time) })
	if later || p.open != nil {
		p.leave()
		return
	}
	p.review.Recordable = append(p.review.Recordable, arrival)
}

// leave leaves the arrival that waits to a person.
func (p *reviewPlan) leave() {
	p.review.Left = append(p.review.Left, p.pending...)
	p.pending = nil
}

// slotAt returns the slot that covers an instant.
func (p *reviewPlan) slotAt(instant Instant) (TimeSlot, bool) {
	for _, slot := range p.slots {
		if !instant.Before(slot.StartAt.Time) && !instant.After(slot.EndAt.Time) {
			return slot, true
		}
	}
	return TimeSlot{}, false
}

// free reports whether no slot and no open arrival lies between two instants.
func (p *reviewPlan) free(from, to Instant) bool { return p.freeBeside(0, from, to) }

// freeBeside is free, but for one slot.
func (p *reviewPlan) freeBeside(slotID int64, from, to Instant) bool {
	if p.open != nil && p.open.OccurredAt.After(from.Time) && p.open.OccurredAt.Before(to.Time) {
		return false
	}
	return !slices.ContainsFunc(p.slots, func(slot TimeSlot) bool {
		return slot.ID != slotID && slot.StartAt.Before(to.Time) && slot.EndAt.After(from.Time)
	})
}
