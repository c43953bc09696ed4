package presence

import (
	"context"
	"errors"

	"worklog/models"
	"worklog/models/civil"
)

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
