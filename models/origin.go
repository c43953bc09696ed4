package models

import (
	"slices"
	"time"

	"worklog/models/civil"
)

// Origin says where the hours of a slot come from.
type Origin string

// The origins.
const (
	Live      Origin = "live"      // from events that were received within 15 minutes, either way
	Late      Origin = "late"      // from events that were received otherwise
	Pressed   Origin = "pressed"   // from events of which a person has made one, by a button of the pages
	Typed     Origin = "typed"     // by a person
	Corrected Origin = "corrected" // by a person, who changed what was there
	Imported  Origin = "imported"  // from a file, which an editor can change
)

// Origins lists every origin.
var Origins = []Origin{Live, Late, Pressed, Typed, Corrected, Imported}

// written are the origins that a row of a slot has.
var written = []Origin{Typed, Corrected, Imported}

// SlotOrigin is the origin of a slot, and since when it has it.
type SlotOrigin struct {
	Origin
	// LateMinutes is, of [Late], how long after its moment the event that was received later was
	// received, in whole minutes; less than 0 for an event received before its moment.
	LateMinutes int64
	// At is when the slot was typed, corrected or imported; zero if that is not known.
	At civil.Instant
}

// liveWithin is how far from its moment an event is received at most if it is live.
const liveWithin = 15 * time.Minute

// Origins returns the origin of each of those slots of the day. A slot whose two ends are those of events of
// the day has their origin, whoever has rewritten the day since; another has that of its row.
func (r *DayRecord) Origins(slots []TimeSlot) []SlotOrigin {
	type moment struct {
		event EventType
		at    string
	}
	events := make(map[moment]*WorkplacePresenceEvent, len(r.Events))
	for i := range r.Events {
		event := &r.Events[i]
		if at := (moment{event.Event, event.OccurredAt.String()}); events[at] == nil {
			events[at] = event
		}
	}
	origins := make([]SlotOrigin, len(slots))
	for i, slot := range slots {
		arrival, departure := events[moment{Arrival, slot.StartAt.String()}], events[moment{Departure, slot.EndAt.String()}]
		if arrival == nil || departure == nil {
			origins[i] = slot.written()
		} else {
			origins[i] = originOfEvents(arrival, departure)
		}
	}
	return origins
}

// written returns what the slot's row says of its origin.
func (s TimeSlot) written() SlotOrigin {
	origin := SlotOrigin{Origin: Typed}
	if s.Origin != nil && slices.Contains(written, *s.Origin) {
		origin.Origin = *s.Origin
	}
	if s.OriginAt != nil {
		origin.At = *s.OriginAt
	}
	return origin
}

// originOfEvents is as doubtful as the more doubtful of two events.
func originOfEvents(arrival, departure *WorkplacePresenceEvent) (origin SlotOrigin) {
	origin.Origin = Live
	for _, event := range []*WorkplacePresenceEvent{arrival, departure} {
		late := event.ReceivedAt.Sub(event.OccurredAt.Time)
		switch {
		case event.ImportedAt != nil:
			origin = SlotOrigin{Origin: Imported, At: *event.ImportedAt}
		case origin.Origin == Imported:
		case bool(event.ByHand):
			origin = SlotOrigin{Origin: Pressed}
		case origin.Origin != Pressed && late.Abs() > liveWithin:
			minutes := int64(late / time.Minute)
			if origin.Origin == Late {
				minutes = max(minutes, origin.LateMinutes)
			}
			origin = SlotOrigin{Origin: Late, LateMinutes: minutes}
		}
	}
	return origin
}
