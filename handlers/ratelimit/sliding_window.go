// Package ratelimit implements an exact sliding window.
package ratelimit

import (
	"sync"
	"time"
)

// SlidingWindow admits at most a number of requests in any window of time. It is
// exact: the place of a request is free again exactly one window later. Requests that
// are not admitted do not count.
type SlidingWindow struct {
	limit   int
	window  time.Duration
	elapsed func() time.Duration // monotonic

	mu       sync.Mutex
	admitted []time.Duration // elapsed time of each request, oldest first
}

// NewSlidingWindow returns a window that admits limit requests, which must be at
// least 1. The function elapsed returns the time since a fixed moment.
func NewSlidingWindow(limit int, window time.Duration, elapsed func() time.Duration) *SlidingWindow {
	return &SlidingWindow{limit: limit, window: window, elapsed: elapsed}
}

// Admit takes a place in the window and returns 0, or returns the time until one is
// free.
func (w *SlidingWindow) Admit() (wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.pass()
	if len(w.admitted) >= w.limit {
		return w.admitted[0] + w.window - now
	}
	w.admitted = append(w.admitted, now)
	return 0
}

// Release frees the place that was taken last.
func (w *SlidingWindow) Release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.admitted = w.admitted[:max(0, len(w.admitted)-1)]
}

// Idle reports whether no place is taken.
func (w *SlidingWindow) Idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pass()
	return len(w.admitted) == 0
}

// pass frees the places whose window has passed, and returns the elapsed time.
func (w *SlidingWindow) pass() time.Duration {
	now := w.elapsed()
	for len(w.admitted) > 0 && now-w.admitted[0] >= w.window {
		w.admitted = w.admitted[1:]
	}
	return now
}
