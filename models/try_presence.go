package models

import (
	"context"
	"errors"

	"worklog/models/civil"
)

// errTried undoes what a trial has done.
var errTried = errors.New("it was a trial")

// TryPresence returns what [Store.RecordPresence] would make of a signal now. It
// changes nothing, and the journal knows nothing of it. Its error is that of the
// database only.
func (s *Store) TryPresence(ctx context.Context, signal Signal, receivedAt civil.Instant) (RequestOutcome, error) {
	var tried reception
	err := s.Write(ctx, func(tx *Tx) error {
		var err error
		if tried, err = receive(tx, signal, receivedAt); err != nil {
			return err
		}
		return errTried
	})
	if !errors.Is(err, errTried) {
		return "", err
	}
	return tried.outcome, nil
}
