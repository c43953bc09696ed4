package models

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gorm.io/gorm"

	"worklog/models/dbfile"
)

// Store is the database of one worklog.
type Store struct {
	// Upgrade is what opening it has changed of the file; nil for nothing.
	Upgrade *dbfile.Upgrade

	db    *gorm.DB
	file  *dbfile.Database
	zones zones
}

// zones keeps the zones that were asked for: reading one anew for each day of
// a month takes a fifth of its page's time.
type zones struct{ byName sync.Map }

// named returns the zone of an IANA name; one that this machine does not know is
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

// Ping reports whether the database answers: it reads from the file, which must
// be under its name: [dbfile.ErrFileMoved].
func (s *Store) Ping(ctx context.Context) error {
	if err := s.file.Unmoved(); err != nil {
		return err
	}
	_, err := s.Empty(ctx)
	return err
}

// Close closes the file, as [dbfile.Database.Close] does.
func (s *Store) Close() error { return s.file.Close() }

// write runs f in one transaction, taken for writing from its start. It is
// carried through when the caller goes away: whoever asked will ask again and
// be told what became of it. It returns [dbfile.ErrFileMoved] when the file that holds
// the outcome is no longer the one at the path.
func (s *Store) write(ctx context.Context, f func(tx *gorm.DB) error) error {
	if err := s.file.Unmoved(); err != nil {
		return err
	}
	if err := s.db.WithContext(context.WithoutCancel(ctx)).Transaction(f); err != nil {
		return err
	}
	return s.file.Unmoved()
}

// tryWrite is write for what may be left out: it does not wait for another
// writer.
func (s *Store) tryWrite(ctx context.Context, f func(tx *gorm.DB) error) error {
	return s.db.WithContext(context.WithoutCancel(ctx)).Connection(func(tx *gorm.DB) error {
		if err := tx.Exec("PRAGMA busy_timeout = 0").Error; err != nil {
			return err
		}
		tried := tx.Transaction(f)
		return errors.Join(tried, tx.Exec(fmt.Sprintf("PRAGMA busy_timeout = %d", dbfile.WriterWait.Milliseconds())).Error)
	})
}

// findOne returns the first record of a query, or nil when there is none.
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
