package dbfile

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestFiftyWritersOfATenthOfASecondAllHaveTheirTurnInTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns()
		var order, came []int
		for writer := range 50 {
			came = append(came, writer)
			go func() {
				if _, err := turns.wait(); err != nil {
					t.Errorf("writer %d: %v", writer, err)
					return
				}
				defer turns.pass()
				order = append(order, writer)
				time.Sleep(100 * time.Millisecond)
			}()
			synctest.Wait()
		}
		time.Sleep(WriterWait)
		synctest.Wait()
		if !slices.Equal(order, came) {
			t.Errorf("got %v", order)
		}
	})
}

func TestAWriterWaitsForOthersAndForOtherProgramsFiveSecondsInAll(t *testing.T) {
	for held, want := range map[time.Duration]struct {
		left time.Duration
		err  error
	}{
		0:                              {5 * time.Second, nil},
		2 * time.Second:                {3 * time.Second, nil},
		5*time.Second - time.Second/10: {time.Second / 10, nil},
		6 * time.Second:                {0, errBusy},
	} {
		synctest.Test(t, func(t *testing.T) {
			turns := newTurns()
			if held > 0 {
				turns.wait()
				go func() {
					time.Sleep(held)
					turns.pass()
				}()
			}
			if left, err := turns.wait(); left != want.left || err != want.err {
				t.Errorf("held for %s: got %s, %v", held, left, err)
			}
			time.Sleep(held)
		})
	}
}

func TestWorkThatCannotBeInterruptedIsAbandoned(t *testing.T) {
	never := func(context.Context) (int, error) { select {} }
	wantError(t, only(withTimeout(t.Context(), time.Nanosecond, never)), errTooLong)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	wantError(t, only(withTimeout(cancelled, time.Hour, never)), context.Canceled)
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
	wantError(t, err, errTooLong)
	<-ended // a busy machine may take longer than the interruption is waited for
}
