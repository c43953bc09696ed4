package models

import (
	"context"
	"database/sql/driver"
	"time"

	"worklog/models/civil"
)

// EventType is the kind of a presence event.
type EventType string

// The two kinds of presence event.
const (
	Arrival   EventType = "arrival"
	Departure EventType = "departure"
)

// Valid reports whether e is an arrival or a departure.
func (e EventType) Valid() bool { return e == Arrival || e == Departure }

// Closure says how an arrival was closed.
type Closure string

// The ways in which an arrival is closed.
const (
	ClosedByDeparture Closure = "departure"
	ClosedManually    Closure = "manual"    // a person entered the end
	ClosedAsDiscarded Closure = "discarded" // a person discarded the arrival
)

// closures are all of them.
var closures = []Closure{ClosedByDeparture, ClosedManually, ClosedAsDiscarded}

// Flag is a yes or no that is stored as 1 or 0. Any other number, which another program has
// written, is read as yes.
type Flag bool

func (f *Flag) Scan(source any) error {
	number, ok := source.(int64)
	*f = Flag(!ok || number != 0)
	return nil
}

func (f Flag) Value() (driver.Value, error) { return bool(f), nil }

// GormDataType declares the column as a boolean.
func (Flag) GormDataType() string { return "bool" }

// WorkplacePresenceEvent is an arrival or a departure as it was accepted.
type WorkplacePresenceEvent struct {
	ID             int64          `json:"id"`
	WorkEntryID    int64          `json:"work_entry_id"`
	TimeSlotID     *int64         `json:"time_slot_id"` // nil for an open arrival, and after the day was edited by hand
	Event          EventType      `json:"event"`
	OccurredAt     civil.Instant  `json:"occurred_at"`
	OccurredAtSent string         `json:"occurred_at_sent"` // OccurredAt as the request wrote it, offset included
	IdempotencyKey string         `json:"idempotency_key"`
	ReceivedAt     civil.Instant  `json:"received_at"`     // by this machine's clock
	CreatedSlotID  *int64         `json:"created_slot_id"` // the slot that a departure created, kept for its replays
	Closure        *Closure       `json:"closure"`
	ClosedAt       *civil.Instant `json:"closed_at"`
	FirstEntryID   *int64         `json:"first_entry_id"`        // the entry of its first answer, once it was moved to another
	ByHand         Flag           `json:"by_hand"`               // a person made it, by a button of the pages
	ImportedAt     *civil.Instant `json:"imported_at,omitempty"` // when it was taken from a file, which says the above; nil otherwise

	TimeSlot *TimeSlot `json:"-" gorm:"->;foreignKey:TimeSlotID;constraint:OnDelete:SET NULL"`
}

// Matches reports whether the signal, which has the same key, is a replay of the
// recorded event.
func (e *WorkplacePresenceEvent) Matches(signal Signal) bool {
	return e.Event == signal.Event && e.OccurredAt.Equal(signal.OccurredAt.Time)
}

// FirstEntry is the entry that the event was recorded on, which its replays name.
func (e *WorkplacePresenceEvent) FirstEntry() int64 {
	if e.FirstEntryID != nil {
		return *e.FirstEntryID
	}
	return e.WorkEntryID
}

// Conditions of a presence event in SQL. One has no day if another program deleted the day alone.
const (
	isOpen = "event = 'arrival' AND closure IS NULL"
	hasDay = "EXISTS (SELECT 1 FROM work_entries WHERE id = work_entry_id)"
)

// OpenArrival returns the open arrival, or nil. There is at most one with a day.
func (tx *Tx) OpenArrival() (*WorkplacePresenceEvent, error) {
	return FindOne[WorkplacePresenceEvent](tx.Where(isOpen + " AND " + hasDay))
}

// IsOpen reports whether the event is an arrival that is not closed.
func (e *WorkplacePresenceEvent) IsOpen() bool { return e.Event == Arrival && e.Closure == nil }

// IsDiscarded reports whether the event is an arrival that a person has ignored.
func (e *WorkplacePresenceEvent) IsDiscarded() bool {
	return e.Closure != nil && *e.Closure == ClosedAsDiscarded
}

// ClosedByDeparture reports whether the event is an arrival that a departure closed.
func (e *WorkplacePresenceEvent) ClosedByDeparture() bool {
	return e.Closure != nil && *e.Closure == ClosedByDeparture
}

// Signal returns the signal that the event records.
func (e *WorkplacePresenceEvent) Signal() Signal {
	return Signal{Event: e.Event, OccurredAt: e.OccurredAt, IdempotencyKey: e.IdempotencyKey}
}

// OpenArrival returns the open arrival, or nil.
func (s *Store) OpenArrival(ctx context.Context) (*WorkplacePresenceEvent, error) {
	return s.Read(ctx).OpenArrival()
}

// LastEvent returns the presence event received last, or nil.
func (s *Store) LastEvent(ctx context.Context) (*WorkplacePresenceEvent, error) {
	return FindOne[WorkplacePresenceEvent](s.Read(ctx).Where("received_at < ?", civil.AfterAll).Order("received_at DESC, id DESC"))
}

// Event returns the event with that id, or nil.
func (s *Store) Event(ctx context.Context, id int64) (*WorkplacePresenceEvent, error) {
	return FindOne[WorkplacePresenceEvent](s.Read(ctx).Where("id = ?", id))
}

// CountEvents returns how many presence events an entry has.
func (s *Store) CountEvents(ctx context.Context, entryID int64) (count int64, err error) {
	err = s.Read(ctx).Model(&WorkplacePresenceEvent{}).Where("work_entry_id = ?", entryID).Count(&count).Error
	return count, err
}

// MaxKeyLength is the maximum length of an idempotency key in Unicode code points.
const MaxKeyLength = 255

// Signal is a presence event to be recorded.
type Signal struct {
	Event          EventType
	OccurredAt     civil.Instant
	OccurredAtSent string // OccurredAt as the request wrote it
	IdempotencyKey string
	Source         Door
	UserAgent      string // the program that sends it, for the journal
}

// Verdict decides whether a signal with a new key may be recorded, given the open
// arrival (nil if there is none). If not, it returns [ErrArrivalOpen],
// [ErrNoOpenArrival] or [ErrDepartureNotLater].
func Verdict(open *WorkplacePresenceEvent, signal Signal, zone *time.Location) error {
	if signal.Event == Arrival {
		if open != nil {
			return ErrArrivalOpen
		}
		return nil
	}
	if open == nil {
		return ErrNoOpenArrival
	}
	if !StrictlyLater(signal.OccurredAt, open.OccurredAt, zone) {
		return ErrDepartureNotLater
	}
	return nil
}

// StrictlyLater reports whether a is later than b, both on the wall clock of the
// zone and in absolute time. The specification asks for the former. The latter
// differs only in the hour that is repeated in autumn, where a slot could otherwise
// have a negative length. Nothing is later than what cannot be read.
func StrictlyLater(a, b civil.Instant, zone *time.Location) bool {
	return b.Readable() && a.WallClock(zone).After(b.WallClock(zone)) && a.After(b.Time)
}
