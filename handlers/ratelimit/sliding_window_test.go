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
	t.Parallel()
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
	t.Parallel()
	c := &clock{}
	w := NewSlidingWindow(2, time.Minute, c.tell)
	w.Release() // of none
	w.Admit()
	c.elapsed = 30 * time.Second
	w.Admit()
	w.Release()
	if wait := w.Admit(); wait != 0 {
		t.Errorf("the place is not free: got a wait of %v", wait)
	}
	if wait := w.Admit(); wait != 30*time.Second {
		t.Errorf("got a wait of %v, want that of the first place", wait)
	}
}

func TestAWindowIsIdleOnceEveryPlaceIsFree(t *testing.T) {
	t.Parallel()
	c := &clock{}
	w := NewSlidingWindow(1, time.Minute, c.tell)
	if !w.Idle() {
		t.Error("a new window is not idle")
	}
	w.Admit()
	c.elapsed = time.Minute - 1
	if w.Idle() {
		t.Error("it is idle while a place is taken")
	}
	c.elapsed = time.Minute
	if !w.Idle() {
		t.Error("it is not idle after its window")
	}
}

func TestOfManyAtOnceAsManyAreAdmittedAsThereArePlaces(t *testing.T) {
	t.Parallel()
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
