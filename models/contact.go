package models

import (
	"context"
	"time"

	"worklog/models/civil"
)

// Door is a way in: for other programs, or for what a person presses.
type Door string

// The doors.
const (
	DoorAPI       Door = "api"
	DoorOwnTracks Door = "owntracks"
	DoorFeeds     Door = "feeds"
	DoorPage      Door = "page" // which has no contacts
)

// ContactKind is what has come to a door without a line in the journal.
type ContactKind string

// The kinds. What a stranger can send has no name.
const (
	ContactWithoutToken ContactKind = "unauthenticated"
	ContactTooMany      ContactKind = "rate_limited"

	// messages of OwnTracks that are not used
	ContactOtherRegion  ContactKind = "other_region"  // a transition; name: the region
	ContactOtherMessage ContactKind = "other_message" // name: its type
	ContactEncrypted    ContactKind = "encrypted"
	ContactUnreadable   ContactKind = "unreadable"

	// requests to the feeds; name: the program
	ContactPresence     ContactKind = "presence"
	ContactCalendar     ContactKind = "calendar"
	ContactDays         ContactKind = "days"
	ContactBadRange     ContactKind = "bad_range" // of days.json
	ContactFailed       ContactKind = "failed"
	ContactWrongAddress ContactKind = "wrong_address" // no name: its secret is not ours
)

// doors and contactKinds are all that contacts have.
var (
	doors        = []Door{DoorAPI, DoorOwnTracks, DoorFeeds}
	contactKinds = []ContactKind{
		ContactWithoutToken, ContactTooMany, ContactOtherRegion, ContactOtherMessage, ContactEncrypted, ContactUnreadable,
		ContactPresence, ContactCalendar, ContactDays, ContactBadRange, ContactFailed, ContactWrongAddress,
	}
)

// Contact is how often something of a kind has come to a door on a day.
type Contact struct {
	Door     Door        `gorm:"primaryKey"`
	Date     civil.Date  `gorm:"primaryKey"`
	Kind     ContactKind `gorm:"primaryKey"`
	Name     string      `gorm:"primaryKey"` // as sent; empty for none
	Requests int64
	LastAt   civil.Instant
}

// NewContact returns one contact at a moment, on its date in a zone.
func NewContact(door Door, kind ContactKind, name string, now time.Time, zone *time.Location) Contact {
	return Contact{door, civil.DateOf(now.In(zone)), kind, plain(name), 1, civil.NewInstant(now)}
}

// The limits of what is kept. A door has at most namesADay rows with a name on a day;
// what else comes is counted without its name.
const (
	maxContacts = 1000
	contactDays = 90
	namesADay   = 20
)

// AddContacts adds contacts in a transaction, and removes what is older than contactDays,
// of a time to come by a clock that was set back, or more than maxContacts rows.
func (tx *Tx) AddContacts(contacts []Contact, now time.Time) error {
	for _, c := range contacts {
		err := tx.execute(`INSERT INTO contacts (door, date, kind, name, requests, last_at)
			VALUES (?1, ?2, ?3, iif(
				EXISTS (SELECT 1 FROM contacts WHERE door = ?1 AND date = ?2 AND kind = ?3 AND name = ?4) OR
				(SELECT count(*) FROM contacts WHERE door = ?1 AND date = ?2 AND name <> '') < ?7, ?4, ''), ?5, ?6)
			ON CONFLICT (door, date, kind, name) DO UPDATE SET requests = requests + excluded.requests, last_at = max(last_at, excluded.last_at)`,
			c.Door, c.Date, c.Kind, c.Name, c.Requests, c.LastAt, namesADay)
		if err != nil {
			return err
		}
	}
	if err := tx.execute("DELETE FROM contacts WHERE last_at < ? OR last_at > ?", civil.NewInstant(now.AddDate(0, 0, -contactDays)), civil.NewInstant(now)); err != nil {
		return err
	}
	return tx.keepNewest("contacts", "last_at", maxContacts)
}

// Contacts returns the contacts that are stored, the latest first: at most maxContacts.
func (s *Store) Contacts(ctx context.Context) ([]Contact, error) {
	var contacts []Contact
	err := s.Read(ctx).Order("last_at DESC").Find(&contacts).Error
	return contacts, err
}
