package dbfile

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestWorkThatCannotBeInterruptedIsAbandoned(t *testing.T) {
	t.Parallel()
	never := func(context.Context) (int, error) { select {} }
	if _, err := withTimeout(t.Context(), time.Nanosecond, never); !errors.Is(err, ErrTooLong) {
		t.Errorf("got %v, want %v", err, ErrTooLong)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := withTimeout(cancelled, time.Hour, never); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestAnEndlessQueryIsInterrupted(t *testing.T) {
	t.Parallel()
	db := value(openDatabase(withDay(t, "worklog.db", newDay), nil))(t)
	defer db.Close()
	ended := make(chan struct{})
	_, err := withTimeout(t.Context(), time.Millisecond, func(ctx context.Context) (int, error) {
		err := each(ctx, db, "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r", func([]string) bool { return true })
		close(ended)
		return 0, err
	})
	if !errors.Is(err, ErrTooLong) {
		t.Errorf("got %v, want %v", err, ErrTooLong)
	}
	<-ended // a busy machine may take longer than the interruption is waited for
}
