package presence_test

import (
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

func TestOnlyARefusedEventOfTodayBreaksTheSilence(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	rules := store.Rules()
	rules.SilentAfter = &civil.WallTime{Hour: 10}
	store = store.WithRules(rules)
	silent := func() bool {
		return *modelstest.Got(presence.NewStatuses(store).At(t.Context(), modelstest.Received))(t).Silent
	}
	modelstest.WantError(t, modelstest.Send(t, store, models.Departure, "2026-11-19T17:00:00+01:00", "yesterday"), models.ErrNoOpenArrival)
	modelstest.Want(t, silent(), true)
	modelstest.WantError(t, modelstest.Send(t, store, models.Departure, "2026-11-20T08:00:00+01:00", "today"), models.ErrNoOpenArrival)
	modelstest.Query(t, path, "UPDATE refused_events SET received_at = 'x' WHERE idempotency_key = 'yesterday'") // as another program may
	modelstest.Want(t, silent(), false)
}

func TestADepartureIsForgottenFromItsLimitOn(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	modelstest.Record(t, store, models.Arrival, "2026-11-20T08:00:00+01:00", "in")
	limit := modelstest.Instant("2026-11-20T08:00:00+01:00").Add(store.Rules().ForgottenAfter)
	for later, want := range map[time.Duration]bool{-1: false, 0: true} {
		status := modelstest.Got(presence.NewStatuses(store).At(t.Context(), civil.NewInstant(limit.Add(later))))(t)
		modelstest.Want(t, status.Forgotten, want, later)
	}
}
