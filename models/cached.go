package models

import (
	"context"
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
