package models

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// Tx is the record as an operation reads and writes it: its methods are the steps that
// operations are made of. Within [Store.Write] it is a transaction, and the steps are safe
// only there; of [Store.Read], each query sees what is stored when it runs.
type Tx struct {
	*gorm.DB
	Rules Rules
	zones *zones
}

// Zone returns the zone of an IANA name, or UTC if this machine does not know it.
func (tx *Tx) Zone(name string) *time.Location { return tx.zones.named(name) }

// on returns what operations see of a connection.
func (s *Store) on(db *gorm.DB) *Tx { return &Tx{db, s.rules, s.zones} }

// Read returns what is stored, outside of a transaction.
func (s *Store) Read(ctx context.Context) *Tx { return s.on(s.db.WithContext(ctx)) }

// within returns f for a transaction of GORM's.
func (s *Store) within(f func(tx *Tx) error) func(tx *gorm.DB) error {
	return func(tx *gorm.DB) error { return f(s.on(tx)) }
}

// CreateAll creates records that have their ids.
func CreateAll[T any](db *Tx, records []T) error {
	if len(records) == 0 {
		return nil
	}
	return db.CreateInBatches(&records, DaysAtOnce).Error
}
