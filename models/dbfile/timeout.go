package dbfile

import (
	"context"
	"time"
)

const (
	// readLimit is how long reading a whole database may take: fifty years take a
	// second, or some ten seconds from a memory card.
	readLimit = 2 * time.Minute
	// interruptGrace is how long SQLite may take to notice an interruption.
	interruptGrace = 200 * time.Millisecond
)

// withTimeout returns the result of f, the cause of ctx's end, or [errTooLong] after
// the limit. If f does not return, as with a crafted file or a disk that hangs, it
// is left running.
func withTimeout[T any](ctx context.Context, limit time.Duration, f func(context.Context) (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errTooLong)
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
		case <-time.After(interruptGrace):
			got.err = ctx.Err()
		}
	}
	if got.err != nil && ctx.Err() != nil { // rather than SQLite's own error
		got.err = context.Cause(ctx)
	}
	return got.value, got.err
}
