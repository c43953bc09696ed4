package models

import (
	"context"
	"slices"
	"sync"

	"worklog/models/civil"
)

// Cached caches the value read from a store for one key, such as today. It is read again for
// another key, and after a write to the file by this program or another on which it depends:
// it is never older than the last commit before the call. The zero value is empty. It is safe for
// concurrent use.
type Cached[K comparable, V any] struct {
	mu    sync.Mutex
	state int64 // of the file, before it was read; 0 if it was not
	key   K
	value V
}

// Get returns the cached value, or calls read if there is none for the key or the file was
// written to. The value is shared: do not change it. One that depends on days alone has an update,
// which is called with the value and the dates of the days that have changed, if that is known.
func (c *Cached[K, V]) Get(ctx context.Context, store *Store, key K, read func() (V, error), update func(V, []civil.Date) (V, error)) (V, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.key != key {
		c.state = 0
	}
	state, dates, same, err := store.since(ctx, c.state, update != nil) // before it is read: a change meanwhile is seen next time
	if err != nil {
		return c.value, err
	}
	value := c.value
	if len(dates) > 0 {
		value, err = update(value, dates)
	} else if !same {
		value, err = read()
	}
	if err == nil {
		c.state, c.key, c.value = state, key, value
	}
	return value, err
}

// CachedDays caches the days from one date to another, of which it reads again those that have changed. The
// zero value is empty. It is safe for concurrent use.
type CachedDays[T dated] struct {
	cached Cached[[2]civil.Date, []T]
}

// Get returns the days, which read returns in order. They are shared: do not change them.
func (c *CachedDays[T]) Get(ctx context.Context, store *Store, from, to civil.Date, read func(ctx context.Context, from, to civil.Date) ([]T, error)) ([]T, error) {
	now := func(from, to civil.Date) ([]T, error) { return read(ctx, from, to) }
	return c.cached.Get(ctx, store, [2]civil.Date{from, to}, func() ([]T, error) { return now(from, to) }, func(days []T, dates []civil.Date) ([]T, error) {
		beyond := func(date civil.Date) bool { return date.Compare(from) < 0 || date.Compare(to) > 0 }
		return Reread(days, slices.DeleteFunc(dates, beyond), now)
	})
}
