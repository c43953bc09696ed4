package dbfile

import (
	"context"
	"time"
)

const (
	// lookLimit is how long it may take to look through a database: one of fifty
	// years takes a second, and some ten from a memory card.
	lookLimit = 2 * time.Minute
	// lookGrace is how long SQLite may take to notice that it was interrupted.
	lookGrace = 200 * time.Millisecond
)

// within returns what f does, or why the context ended or that the limit has
// passed. A file can be made so that SQLite does not notice an interruption, and
// a disk may not answer: f is then left to itself.
func within[T any](ctx context.Context, limit time.Duration, f func(context.Context) (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, ErrTooLong)
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		value, err := f(ctx)
		done <- outcome{value, err}
	}()
	var got outcome
	select {
	case got = <-done:
	case <-ctx.Done():
		select {
		case got = <-done:
		case <-time.After(lookGrace):
			got.err = ctx.Err()
		}
	}
	if got.err != nil && ctx.Err() != nil { // whatever SQLite says of being interrupted
		got.err = context.Cause(ctx)
	}
	return got.value, got.err
}
