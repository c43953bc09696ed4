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
	now := w.elapsed()
	for len(w.admitted) > 0 && now-w.admitted[0] >= w.window {
		w.admitted = w.admitted[1:]
	}
	if len(w.admitted) >= w.limit {
		return w.admitted[0] + w.window - now
	}
	w.admitted = append(w.admitted, now)
	return 0
}
