package models

import (
	"time"

	"worklog/models/civil"
)

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
