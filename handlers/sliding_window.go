package handlers

import (
	"sync"
	"time"
)

// slidingWindow admits at most a number of requests in any window of time. It
// is exact: a request frees its place when the window has passed since it was
// made. It counts those admitted, in this process only.
type slidingWindow struct {
	limit   int
	window  time.Duration
	elapsed func() time.Duration // monotonic: setting the clock changes nothing

	mu       sync.Mutex
	admitted []time.Duration // when each was made, the oldest first
}

// newSlidingWindow gives a window that admits limit requests, at least 1. The
// function elapsed gives the time since any fixed moment.
func newSlidingWindow(limit int, window time.Duration, elapsed func() time.Duration) *slidingWindow {
	return &slidingWindow{limit: limit, window: window, elapsed: elapsed}
}

// admit takes a place in the window and gives 0, or gives the time until one
// is free.
func (w *slidingWindow) admit() (wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.pass()
	if len(w.admitted) >= w.limit {
		return w.admitted[0] + w.window - now
	}
	w.admitted = append(w.admitted, now)
	return 0
}

// release gives back the place that was taken last.
func (w *slidingWindow) release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.admitted = w.admitted[:max(0, len(w.admitted)-1)]
}

// idle reports whether no place is taken.
func (w *slidingWindow) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pass()
	return len(w.admitted) == 0
}

// pass frees the places whose window has passed, and gives the time.
func (w *slidingWindow) pass() time.Duration {
	now := w.elapsed()
	for len(w.admitted) > 0 && now-w.admitted[0] >= w.window {
		w.admitted = w.admitted[1:]
	}
	return now
}
