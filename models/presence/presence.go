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
	Replayed   bool // it had been recorded before
	EventID    int64
	EntryID    int64
	TimeSlotID *int64 // nil for an arrival
	Event      models.EventType
	OccurredAt civil.Instant
	// Unjournalled is why the request has no line in the journal, which is no
	// reason to refuse it; nil when it has one.
	Unjournalled error
	// Change is that of an event by hand, which can be taken back, also when it is
	// replayed; zero otherwise.
	Change models.Change
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

func attempt(ctx context.Context, s *models.Store, receivedAt civil.Instant, signalIn func(tx *models.Tx) (models.Signal, error), allowOdd bool) (Receipt, error) {
	var taken reception
	var change models.Change
	var unjournalled error
	err := s.Write(ctx, func(tx *models.Tx) error {
		signal, err := signalIn(tx)
		if err != nil {
			return err
		}
		if signal.Source == models.FromPage {
			var dates []civil.Date
			if dates, err = datesOf(tx, signal); err != nil {
				return err
			}
			change, err = tx.Keeping(models.ActionSignalled, receivedAt, dates, func() (err error) {
				taken, err = receive(tx, signal, receivedAt, allowOdd)
				return err
			})
			if err == nil && taken.outcome == models.OutcomeReplayed {
				change, err = changeOfPress(tx, taken.event)
			}
		} else {
			taken, err = receive(tx, signal, receivedAt, allowOdd)
		}
		if err != nil {
			return err
		}
		unjournalled = taken.journal(tx, signal, receivedAt)
		return nil
	})
	if err != nil && (taken.outcome == "" || taken.outcome == models.OutcomeRecorded) { // the journal is not all that failed to be written
		return Receipt{}, err
	}
	receipt := taken.receipt(errors.Join(unjournalled, err))
	receipt.Change = change
	return receipt, taken.refusal
}

// reception is what the rules make of a signal.
type reception struct {
	outcome models.RequestOutcome
	refusal error // nil when it was recorded or replayed
	// event is the one recorded; of a refusal the one in the way, or nil.
	event *models.WorkplacePresenceEvent
}

// refused is the reception of a signal that the rules refuse, for the event in the way.
func refused(refusal error, inTheWay *models.WorkplacePresenceEvent) reception {
	return reception{models.OutcomeOf(refusal), refusal, inTheWay}
}

func (r reception) receipt(unjournalled error) Receipt {
	if r.refusal != nil {
		return Receipt{Unjournalled: unjournalled}
	}
	return Receipt{
		Replayed:     r.outcome == models.OutcomeReplayed,
		EventID:      r.event.ID,
		EntryID:      r.event.FirstEntry(),
		TimeSlotID:   r.event.CreatedSlotID,
		Event:        r.event.Event,
		OccurredAt:   r.event.OccurredAt,
		Unjournalled: unjournalled,
	}
}

// receive records a signal, or finds why it must not be. Its error is that of the
// database, or [models.ErrUnsound].
func receive(tx *models.Tx, signal models.Signal, receivedAt civil.Instant, allowOdd bool) (reception, error) {
	date, err := civil.DateIn(signal.OccurredAt, tx.Rules.Zone)
	if err != nil {
		return refused(err, nil), nil
	}
	known, open, openDate, err := tx.Standing(signal.IdempotencyKey)
	if err != nil {
		return reception{}, err
	}
	if known != nil && known.Matches(signal) {
		return reception{models.OutcomeReplayed, nil, known}, nil
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
		ByHand:         signal.Source == models.FromPage,
	}
	if signal.Event == models.Departure {
		date = openDate
	}
	return reception{models.OutcomeRecorded, nil, event}, tx.RecordEvent(date, open, event, receivedAt, allowOdd)
}

// journal writes the signal's line, and keeps what [models.Verdict] has refused.
func (r reception) journal(tx *models.Tx, signal models.Signal, receivedAt civil.Instant) error {
	line := models.JournalLine{
		ReceivedAt:     receivedAt,
		Source:         signal.Source,
		Outcome:        r.outcome,
		Event:          string(signal.Event),
		OccurredAtSent: signal.OccurredAtSent,
		IdempotencyKey: signal.IdempotencyKey,
		UserAgent:      signal.UserAgent,
		Date:           models.LineDate(signal.OccurredAt, receivedAt, tx.Rules.Zone),
	}
	if r.event != nil {
		line.EventID = &r.event.ID
	}
	var entryID int64
	if r.refusal == nil { // a departure stands on its arrival's day
		entryID = r.event.WorkEntryID
	}
	err := tx.AddLine(line, entryID)
	if r.refusal != nil && r.outcome.Recoverable() && signal.Source != models.FromPage { // a person who pressed a button has seen the reason
		err = errors.Join(err, tx.KeepRefused(signal, r.outcome, receivedAt))
	}
	return err
}

var errTried = errors.New("it was a trial")

// Try returns what [Record] would make of a signal now. It
// changes nothing, and the journal knows nothing of it. Its error is that of the
// database only.
func Try(ctx context.Context, s *models.Store, signal models.Signal, receivedAt civil.Instant) (models.RequestOutcome, error) {
	var tried reception
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
	return tried.outcome, nil
}
