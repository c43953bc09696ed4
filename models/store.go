package models

import (
	"context"
	"errors"
	"sync"
	"time"

	"gorm.io/gorm"
)

// Store is the database of one worklog.
type Store struct {
	// Upgrade is what opening it has changed of the file; nil for nothing.
	Upgrade *Upgrade

	db    *gorm.DB
	zones zones
}

// zones keeps the zones that were asked for: reading one anew for each day of
// a month takes a fifth of its page's time.
type zones struct{ byName sync.Map }

// named gives the zone of an IANA name; one that this machine does not know is
// read as UTC.
func (z *zones) named(name string) *time.Location {
	if zone, known := z.byName.Load(name); known {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		zone = time.UTC
	}
	z.byName.Store(name, zone)
	return zone
}

// Ping reports whether the database answers: it reads from the file.
func (s *Store) Ping(ctx context.Context) error {
	_, err := s.Empty(ctx)
	return err
}

// Close folds the write-ahead log into the file and closes it.
func (s *Store) Close() error {
	folded := s.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)").Error
	return errors.Join(folded, closePool(s.db))
}

func closePool(db *gorm.DB) error {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	return pool.Close()
}

// write runs f in one transaction, taken for writing from its start. It is
// carried through when the caller goes away: whoever asked will ask again and
// be told what became of it.
func (s *Store) write(ctx context.Context, f func(tx *gorm.DB) error) error {
	return s.db.WithContext(context.WithoutCancel(ctx)).Transaction(f)
}

// findOne gives the first record of a query, or nil when there is none.
func findOne[T any](query *gorm.DB) (*T, error) {
	var record T
	err := query.Take(&record).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &record, nil
}
