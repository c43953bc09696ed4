package api

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/journal"
)

const (
	// contactsEvery is how often contacts are written at most: programs that read the
	// feeds come every minute, and a memory card wears out.
	contactsEvery = 15 * time.Minute
	// maxPending is how many contacts with a name are kept in memory; others are
	// counted without it.
	maxPending = 100
)

// Counts counts the requests that get no line in the journal. They are kept in memory:
// what anybody can send is written once a minute at most, contacts with it or every
// contactsEvery.
type Counts struct {
	store *models.Store
	now   func() time.Time

	mu       sync.Mutex                        // guards the rest
	pending  map[models.ContactKind]int64      // of what anybody can send
	contacts map[models.Contact]models.Contact // by themselves without a number and a moment
	written  time.Time                         // when contacts were written last
}

// NewCounts returns counts that are written to the store.
func NewCounts(store *models.Store, now func() time.Time) *Counts {
	return &Counts{store: store, now: now, pending: map[models.ContactKind]int64{}, contacts: map[models.Contact]models.Contact{}}
}

// Contact counts what has come to a door. A nil c counts nothing.
func (c *Counts) Contact(door models.Door, kind models.ContactKind, name string) {
	if c == nil {
		return
	}
	contact := models.NewContact(door, kind, name, c.now(), c.store.Rules().Zone)
	c.mu.Lock()
	defer c.mu.Unlock()
	if kind == models.ContactWithoutToken || kind == models.ContactTooMany {
		c.pending[kind]++
	}
	c.add(contact)
}

// add adds a contact to those in memory, which are locked.
func (c *Counts) add(contact models.Contact) {
	key := contact
	key.Requests, key.LastAt = 0, civil.Instant{}
	known, there := c.contacts[key]
	if !there && len(c.contacts) >= maxPending {
		key.Name, contact.Name = "", ""
		known = c.contacts[key]
	}
	contact.Requests += known.Requests
	if known.LastAt.After(contact.LastAt.Time) {
		contact.LastAt = known.LastAt
	}
	c.contacts[key] = contact
}

// Write writes what was counted since the last time, as of the minute that is now. With
// all, it writes the contacts even if they were written a short time ago. On an error
// everything is kept for the next time.
func (c *Counts) Write(ctx context.Context, all bool) error {
	now, counted, contacts := c.take(all)
	if len(counted)+len(contacts) == 0 {
		return nil
	}
	err := journal.Count(ctx, c.store, now, counted, contacts)
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		for kind, requests := range counted {
			c.pending[kind] += requests
		}
		for _, contact := range contacts {
			c.add(contact)
		}
	}
	return err
}

// take returns what was counted until now. It looks at the clock once nothing more can be
// added: what is taken is never later.
func (c *Counts) take(all bool) (now time.Time, counted map[models.ContactKind]int64, contacts []models.Contact) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, counted = c.now(), c.pending
	c.pending = map[models.ContactKind]int64{}
	since := now.Sub(c.written)
	if !all && len(counted) == 0 && since >= 0 && since < contactsEvery {
		return now, counted, nil
	}
	contacts = slices.Collect(maps.Values(c.contacts))
	clear(c.contacts)
	c.written = now
	return now, counted, contacts
}

// Pending returns what was counted and is not written yet.
func (c *Counts) Pending() map[models.ContactKind]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.pending)
}

// PendingContacts returns the contacts that are not written yet.
func (c *Counts) PendingContacts() []models.Contact {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Collect(maps.Values(c.contacts))
}
