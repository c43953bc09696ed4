package api

import (
	"context"
	"maps"
	"sync"
	"time"

	"worklog/models"
)

// Counts counts the requests that get no line in the journal, for anybody can send
// them. They are kept in memory and written once a minute at most.
type Counts struct {
	store *models.Store
	now   func() time.Time

	mu      sync.Mutex // guards pending
	pending map[models.RequestKind]int64
}

// NewCounts returns counts that are written to the store.
func NewCounts(store *models.Store, now func() time.Time) *Counts {
	return &Counts{store: store, now: now, pending: map[models.RequestKind]int64{}}
}

// Add counts a request.
func (c *Counts) Add(kind models.RequestKind) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending[kind]++
}

// Write writes what was counted since the last time, as of the minute that is now.
// On an error it is kept for the next time.
func (c *Counts) Write(ctx context.Context) error {
	counted := c.take()
	if len(counted) == 0 {
		return nil
	}
	err := c.store.CountRequests(ctx, c.now().Truncate(time.Minute), counted)
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		for kind, requests := range counted {
			c.pending[kind] += requests
		}
	}
	return err
}

func (c *Counts) take() map[models.RequestKind]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	counted := c.pending
	c.pending = map[models.RequestKind]int64{}
	return counted
}

// Pending returns what was counted and is not written yet.
func (c *Counts) Pending() map[models.RequestKind]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.pending)
}
