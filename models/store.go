package models

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"worklog/models/civil"
	"worklog/models/dbfile"
)

// Store is an open worklog database.
type Store struct {
	// Upgrade is the schema change that opening the file made, or nil.
	Upgrade *dbfile.Upgrade

	db    *gorm.DB
	file  *dbfile.Database
	rules Rules
	// commits are those of this program that say which days they changed.
	commits *commits
	// number is that of the database.
	number string
}

// Rules returns the rules of the store.
func (s *Store) Rules() Rules { return s.rules }

// WithRules returns a store of the same file with other rules. Closing one closes both.
func (s *Store) WithRules(rules Rules) *Store {
	with := *s
	with.rules = rules.complete()
	return &with
}

// Ping reads from the database. It returns [dbfile.ErrFileMoved] if the file is no
// longer at its path.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.file.CheckInPlace(); err != nil {
		return err
	}
	_, err := s.Empty(ctx)
	return err
}

// Path returns where the database is.
func (s *Store) Path() string { return s.file.Path() }

// Close closes the file, as [dbfile.Database.Close] does.
func (s *Store) Close() error { return s.file.Close() }

// Write runs f in one immediate transaction, when the writers before it are done. Cancelling
// ctx does not interrupt it: a client that went away will retry and learn the outcome. It
// returns [dbfile.ErrFileMoved] if the file written to is no longer the one at the path, or
// an error if its turn does not come within [dbfile.WriterWait].
func (s *Store) Write(ctx context.Context, f func(tx *Tx) error) error {
	if err := s.file.CheckInPlace(); err != nil {
		return err
	}
	err := s.file.InTurn(func(left time.Duration) error { return s.writeWithin(ctx, left, f, false) })
	if err != nil {
		return err
	}
	return s.file.CheckInPlace()
}

// Change is [Store.Write] for what a person asks for, which is done once: for a request that was
// applied already it returns what [Store.Admit] does. It also returns [ErrSettingsChanged] and [ErrUnsound].
func (s *Store) Change(ctx context.Context, f func(tx *Tx) (Change, error)) (Change, error) {
	var change Change
	err := s.Write(ctx, func(tx *Tx) (err error) {
		change, err = tx.once(f)
		return err
	})
	if err != nil {
		return Change{}, unsoundIfRefused(err)
	}
	return change, nil
}

// PreparedChange is [Store.Change] for a change of so many days that others must not wait for its
// preparation: prepare reads what is stored, and writes nothing, while they write. Its error is
// returned where write would begin. It returns [ErrEntryChanged] if what they wrote is in the way,
// such as an event with the same key.
func (s *Store) PreparedChange(ctx context.Context, prepare func(tx *Tx) error, write func(tx *Tx) (Change, error)) (Change, error) {
	prepared := s.Snapshot(context.WithoutCancel(ctx), prepare)
	change, err := s.Change(ctx, func(tx *Tx) (Change, error) {
		if prepared != nil {
			return Change{}, prepared
		}
		return write(tx)
	})
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		err = ErrEntryChanged
	}
	return change, err
}

// unsoundIfRefused returns [ErrUnsound] for a row that the schema refuses, such as what an odd
// row was, brought back, and any other error as it is.
func unsoundIfRefused(err error) error {
	if dbfile.ViolatesCheck(err) {
		return fmt.Errorf("%w: %w", ErrUnsound, err)
	}
	return err
}

// TryWrite is [Store.Write] for optional updates, on which nothing depends that is
// cached: it does not wait for another writer.
func (s *Store) TryWrite(ctx context.Context, f func(tx *Tx) error) error {
	return s.writeWithin(ctx, 0, f, true)
}

// writeWithin runs f in one immediate transaction, for which it waits no longer than that.
func (s *Store) writeWithin(ctx context.Context, wait time.Duration, f func(tx *Tx) error, optional bool) error {
	return s.db.WithContext(context.WithoutCancel(ctx)).Connection(func(conn *gorm.DB) (err error) {
		conn = conn.Session(&gorm.Session{NewDB: true}) // or each statement would have the conditions of those before
		if wait == dbfile.WriterWait {
			return s.commit(conn, f, optional)
		}
		if err := conn.Exec(fmt.Sprintf("PRAGMA busy_timeout = %d", wait.Milliseconds())).Error; err != nil {
			return err
		}
		defer func() { // whatever becomes of f: another may have the connection next
			err = errors.Join(err, conn.Exec(fmt.Sprintf("PRAGMA busy_timeout = %d", dbfile.WriterWait.Milliseconds())).Error)
		}()
		return s.commit(conn, f, optional)
	})
}

// on returns what operations see of a connection.
func (s *Store) on(db *gorm.DB) *Tx { return &Tx{DB: db, Rules: s.rules} }

// Read returns what is stored, outside of a transaction.
func (s *Store) Read(ctx context.Context) *Tx { return s.on(s.db.WithContext(ctx)) }

// Empty reports whether no day has an entry yet.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	any, err := FindOne[WorkEntry](s.Read(ctx).Select("id"))
	return any == nil, err
}

// onConnections returns GORM on a pool. Its statement cache is off: it prepares statements
// again in every transaction, and the connections have a cache of their own.
func onConnections(pool *sql.DB) (*gorm.DB, error) {
	return gorm.Open(sqlite.New(sqlite.Config{Conn: pool}), &gorm.Config{
		Logger:                 logger.Discard, // errors are returned, and statements would reveal people's data
		SkipDefaultTransaction: true,
		TranslateError:         true,
	})
}

// Tx is the record as an operation reads and writes it: its methods are the steps that
// operations are made of. Within [Store.Write] it is a transaction, and the steps are safe
// only there; of [Store.Read], each query sees what is stored when it runs.
type Tx struct {
	*gorm.DB
	Rules Rules
	dates []civil.Date // of the days that the transaction may have changed
	did   doneBeside   // by what is not of days
}

// FindOne returns the first record of a query, or nil if there is none.
func FindOne[T any](query *gorm.DB) (*T, error) {
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

// List returns numbers, dates or texts as JSON, for json_each: there may be more of them than a
// statement has variables.
func List[T any](values []T) string {
	text, _ := json.Marshal(values)
	return string(text)
}

// DaysAtOnce is how many days are read at a time, so that any number of them can be
// read in the memory of these.
const DaysAtOnce = 100
