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

// Counts counts the requests that get no line in the journal. They are kept in memory, and written
// every contactsEvery, or once a minute at most while there are some that anybody can send.
type Counts struct {
	store *models.Store
	now   func() time.Time

	mu       sync.Mutex                        // guards the rest
	contacts map[models.Contact]models.Contact // by themselves without a number and a moment
	written  time.Time                         // when contacts were written last
}

// NewCounts returns counts that are written to the store.
func NewCounts(store *models.Store, now func() time.Time) *Counts {
	return &Counts{store: store, now: now, contacts: map[models.Contact]models.Contact{}}
}

// Contact counts what has come to a door. A nil c counts nothing.
func (c *Counts) Contact(door models.Door, kind models.ContactKind, name string) {
	if c == nil {
		return
	}
	contact := models.NewContact(door, kind, name, c.now(), c.store.Rules().Zone)
	c.mu.Lock()
	defer c.mu.Unlock()
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
	now, contacts := c.take(all)
	if len(contacts) == 0 {
		return nil
	}
	err := journal.Count(ctx, c.store, now, contacts)
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, contact := range contacts {
			c.add(contact)
		}
	}
	return err
}

// take returns what was counted until now. It looks at the clock once nothing more can be
// added: what is taken is never later.
func (c *Counts) take(all bool) (now time.Time, contacts []models.Contact) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, contacts = c.now(), slices.Collect(maps.Values(c.contacts))
	since := now.Sub(c.written)
	if !all && !slices.ContainsFunc(contacts, journal.IsCounted) && since >= 0 && since < contactsEvery {
		return now, nil
	}
	clear(c.contacts)
	c.written = now
	return now, contacts
}

// PendingContacts returns the contacts that are not written yet.
func (c *Counts) PendingContacts() []models.Contact {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Collect(maps.Values(c.contacts))
}
