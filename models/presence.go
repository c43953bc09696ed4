package models

import (
	"context"
	"errors"
	"slices"

	"worklog/models/civil"
)

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

// RecordPresence records a signal in one transaction, or repeats the answer to
// the one recorded before. It returns [civil.ErrDateOutOfRange], [ErrKeyReused],
// [ErrArrivalOpen], [ErrNoOpenArrival] or [ErrDepartureNotLater], in this order,
// and has then changed no day. The request gets its line in the journal in that
// transaction; what the rules refuse is kept for a person to look at.
func (s *Store) RecordPresence(ctx context.Context, signal Signal, receivedAt civil.Instant) (Receipt, error) {
	return s.record(ctx, receivedAt, func(*Tx) (Signal, error) { return signal, nil })
}

// record records the signal that a function returns within the transaction, or
// returns the function's error.
func (s *Store) record(ctx context.Context, receivedAt civil.Instant, signalIn func(tx *Tx) (Signal, error)) (Receipt, error) {
	var taken reception
	var change Change
	var unjournalled error
	err := s.Write(ctx, func(tx *Tx) error {
		signal, err := signalIn(tx)
		if err != nil {
			return err
		}
		if signal.Source == FromPage {
			change, err = pressing(tx, signal, receivedAt, func() (err error) {
				taken, err = receive(tx, signal, receivedAt)
				return err
			})
			if err == nil && taken.outcome == OutcomeReplayed {
				change, err = changeOfPress(tx, taken.event)
			}
		} else {
			taken, err = receive(tx, signal, receivedAt)
		}
		if err != nil {
			return err
		}
		unjournalled = taken.journal(tx, signal, receivedAt)
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
func receive(tx *Tx, signal Signal, receivedAt civil.Instant) (reception, error) {
	date, err := civil.DateIn(signal.OccurredAt, tx.Rules.Zone)
	if err != nil {
		return reception{RefusedDateOutOfRange, err, nil}, nil
	}
	known, err := tx.EventByKey(signal.IdempotencyKey)
	if err != nil {
		return reception{}, err
	}
	if known != nil && known.matches(signal) {
		return reception{OutcomeReplayed, nil, known}, nil
	}
	if known != nil {
		return reception{RefusedKeyReused, ErrKeyReused, known}, nil
	}
	open, err := tx.OpenArrival()
	if err != nil {
		return reception{}, err
	}
	if err := Verdict(open, signal, tx.Rules.Zone); err != nil {
		return reception{verdicts[err], err, open}, nil
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
		err = tx.Soundly([]civil.Date{date}, func() error { return tx.Arrive(date, event, receivedAt) })
		return reception{OutcomeRecorded, nil, event}, err
	}
	if date, err = tx.DateOf(open); err != nil {
		return reception{}, err
	}
	err = tx.Soundly([]civil.Date{date}, func() error {
		return tx.Leave(open, event, receivedAt)
	})
	return reception{OutcomeRecorded, nil, event}, err
}

// verdicts are the outcomes of what [Verdict] returns.
var verdicts = map[error]RequestOutcome{
	ErrArrivalOpen:       RefusedArrivalOpen,
	ErrNoOpenArrival:     RefusedNoArrival,
	ErrDepartureNotLater: RefusedNotLater,
}

// presenceRefusals are the errors by which the rules of presence refuse a signal.
var presenceRefusals = []error{civil.ErrDateOutOfRange, ErrKeyReused, ErrArrivalOpen, ErrNoOpenArrival, ErrDepartureNotLater}

// IsPresenceRefusal reports whether an error is a refusal by the rules of presence,
// rather than a failure.
func IsPresenceRefusal(err error) bool {
	return slices.ContainsFunc(presenceRefusals, func(refusal error) bool { return errors.Is(err, refusal) })
}

// journal writes the signal's line, and keeps what [Verdict] has refused.
func (r reception) journal(tx *Tx, signal Signal, receivedAt civil.Instant) error {
	line := JournalLine{
		ReceivedAt:     receivedAt,
		Source:         signal.Source,
		Outcome:        r.outcome,
		Event:          string(signal.Event),
		OccurredAtSent: signal.OccurredAtSent,
		IdempotencyKey: signal.IdempotencyKey,
		UserAgent:      signal.UserAgent,
		Date:           lineDate(signal.OccurredAt, receivedAt, tx.Rules.Zone),
	}
	if r.event != nil {
		line.EventID = &r.event.ID
	}
	var entryID int64
	if r.refusal == nil { // a departure stands on its arrival's day
		entryID = r.event.WorkEntryID
	}
	err := tx.AddLine(line, entryID)
	if _, kept := verdicts[r.refusal]; kept && signal.Source != FromPage { // a person who pressed a button has seen the reason
		err = errors.Join(err, tx.KeepRefused(signal, r.outcome, receivedAt))
	}
	return err
}
