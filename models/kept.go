package models

import (
	"context"
	"sync"
)

// Kept is what was last read from a store for a key, such as today. It is read again once
// anything has been written to the file, by this program or another: [Kept.Get] returns
// nothing older than the last commit before it was called. The zero value has read nothing.
// It can be used by several goroutines.
type Kept[K comparable, V any] struct {
	mu    sync.Mutex
	known bool
	state int64 // of the file, before it was read
	key   K
	value V
}

// Get returns what read returns, which is called if the key is another one or the file has
// been written to. The value is shared: do not change it.
func (k *Kept[K, V]) Get(ctx context.Context, store *Store, key K, read func() (V, error)) (V, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	state, err := store.file.State(ctx) // before it is read: a change meanwhile is seen next time
	if err != nil || k.known && k.state == state && k.key == key {
		return k.value, err
	}
	value, err := read()
	if err == nil {
		k.known, k.state, k.key, k.value = true, state, key, value
	}
	return value, err
}
