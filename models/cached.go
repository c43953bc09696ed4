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
	known bool
	state int64 // of the file, before it was read
	key   K
	value V
}

// Get returns the cached value, or calls read if there is none for the key or the file was
// written to. The value is shared: do not change it.
func (c *Cached[K, V]) Get(ctx context.Context, store *Store, key K, read func() (V, error)) (V, error) {
	return c.get(ctx, store, key, read, false, nil)
}

// GetOfDays is [Cached.Get] for what depends on days alone. If this program has changed some, and
// nobody else anything, it calls update, unless that is nil, with the value and their dates.
func (c *Cached[K, V]) GetOfDays(ctx context.Context, store *Store, key K, read func() (V, error), update func(V, []civil.Date) (V, error)) (V, error) {
	return c.get(ctx, store, key, read, true, update)
}

func (c *Cached[K, V]) get(ctx context.Context, store *Store, key K, read func() (V, error), ofDays bool, update func(V, []civil.Date) (V, error)) (V, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	state, err := store.file.State(ctx) // before it is read: a change meanwhile is seen next time
	if err != nil {
		return c.value, err
	}
	if c.known && c.key == key {
		dates, optional, known := store.commits.between(c.state, state)
		if known && (optional || ofDays && len(dates) == 0) {
			c.state = state
			return c.value, nil
		}
		if known && update != nil {
			read = func() (V, error) { return update(c.value, dates) }
		}
	}
	value, err := read()
	if err == nil {
		c.known, c.state, c.key, c.value = true, state, key, value
	}
	return value, err
}

// Reread returns days, which are in order, with those of some dates as they are now.
func Reread[T any](days []T, dates []civil.Date, dateOf func(*T) civil.Date, read func(from, to civil.Date) ([]T, error)) ([]T, error) {
	days = slices.Clone(days)
	for _, date := range dates {
		now, err := read(date, date)
		if err != nil {
			return nil, err
		}
		at, found := slices.BinarySearchFunc(days, date, func(day T, date civil.Date) int { return dateOf(&day).Compare(date) })
		end := at
		if found {
			end++
		}
		days = slices.Replace(days, at, end, now...)
	}
	return days, nil
}
