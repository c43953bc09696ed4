package models

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"worklog/models/civil"
)

// MaxRefusedEvents is how many refused events are kept; the oldest go first.
const MaxRefusedEvents = 1000

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

// keepRefused keeps a signal that was refused. One that is sent again is still one.
func keepRefused(tx *gorm.DB, signal Signal, reason RequestOutcome, receivedAt civil.Instant) error {
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
	return keepNewest(tx, "refused_events", "id", MaxRefusedEvents)
}

// dropCovered drops the arrivals that were refused within a slot, because they add
// nothing to it, unless it is so long that one of them may begin another day.
func dropCovered(tx *gorm.DB, rules Rules, from, to civil.Instant) error {
	if to.Sub(from.Time) >= rules.ForgottenAfter {
		return nil
	}
	return execute(tx, "DELETE FROM refused_events WHERE event = 'arrival' AND occurred_at BETWEEN ? AND ?", from, to)
}

// refusedEvents returns the events that were refused and not recorded since, in
// the order of their time.
func refusedEvents(db *gorm.DB) ([]RefusedEvent, error) {
	var refused []RefusedEvent
	err := db.Order("occurred_at, id").Find(&refused).Error
	return refused, err
}

// DismissRefused drops refused events that a person does not want to be recorded.
func (s *Store) DismissRefused(ctx context.Context, ids []int64) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		return tx.Where("id IN ?", ids).Delete(&RefusedEvent{}).Error
	})
}
