package presence_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

func TestASignalIsRecordedEvenIfTheCallerDisconnects(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	modelstest.Must(t, modelstest.Only(presence.Record(ctx, store, modelstest.Signal(models.Arrival, "2026-11-20T08:00:00+01:00", "k"), modelstest.Received)))
}

// faults is an error that cannot be the key of a map.
type faults []string

func (f faults) Error() string { return strings.Join(f, ", ") }

func TestARefusalIsToldFromAnyFailure(t *testing.T) {
	for _, test := range []struct {
		name string
		err  error
		want bool
	}{
		{"an arrival is open", models.ErrArrivalOpen, true},
		{"no arrival is open", models.ErrNoOpenArrival, true},
		{"the departure is not later", models.ErrDepartureNotLater, true},
		{"the key was used", models.ErrKeyReused, true},
		{"the date is out of range", civil.ErrDateOutOfRange, true},
		{"a refusal with its place", fmt.Errorf("line 3: %w", models.ErrArrivalOpen), true},
		{"a failure", errors.New("disk is full"), false},
		{"a failure that cannot be compared", faults{"disk is full", "clock is wrong"}, false},
		{"no error", nil, false},
	} {
		modelstest.Want(t, models.IsPresenceRefusal(test.err), test.want, test.name)
	}
}
