package models

import (
	"context"
	"sync"
)

// Cached caches the value read from a store for one key, such as today. It is read again for
// another key, and after any write to the file by this program or another: [Cached.Get] returns
// nothing older than the last commit before the call. The zero value is empty. It is safe for
// concurrent use.
type Cached[K comparable, V any] struct {
	mu    sync.Mutex
	known bool
	state int64 // of the file, before it was read
	key   K
	value V
}

// Get returns the cached value, or calls read if there is none for the key or the file was
// written to. The value is shared: do not change it.
func (c *Cached[K, V]) Get(ctx context.Context, store *Store, key K, read func() (V, error)) (V, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	state, err := store.file.State(ctx) // before it is read: a change meanwhile is seen next time
	if err != nil || c.known && c.state == state && c.key == key {
		return c.value, err
	}
	value, err := read()
	if err == nil {
		c.known, c.state, c.key, c.value = true, state, key, value
	}
	return value, err
}
