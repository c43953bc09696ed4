package models

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// MaxKeyLength is the maximum length of an idempotency key in Unicode code points.
const MaxKeyLength = 255

// Signal is a presence event to be recorded.
type Signal struct {
	Event          EventType
	OccurredAt     Instant
	OccurredAtSent string // OccurredAt as the request wrote it
	IdempotencyKey string
}

// PresenceRules is what the configuration determines about presence events.
type PresenceRules struct {
	Zone     *time.Location // of local dates and wall times
	Defaults EntryDefaults
}

// Receipt is the result of recording a signal.
type Receipt struct {
	Replayed   bool // it had been recorded before
	EventID    int64
	EntryID    int64
	TimeSlotID *int64 // nil for an arrival
	Event      EventType
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
	if !strictlyLater(signal.OccurredAt, open.OccurredAt, zone) {
		return ErrDepartureNotLater
	}
	return nil
}

// strictlyLater reports whether a is later than b, both on the wall clock of the
// zone and in absolute time. The specification asks for the former. The latter
// differs only in the hour that is repeated in autumn, where a slot could otherwise
// have a negative length.
func strictlyLater(a, b Instant, zone *time.Location) bool {
	return wallClock(a, zone).After(wallClock(b, zone)) && a.After(b.Time)
}

// wallClock returns the wall clock reading of an instant as a time in UTC, so that
// readings can be compared whatever their offsets.
func wallClock(instant Instant, zone *time.Location) time.Time {
	local := instant.In(zone)
	year, month, day := local.Date()
	return time.Date(year, month, day, local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), time.UTC)
}

// RecordPresence records a signal in one transaction, or returns the receipt of
// the signal that it replays. It checks for [ErrDateOutOfRange], [ErrKeyReused],
// [ErrArrivalOpen], [ErrNoOpenArrival] and [ErrDepartureNotLater], in this order;
// if it returns one of them, nothing has changed.
func (s *Store) RecordPresence(ctx context.Context, rules PresenceRules, signal Signal, receivedAt Instant) (Receipt, error) {
	date, err := DateIn(signal.OccurredAt, rules.Zone)
	if err != nil {
		return Receipt{}, err
	}
	var event *WorkplacePresenceEvent
	replayed := false
	err = s.write(ctx, func(tx *gorm.DB) error {
		event, err = findEventByKey(tx, signal.IdempotencyKey)
		if err != nil {
			return err
		}
		if event != nil {
			replayed = true
			if !event.matches(signal) {
				return ErrKeyReused
			}
			return nil
		}
		event, err = recordSignal(tx, rules, signal, date, receivedAt)
		return err
	})
	if err != nil {
		return Receipt{}, err
	}
	return Receipt{
		Replayed:   replayed,
		EventID:    event.ID,
		EntryID:    event.WorkEntryID,
		TimeSlotID: event.CreatedSlotID,
		Event:      event.Event,
	}, nil
}

// recordSignal records a signal whose key is new.
func recordSignal(tx *gorm.DB, rules PresenceRules, signal Signal, date Date, receivedAt Instant) (*WorkplacePresenceEvent, error) {
	open, err := findOpenArrival(tx)
	if err != nil {
		return nil, err
	}
	if err := Verdict(open, signal, rules.Zone); err != nil {
		return nil, err
	}
	event := &WorkplacePresenceEvent{
		Event:          signal.Event,
		OccurredAt:     signal.OccurredAt,
		OccurredAtSent: signal.OccurredAtSent,
		IdempotencyKey: signal.IdempotencyKey,
		ReceivedAt:     receivedAt,
	}
	if signal.Event == Departure {
		return event, closeArrival(tx, open, event)
	}
	return event, openArrival(tx, rules, date, event)
}

// openArrival records an arrival on the entry of its date, which it creates with
// the defaults if there is none.
func openArrival(tx *gorm.DB, rules PresenceRules, date Date, arrival *WorkplacePresenceEvent) error {
	entry, err := findEntryByDate(tx, date)
	if err != nil {
		return err
	}
	if entry != nil {
		arrival.WorkEntryID = entry.ID
		if err := touchEntry(tx, entry.ID, arrival.ReceivedAt); err != nil {
			return err
		}
		return tx.Create(arrival).Error
	}
	entry = &WorkEntry{
		Date:             date,
		Timezone:         rules.Zone.String(),
		DayType:          rules.Defaults.DayType,
		JourneyProfileID: rules.Defaults.JourneyProfileID,
		MotorVehicleID:   rules.Defaults.MotorVehicleID,
		Version:          1,
		CreatedAt:        arrival.ReceivedAt,
		UpdatedAt:        arrival.ReceivedAt,
	}
	if err := tx.Create(entry).Error; err != nil {
		return err
	}
	arrival.WorkEntryID = entry.ID
	return tx.Create(arrival).Error
}

// closeArrival records a departure: it creates the slot on the arrival's entry,
// links both events to it and closes the arrival.
func closeArrival(tx *gorm.DB, arrival, departure *WorkplacePresenceEvent) error {
	slot := &TimeSlot{WorkEntryID: arrival.WorkEntryID, StartAt: arrival.OccurredAt, EndAt: departure.OccurredAt}
	if err := tx.Create(slot).Error; err != nil {
		return err
	}
	departure.WorkEntryID = arrival.WorkEntryID
	departure.TimeSlotID = &slot.ID
	departure.CreatedSlotID = &slot.ID
	if err := tx.Create(departure).Error; err != nil {
		return err
	}
	return closeEvent(tx, arrival, ClosedByDeparture, &slot.ID, departure.ReceivedAt)
}
