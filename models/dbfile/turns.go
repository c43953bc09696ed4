package dbfile

import "time"

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
