package dbfile

import (
	"context"
	"time"
)

// turns lets the writers of this process write one after another, in the order in which they
// came. SQLite has each of them nap and try again, so that a burst takes longer than its
// writes, and the unlucky wait in vain.
type turns chan struct{}

func newTurns() turns { return make(turns, 1) }

// wait returns how much of [WriterWait] is left when the caller's turn has come, or [errBusy]
// if it has not come by then. The caller then calls pass.
func (t turns) wait() (left time.Duration, err error) {
	select {
	case t <- struct{}{}:
		return WriterWait, nil
	default:
	}
	begun, late := time.Now(), time.NewTimer(WriterWait)
	defer late.Stop()
	select {
	case t <- struct{}{}:
		return max(0, WriterWait-time.Since(begun)), nil
	case <-late.C:
		return 0, errBusy
	}
}

func (t turns) pass() { <-t }

// InTurn runs f, which writes, after the writers of this process that came before. f must not
// wait for those of other programs longer than it is told: [WriterWait] less what the caller
// has waited already. It returns [errBusy] if the turn does not come within [WriterWait].
func (d *Database) InTurn(f func(left time.Duration) error) error {
	left, err := d.turns.wait()
	if err != nil {
		return err
	}
	defer d.turns.pass()
	return f(left)
}

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
