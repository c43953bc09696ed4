package models

import (
	"gorm.io/gorm/clause"

	"worklog/models/civil"
)

// maxRefusedEvents is how many refused events are kept; the oldest go first.
const maxRefusedEvents = 1000

// RefusedEvent is an event that the rules of presence refused, kept until it is
// recorded after all or a person dismisses it.
type RefusedEvent struct {
	ID             int64          `json:"id"`
	Event          EventType      `json:"event"`
	OccurredAt     civil.Instant  `json:"occurred_at"`
	OccurredAtSent string         `json:"occurred_at_sent"`
	IdempotencyKey string         `json:"idempotency_key"`
	ReceivedAt     civil.Instant  `json:"received_at"`
	Reason         RequestOutcome `json:"reason"`
}

// KeepRefused keeps a signal that was refused. One that is sent again is still one.
func (tx *Tx) KeepRefused(signal Signal, reason RequestOutcome, receivedAt civil.Instant) error {
	refused := RefusedEvent{
		Event:          signal.Event,
		OccurredAt:     signal.OccurredAt,
		OccurredAtSent: signal.OccurredAtSent,
		IdempotencyKey: signal.IdempotencyKey,
		ReceivedAt:     receivedAt,
		Reason:         reason,
	}
	again := clause.OnConflict{Columns: []clause.Column{{Name: "idempotency_key"}, {Name: "event"}, {Name: "occurred_at"}}, UpdateAll: true}
	if err := tx.Clauses(again).Create(&refused).Error; err != nil {
		return err
	}
	return tx.keepNewest("refused_events", "id", maxRefusedEvents)
}

// DropCovered drops the arrivals that were refused within a slot, because they add
// nothing to it, unless it is so long that one of them may begin another day.
func (tx *Tx) DropCovered(from, to civil.Instant) error {
	if to.Sub(from.Time) >= tx.Rules.ForgottenAfter {
		return nil
	}
	return tx.execute("DELETE FROM refused_events WHERE event = 'arrival' AND occurred_at BETWEEN ? AND ?", from, to)
}

// DropRecorded drops the refused events that are recorded, as a trigger of the schema does when they are.
func (tx *Tx) DropRecorded() error {
	return tx.execute(`DELETE FROM refused_events WHERE EXISTS (SELECT 1 FROM workplace_presence_events AS recorded
		WHERE recorded.idempotency_key = refused_events.idempotency_key AND recorded.event = refused_events.event AND recorded.occurred_at = refused_events.occurred_at)`)
}

// RefusedEvents returns the events that were refused and not recorded since, in
// the order of their time.
func (tx *Tx) RefusedEvents() ([]RefusedEvent, error) {
	var refused []RefusedEvent
	err := tx.Order("occurred_at, id").Find(&refused).Error
	return refused, err
}

// Recorded is what a refused event becomes once it is recorded.
func (r RefusedEvent) Recorded() *WorkplacePresenceEvent {
	return &WorkplacePresenceEvent{
		Event:          r.Event,
		OccurredAt:     r.OccurredAt,
		OccurredAtSent: r.OccurredAtSent,
		IdempotencyKey: r.IdempotencyKey,
		ReceivedAt:     r.ReceivedAt,
	}
}
