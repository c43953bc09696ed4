// Package presence records arrivals and departures by the rules of presence, whoever signals
// them: the automation, or a person by a button. It also closes by hand an arrival whose
// departure is missing, and says how things stand. The state table is in package models.
package presence

import (
	"context"
	"errors"

	"worklog/models"
	"worklog/models/civil"
)

// Receipt is the result of recording a signal.
type Receipt struct {
	Outcome models.RequestOutcome
	// Event is the one recorded, now or before; of a refusal the one in the way, or nil.
	Event *models.WorkplacePresenceEvent
	// Unjournalled is why the request has no line in the journal, which is no
	// reason to refuse it; nil when it has one.
	Unjournalled error
	// Change is that of an event by hand, which can be taken back, also when it is
	// replayed; zero otherwise.
	Change models.Change

	refusal error // nil when it was recorded or replayed
}

// Record records a signal in one transaction, or repeats the answer to
// the one recorded before. It returns [civil.ErrDateOutOfRange], [models.ErrKeyReused],
// [models.ErrArrivalOpen], [models.ErrNoOpenArrival] or [models.ErrDepartureNotLater], in this order,
// and has then changed no day. The request gets its line in the journal in that
// transaction; what the rules refuse is kept for a person to look at.
func Record(ctx context.Context, s *models.Store, signal models.Signal, receivedAt civil.Instant) (Receipt, error) {
	return record(ctx, s, receivedAt, func(*models.Tx) (models.Signal, error) { return signal, nil })
}

// record records the signal that a function returns within the transaction, or
// returns the function's error. What was odd before stops nobody: it is looked for only once an
// event is in its way.
func record(ctx context.Context, s *models.Store, receivedAt civil.Instant, signalIn func(tx *models.Tx) (models.Signal, error)) (Receipt, error) {
	receipt, err := attempt(ctx, s, receivedAt, signalIn, false)
	if errors.Is(err, models.ErrUnsound) {
		return attempt(ctx, s, receivedAt, signalIn, true)
	}
	return receipt, err
}

func attempt(ctx context.Context, s *models.Store, receivedAt civil.Instant, signalIn func(tx *models.Tx) (models.Signal, error), allowOdd bool) (receipt Receipt, err error) {
	err = s.Write(ctx, func(tx *models.Tx) error {
		signal, err := signalIn(tx)
		if err != nil {
			return err
		}
		if signal.Source == models.DoorPage {
			receipt, err = receivePress(tx, signal, receivedAt, allowOdd)
		} else {
			receipt, err = receive(tx, signal, receivedAt, allowOdd)
		}
		if err != nil {
			return err
		}
		receipt.Unjournalled = receipt.journal(tx, signal, receivedAt)
		return nil
	})
	if err != nil && (receipt.Outcome == "" || receipt.Outcome == models.OutcomeRecorded) { // the journal is not all that failed to be written
		return Receipt{}, err
	}
	receipt.Unjournalled = errors.Join(receipt.Unjournalled, err)
	return receipt, receipt.refusal
}

// refused is the receipt of a signal that the rules refuse, for the event in the way.
func refused(refusal error, inTheWay *models.WorkplacePresenceEvent) Receipt {
	return Receipt{Outcome: models.OutcomeOf(refusal), Event: inTheWay, refusal: refusal}
}

// receive records a signal, or finds why it must not be. Its error is that of the
// database, or [models.ErrUnsound].
func receive(tx *models.Tx, signal models.Signal, receivedAt civil.Instant, allowOdd bool) (Receipt, error) {
	date, err := civil.DateIn(signal.OccurredAt, tx.Rules.Zone)
	if err != nil {
		return refused(err, nil), nil
	}
	known, open, openDate, err := tx.Standing(signal.IdempotencyKey)
	if err != nil {
		return Receipt{}, err
	}
	if known != nil && known.Matches(signal) {
		return Receipt{Outcome: models.OutcomeReplayed, Event: known}, nil
	}
	if known != nil {
		return refused(models.ErrKeyReused, known), nil
	}
	if err := models.Verdict(open, signal, tx.Rules.Zone); err != nil {
		return refused(err, open), nil
	}
	event := &models.WorkplacePresenceEvent{
		Event:          signal.Event,
		OccurredAt:     signal.OccurredAt,
		OccurredAtSent: signal.OccurredAtSent,
		IdempotencyKey: signal.IdempotencyKey,
		ReceivedAt:     receivedAt,
		ByHand:         signal.Source == models.DoorPage,
	}
	if signal.Event == models.Departure {
		date = openDate
	}
	return Receipt{Outcome: models.OutcomeRecorded, Event: event}, tx.RecordEvent(date, open, event, receivedAt, allowOdd)
}

// journal writes the signal's line, and keeps what [models.Verdict] has refused.
func (r Receipt) journal(tx *models.Tx, signal models.Signal, receivedAt civil.Instant) error {
	line := signal.Line(r.Outcome, receivedAt, tx.Rules.Zone)
	if r.Event != nil {
		line.EventID = &r.Event.ID
	}
	var entryID int64
	if r.refusal == nil { // a departure stands on its arrival's day
		entryID = r.Event.WorkEntryID
	}
	err := tx.AddLine(line, entryID)
	if r.refusal != nil && r.Outcome.Recoverable() && signal.Source != models.DoorPage { // a person who pressed a button has seen the reason
		err = errors.Join(err, tx.KeepRefused(signal, r.Outcome, receivedAt))
	}
	return err
}

var errTried = errors.New("it was a trial")

// Try returns what [Record] would make of a signal now. It
// changes nothing, and the journal knows nothing of it. Its error is that of the
// database only.
func Try(ctx context.Context, s *models.Store, signal models.Signal, receivedAt civil.Instant) (models.RequestOutcome, error) {
	var tried Receipt
	err := s.Write(ctx, func(tx *models.Tx) error {
		var err error
		if tried, err = receive(tx, signal, receivedAt, true); err != nil {
			return err
		}
		return errTried
	})
	if !errors.Is(err, errTried) {
		return "", err
	}
	return tried.Outcome, nil
}
