package models

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

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
	Source         Source
	UserAgent      string // the program that sends it, for the journal
}

// Receipt is the result of recording a signal.
type Receipt struct {
	Replayed   bool // it had been recorded before
	EventID    int64
	EntryID    int64
	TimeSlotID *int64 // nil for an arrival
	Event      EventType
	OccurredAt civil.Instant
	// Unjournalled is why the request has no line in the journal, which is no
	// reason to refuse it; nil when it has one.
	Unjournalled error
	// Change is that of an event by hand, which can be taken back, also when it is
	// replayed; zero otherwise.
	Change Change
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
// have a negative length. Nothing is later than what cannot be read.
func strictlyLater(a, b civil.Instant, zone *time.Location) bool {
	return b.Readable() && a.WallClock(zone).After(b.WallClock(zone)) && a.After(b.Time)
}

// RecordPresence records a signal in one transaction, or repeats the answer to
// the one recorded before. It returns [civil.ErrDateOutOfRange], [ErrKeyReused],
// [ErrArrivalOpen], [ErrNoOpenArrival] or [ErrDepartureNotLater], in this order,
// and has then changed no day. The request gets its line in the journal in that
// transaction; what the rules refuse is kept for a person to look at.
func (s *Store) RecordPresence(ctx context.Context, signal Signal, receivedAt civil.Instant) (Receipt, error) {
	return s.record(ctx, receivedAt, func(*gorm.DB) (Signal, error) { return signal, nil })
}

// record records the signal that a function returns within the transaction, or
// returns the function's error.
func (s *Store) record(ctx context.Context, receivedAt civil.Instant, signalIn func(tx *gorm.DB) (Signal, error)) (Receipt, error) {
	var taken reception
	var change Change
	var unjournalled error
	err := s.write(ctx, func(tx *gorm.DB) error {
		signal, err := signalIn(tx)
		if err != nil {
			return err
		}
		if signal.Source == FromPage {
			change, err = pressing(tx, s.rules, signal, receivedAt, func() (err error) {
				taken, err = receive(tx, s.rules, signal, receivedAt)
				return err
			})
			if err == nil && taken.outcome == OutcomeReplayed {
				change, err = changeOfPress(tx, taken.event)
			}
		} else {
			taken, err = receive(tx, s.rules, signal, receivedAt)
		}
		if err != nil {
			return err
		}
		unjournalled = taken.journal(tx, s.rules, signal, receivedAt)
		return nil
	})
	if err != nil && !taken.changedNothing() {
		return Receipt{}, err
	}
	receipt := taken.receipt(errors.Join(unjournalled, err))
	receipt.Change = change
	return receipt, taken.refusal
}

// reception is what the rules make of a signal.
type reception struct {
	outcome RequestOutcome
	refusal error // nil when it was recorded or replayed
	// event is the one recorded; of a refusal the one in the way, or nil.
	event *WorkplacePresenceEvent
}

// refused is the reception of a signal that the rules refuse, for the event in the way.
func refused(refusal error, inTheWay *WorkplacePresenceEvent) reception {
	return reception{outcomeOf(refusal), refusal, inTheWay}
}

// changedNothing reports whether only the journal had something to write.
func (r reception) changedNothing() bool { return r.outcome != "" && r.outcome != OutcomeRecorded }

func (r reception) receipt(unjournalled error) Receipt {
	if r.refusal != nil {
		return Receipt{Unjournalled: unjournalled}
	}
	return Receipt{
		Replayed:     r.outcome == OutcomeReplayed,
		EventID:      r.event.ID,
		EntryID:      r.event.firstEntry(),
		TimeSlotID:   r.event.CreatedSlotID,
		Event:        r.event.Event,
		OccurredAt:   r.event.OccurredAt,
		Unjournalled: unjournalled,
	}
}

// receive records a signal, or finds why it must not be. Its error is that of the
// database only.
func receive(tx *gorm.DB, rules Rules, signal Signal, receivedAt civil.Instant) (reception, error) {
	date, err := civil.DateIn(signal.OccurredAt, rules.Zone)
	if err != nil {
		return refused(err, nil), nil
	}
	known, err := findEventByKey(tx, signal.IdempotencyKey)
	if err != nil {
		return reception{}, err
	}
	if known != nil && known.matches(signal) {
		return reception{OutcomeReplayed, nil, known}, nil
	}
	if known != nil {
		return refused(ErrKeyReused, known), nil
	}
	open, err := findOpenArrival(tx)
	if err != nil {
		return reception{}, err
	}
	if err := Verdict(open, signal, rules.Zone); err != nil {
		return refused(err, open), nil
	}
	event := &WorkplacePresenceEvent{
		Event:          signal.Event,
		OccurredAt:     signal.OccurredAt,
		OccurredAtSent: signal.OccurredAtSent,
		IdempotencyKey: signal.IdempotencyKey,
		ReceivedAt:     receivedAt,
		ByHand:         signal.Source == FromPage,
	}
	if signal.Event == Arrival {
		err = soundly(tx, []civil.Date{date}, func() error { return openArrival(tx, rules, date, event, receivedAt) })
		return reception{OutcomeRecorded, nil, event}, err
	}
	if date, err = dateOf(tx, open); err != nil {
		return reception{}, err
	}
	err = soundly(tx, []civil.Date{date}, func() error {
		return closeOver(tx, rules, open, event, receivedAt)
	})
	return reception{OutcomeRecorded, nil, event}, err
}

// journal writes the signal's line, and keeps what [Verdict] has refused.
func (r reception) journal(tx *gorm.DB, rules Rules, signal Signal, receivedAt civil.Instant) error {
	line := JournalLine{
		ReceivedAt:     receivedAt,
		Source:         signal.Source,
		Outcome:        r.outcome,
		Event:          string(signal.Event),
		OccurredAtSent: signal.OccurredAtSent,
		IdempotencyKey: signal.IdempotencyKey,
		UserAgent:      signal.UserAgent,
		Date:           lineDate(signal.OccurredAt, receivedAt, rules.Zone),
	}
	if r.event != nil {
		line.EventID = &r.event.ID
	}
	var entryID int64
	if r.refusal == nil { // a departure stands on its arrival's day
		entryID = r.event.WorkEntryID
	}
	err := addLine(tx, line, entryID)
	if r.refusal != nil && r.outcome.Recoverable() && signal.Source != FromPage { // a person who pressed a button has seen the reason
		err = errors.Join(err, keepRefused(tx, signal, r.outcome, receivedAt))
	}
	return err
}

// openArrival records an arrival on the entry of its date, which it creates
// with the defaults when there is none.
func openArrival(tx *gorm.DB, rules Rules, date civil.Date, arrival *WorkplacePresenceEvent, now civil.Instant) error {
	entry, err := findEntryByDate(tx, date)
	if err != nil {
		return err
	}
	if entry != nil {
		arrival.WorkEntryID = entry.ID
		if err := touchEntry(tx, entry.ID, now); err != nil {
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
		CreatedAt:        now,
		UpdatedAt:        now,
	}
	if err := tx.Create(entry).Error; err != nil {
		return err
	}
	arrival.WorkEntryID = entry.ID
	return tx.Create(arrival).Error
}

// closeArrival records a departure: the slot that it ends, on the entry of its
// arrival, and the arrival as closed. Both events get the slot.
func closeArrival(tx *gorm.DB, arrival, departure *WorkplacePresenceEvent, now civil.Instant) error {
	slot := &TimeSlot{WorkEntryID: arrival.WorkEntryID, StartAt: arrival.OccurredAt, EndAt: departure.OccurredAt}
	if err := addSlot(tx, slot); err != nil {
		return err
	}
	departure.WorkEntryID = arrival.WorkEntryID
	departure.TimeSlotID = &slot.ID
	departure.CreatedSlotID = &slot.ID
	if err := tx.Create(departure).Error; err != nil {
		return err
	}
	return closeEvent(tx, arrival, ClosedByDeparture, &slot.ID, now)
}
