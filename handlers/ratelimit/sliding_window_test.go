package ratelimit

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// clock is moved by hand.
type clock struct{ elapsed time.Duration }

func (c *clock) tell() time.Duration { return c.elapsed }

func TestAPlaceIsFreeExactlyOneWindowAfterItWasTaken(t *testing.T) {
	c := &clock{elapsed: time.Hour} // of another request, long ago
	w := NewSlidingWindow(2, time.Minute, c.tell)
	for _, step := range []struct {
		name  string
		after time.Duration // since the step before
		want  time.Duration // until a place is free
	}{
		{"the first place", 0, 0},
		{"the second, 20 s later", 20 * time.Second, 0},
		{"no third: the first is free in 40 s", 0, 40 * time.Second},
		{"nor a nanosecond too early", 40*time.Second - 1, 1},
		{"the place of the first", 1, 0},
		{"and no other until the second is free", 0, 20 * time.Second},
		{"which it is, however many were refused", 20 * time.Second, 0},
		{"both are taken", 0, 40 * time.Second},
		{"both are free after a window", time.Minute, 0},
		{"the other too", 0, 0},
	} {
		c.elapsed += step.after
		if got := w.Admit(); got != step.want {
			t.Fatalf("%s: got a wait of %v, want %v", step.name, got, step.want)
		}
	}
}

func TestThePlaceThatWasTakenLastIsFreedByARelease(t *testing.T) {
	c := &clock{}
	w := NewSlidingWindow(2, time.Minute, c.tell)
	w.Release() // of none
	w.Admit()
	c.elapsed = 30 * time.Second
	w.Admit()
	w.Release()
	modelstest.Want(t, w.Admit(), 0, "the place is free:")
	modelstest.Want(t, w.Admit(), 30*time.Second)
}

func TestAWindowIsIdleOnceEveryPlaceIsFree(t *testing.T) {
	c := &clock{}
	w := NewSlidingWindow(1, time.Minute, c.tell)
	modelstest.Want(t, w.Idle(), true, "a new window is idle:")
	w.Admit()
	c.elapsed = time.Minute - 1
	modelstest.Want(t, w.Idle(), false, "it is idle while a place is taken:")
	c.elapsed = time.Minute
	modelstest.Want(t, w.Idle(), true, "it is idle after its window:")
}

func TestOfManyAtOnceAsManyAreAdmittedAsThereArePlaces(t *testing.T) {
	w := NewSlidingWindow(10, time.Minute, func() time.Duration { return 0 })
	var admitted atomic.Int64
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() {
			if w.Admit() == 0 {
				admitted.Add(1)
			}
		})
	}
	group.Wait()
	modelstest.Want(t, admitted.Load(), 10)
}
