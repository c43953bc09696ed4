package models

import (
	"iter"
	"slices"
	"time"

	"gorm.io/gorm"
)

// reviewPlan plays the refused events in the order of their time, as if they came
// now, beside what is recorded.
type reviewPlan struct {
	rules   Rules
	refused []RefusedEvent
	slots   []TimeSlot // recorded ones, in the order of their start
	reach   []Instant  // the latest end of the slots up to each
	// open is the arrival that is open, or nil.
	open *WorkplacePresenceEvent
	// arrivals and departures are those that slots are linked to, by slot.
	arrivals, departures map[int64]WorkplacePresenceEvent
	// latest is when the latest event recorded occurred.
	latest Instant
	// taken are the keys under which an event is recorded, or would be.
	taken map[string]bool

	pending *RefusedEvent // an arrival that waits for its departure, or nil
	made    []TimeSlot    // of the events that can be recorded, in their order
	review  Review
}

// newReviewPlan reads what is played, or returns nil when there is nothing.
func newReviewPlan(db *gorm.DB, rules Rules) (*reviewPlan, error) {
	refused, err := refusedEvents(db)
	if err != nil || len(refused) == 0 {
		return nil, err
	}
	plan := &reviewPlan{rules: rules, taken: map[string]bool{},
		arrivals: map[int64]WorkplacePresenceEvent{}, departures: map[int64]WorkplacePresenceEvent{}}
	for _, event := range refused {
		if event.OccurredAt.Readable() {
			plan.refused = append(plan.refused, event)
		} else {
			plan.review.Left = append(plan.review.Left, event)
		}
	}
	if len(plan.refused) == 0 {
		return plan, nil
	}
	if plan.open, err = findOpenArrival(db); err != nil {
		return nil, err
	}
	latest, err := findOne[WorkplacePresenceEvent](db.Where("occurred_at < ?", afterAll).Order("occurred_at DESC"))
	if err != nil {
		return nil, err
	}
	if latest != nil {
		plan.latest = latest.OccurredAt
	}
	var keys []string
	recorded := "idempotency_key IN (SELECT idempotency_key FROM workplace_presence_events)"
	if err := db.Model(&RefusedEvent{}).Where(recorded).Pluck("idempotency_key", &keys).Error; err != nil {
		return nil, err
	}
	for _, key := range keys {
		plan.taken[key] = true
	}
	return plan, plan.readSlots(db)
}

// readSlots reads the slots around the refused events, and what they are linked to. A
// slot that could be parted may reach beyond the last event, over others.
func (p *reviewPlan) readSlots(db *gorm.DB) error {
	const around = "end_at >= ? AND start_at <= ? AND end_at < '" + afterAll + "'"
	from := NewInstant(p.refused[0].OccurredAt.Add(-max(p.rules.ForgottenAfter, duplicateWithin)))
	to := p.refused[len(p.refused)-1].OccurredAt
	last := db.Model(&TimeSlot{}).Where(around, from, to).Select("max(coalesce(max(end_at), ?), ?)", to, to)
	if err := last.Scan(&to).Error; err != nil {
		return err
	}
	if err := db.Where(around, from, to).Order("start_at, id").Find(&p.slots).Error; err != nil {
		return err
	}
	p.slots, _ = readable(p.slots)
	var linked []WorkplacePresenceEvent
	ids := db.Session(&gorm.Session{NewDB: true}).Model(&TimeSlot{}).Select("id").Where(around, from, to)
	if err := db.Where("time_slot_id IN (?)", ids).Find(&linked).Error; err != nil {
		return err
	}
	for _, event := range linked {
		if event.Event == Arrival {
			p.arrivals[*event.TimeSlotID] = event
		} else {
			p.departures[*event.TimeSlotID] = event
		}
	}
	var reach Instant
	for _, slot := range p.slots {
		if slot.EndAt.After(reach.Time) {
			reach = slot.EndAt
		}
		p.reach = append(p.reach, reach)
	}
	return nil
}

// between yields the slots that have an instant in common with a span, recorded or
// made, the latest first.
func (p *reviewPlan) between(from, to Instant) iter.Seq[TimeSlot] {
	return func(yield func(TimeSlot) bool) {
		for _, slot := range slices.Backward(p.made) {
			if !slot.StartAt.After(to.Time) && !slot.EndAt.Before(from.Time) && !yield(slot) {
				return
			}
		}
		next, _ := slices.BinarySearchFunc(p.slots, to, func(slot TimeSlot, to Instant) int {
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

func (p *reviewPlan) play() {
	for _, event := range p.refused {
		_, unknownDate := DateIn(event.OccurredAt, p.rules.Zone) // refused by the rules, if the zone was another one then
		switch {
		case unknownDate != nil, p.taken[event.IdempotencyKey]: // the key is that of another event
			p.review.Left = append(p.review.Left, event)
		case event.Event == Arrival:
			p.arrival(event)
		default:
			p.departure(event)
		}
	}
	p.last()
}

// arrival takes the next arrival: it waits for its departure, unless it is covered
// by a slot or by an arrival that is open.
func (p *reviewPlan) arrival(event RefusedEvent) {
	if p.open != nil && !event.OccurredAt.Before(p.open.OccurredAt.Time) {
		return // refused until that one is closed
	}
	for slot := range p.between(event.OccurredAt, event.OccurredAt) {
		p.part(slot, event)
		return
	}
	if p.pending != nil {
		if p.free(p.pending.OccurredAt, event.OccurredAt) {
			return // the rules would refuse it again, and its departure covers it
		}
		p.leave()
	}
	p.pending = &event
}

// part notes that a slot is two days, if it is so long.
func (p *reviewPlan) part(slot TimeSlot, event RefusedEvent) {
	zone := p.rules.Zone
	if slot.EndAt.Sub(slot.StartAt.Time) < p.rules.ForgottenAfter ||
		!strictlyLater(event.OccurredAt, slot.StartAt, zone) || !strictlyLater(slot.EndAt, event.OccurredAt, zone) {
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
	if !arrived || !left || !p.freeBeside(slot.ID, event.OccurredAt, slot.EndAt) {
		if p.beginsADay(slot, event) { // a person has changed the day, or made the second
			p.review.Left = append(p.review.Left, event)
		}
		return
	}
	p.review.Parts = append(p.review.Parts, Part{slot, event, []RefusedEvent{event}, arrival, leaving})
}

// beginsADay reports whether an arrival inside a slot is rather the next day's than
// that of a phone which loses the place for a moment.
func (p *reviewPlan) beginsADay(slot TimeSlot, event RefusedEvent) bool {
	return DateOf(event.OccurredAt.In(p.rules.Zone)) != DateOf(slot.StartAt.In(p.rules.Zone)) &&
		event.OccurredAt.Sub(slot.StartAt.Time) >= p.rules.ForgottenAfter/2
}

// departure takes the next departure: it ends the arrival that waits or is open, or
// a slot that a person has closed.
func (p *reviewPlan) departure(event RefusedEvent) {
	if arrival := p.pending; arrival != nil {
		if p.free(arrival.OccurredAt, event.OccurredAt) && strictlyLater(event.OccurredAt, arrival.OccurredAt, p.rules.Zone) {
			p.record(*arrival, event)
			p.made = append(p.made, TimeSlot{StartAt: arrival.OccurredAt, EndAt: event.OccurredAt})
			p.pending = nil
			return
		}
		p.leave()
	}
	if p.open != nil && strictlyLater(event.OccurredAt, p.open.OccurredAt, p.rules.Zone) {
		p.record(event)
		p.made = append(p.made, TimeSlot{StartAt: p.open.OccurredAt, EndAt: event.OccurredAt})
		p.open = nil
		return
	}
	if p.betterEnd(event) || p.saysNothingNew(event) {
		return
	}
	p.review.Left = append(p.review.Left, event)
}

// record notes events that can be recorded. Another one with such a key cannot be.
func (p *reviewPlan) record(events ...RefusedEvent) {
	for _, event := range events {
		if p.taken[event.IdempotencyKey] {
			p.review.Left = append(p.review.Left, event)
			continue
		}
		p.taken[event.IdempotencyKey] = true
		p.review.Recordable = append(p.review.Recordable, event)
	}
}

// betterEnd notes that a departure ends the slot that a person has closed last
// before it, if it is that of the same presence.
func (p *reviewPlan) betterEnd(event RefusedEvent) bool {
	since := NewInstant(event.OccurredAt.Add(-p.rules.ForgottenAfter))
	for slot := range p.between(since, event.OccurredAt) { // the one that started last
		arrival, linked := p.arrivals[slot.ID]
		if !linked || arrival.Closure == nil || *arrival.Closure != ClosedManually || event.OccurredAt.Equal(slot.EndAt.Time) ||
			event.OccurredAt.Sub(arrival.OccurredAt.Time) >= p.rules.ForgottenAfter ||
			!strictlyLater(event.OccurredAt, arrival.OccurredAt, p.rules.Zone) || !p.freeBeside(slot.ID, slot.StartAt, event.OccurredAt) ||
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

// saysNothingNew reports whether a slot covers a departure, or has ended just before.
func (p *reviewPlan) saysNothingNew(event RefusedEvent) bool {
	for range p.between(NewInstant(event.OccurredAt.Add(1-duplicateWithin)), event.OccurredAt) {
		return true
	}
	return false
}

// last decides on an arrival whose departure has not come: it is open when nothing
// recorded is later. What would be made is earlier: a departure after it would have taken
// the arrival.
func (p *reviewPlan) last() {
	if p.pending == nil {
		return
	}
	at := p.pending.OccurredAt
	recorded := len(p.reach) > 0 && p.reach[len(p.reach)-1].After(at.Time)
	if recorded || p.open != nil || p.latest.After(at.Time) {
		p.leave()
		return
	}
	p.record(*p.pending)
}

// leave leaves the arrival that waits to a person.
func (p *reviewPlan) leave() {
	p.review.Left = append(p.review.Left, *p.pending)
	p.pending = nil
}

// free reports whether no slot and no open arrival lies between two instants.
func (p *reviewPlan) free(from, to Instant) bool { return p.freeBeside(0, from, to) }

// freeBeside is free, but for one slot.
func (p *reviewPlan) freeBeside(slotID int64, from, to Instant) bool {
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
