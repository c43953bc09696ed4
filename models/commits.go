package models

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"sync"

	"gorm.io/gorm"

	"worklog/models/civil"
)

const (
	// mostCommits is how many commits are remembered.
	mostCommits = 1000
	// mostReread is how many days are read one by one; more are sooner read with all others.
	mostReread = 40
)

// commits are the last ones of this program. What is cached need not be read again for days that
// none of them changed, as long as they are all that was committed since.
type commits struct {
	mu   sync.Mutex
	last []commit
}

// commit brought the file from one state to another.
type commit struct {
	from, to int64        // as [dbfile.Database.State] returns them
	optional bool         // no figure depends on what it changed
	dates    []civil.Date // of the days that it may have changed
}

// dataVersion asks for a number that moves when another connection has committed.
const dataVersion = "PRAGMA data_version"

// commit runs f in one immediate transaction of a connection. It remembers the commit if it can
// tell it from those of other connections: nobody else writes before it, and data_version, which
// does not move on the connection that commits, shows that nobody has between it and the state
// that is read after it.
func (s *Store) commit(conn *gorm.DB, f func(tx *Tx) error, optional bool) error {
	var made commit
	var before, after int64
	ctx := conn.Statement.Context
	tx := s.on(conn)
	err := tx.immediate(func() error {
		if err := f(tx); err != nil {
			return err
		}
		made.optional, made.dates = optional, distinct(tx.dates)
		made.from, _ = s.file.State(ctx)           // 0 if that fails, which is no state
		_ = tx.queryRow(dataVersion).Scan(&before) // as is 0
		return nil
	})
	if err != nil {
		return err
	}
	made.to, _ = s.file.State(ctx)
	_ = tx.queryRow(dataVersion).Scan(&after)
	if before == 0 || after != before || made.from == 0 || len(made.dates) > mostReread {
		return nil
	}
	s.commits.mu.Lock()
	defer s.commits.mu.Unlock()
	if len(s.commits.last) == mostCommits {
		s.commits.last = slices.Delete(s.commits.last, 0, mostCommits/2)
	}
	s.commits.last = append(s.commits.last, made)
	return nil
}

// immediate runs f in an immediate transaction of the connection. One of package database/sql would start
// a goroutine for itself and one for each query, which end them with a context that is never done.
func (tx *Tx) immediate(f func() error) error {
	if err := tx.execute("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	committed := false
	defer func() {
		if !committed {
			_ = tx.rollBack() // the error that led here is returned
		}
	}()
	err := f()
	if err == nil {
		err = tx.execute("COMMIT")
	}
	committed = err == nil
	return err
}

// rollBack ends the transaction of the connection. If that fails, it closes the connection, whose next user
// would otherwise begin inside the open transaction. SQLite may have rolled back itself, after a disk error.
func (tx *Tx) rollBack() error {
	err := tx.execute("ROLLBACK")
	if err == nil {
		return nil
	}
	discard := func(any) error { return driver.ErrBadConn }
	return errors.Join(err, tx.Statement.ConnPool.(*sql.Conn).Raw(discard))
}

// since returns the present state of the file, and whether what was read in an earlier one, or none
// for 0, is the same but for the days of the dates that it returns. What depends on more than days is the
// same only if nothing but optional commits was made.
func (s *Store) since(ctx context.Context, earlier int64, ofDays bool) (state int64, dates []civil.Date, same bool, err error) {
	state, err = s.file.State(ctx)
	if err != nil {
		return 0, nil, false, err
	}
	s.commits.mu.Lock()
	defer s.commits.mu.Unlock()
	at := state
	for _, made := range slices.Backward(s.commits.last) {
		if at == earlier || made.to != at || !ofDays && !made.optional {
			break
		}
		dates, at = append(dates, made.dates...), made.from
	}
	if dates = distinct(dates); at != earlier || len(dates) > mostReread {
		return state, nil, false, nil
	}
	return state, dates, true, nil
}

// Cached caches the value read from a store for one key, such as today. It is read again for
// another key, and after a write to the file by this program or another on which it depends:
// it is never older than the last commit before the call. The zero value is empty. It is safe for
// concurrent use.
type Cached[K comparable, V any] struct {
	mu    sync.Mutex
	state int64 // of the file, before it was read; 0 if it was not
	key   K
	value V
}

// Get returns the cached value, or calls read if there is none for the key or the file was
// written to. The value is shared: do not change it. One that depends on days alone has an update,
// which is called with the value and the dates of the days that have changed, if that is known.
func (c *Cached[K, V]) Get(ctx context.Context, store *Store, key K, read func() (V, error), update func(V, []civil.Date) (V, error)) (V, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.key != key {
		c.state = 0
	}
	state, dates, same, err := store.since(ctx, c.state, update != nil) // before it is read: a change meanwhile is seen next time
	if err != nil {
		return c.value, err
	}
	value := c.value
	if len(dates) > 0 {
		value, err = update(value, dates)
	} else if !same {
		value, err = read()
	}
	if err == nil {
		c.state, c.key, c.value = state, key, value
	}
	return value, err
}

// CachedDays caches the days from one date to another, of which it reads again those that have changed. The
// zero value is empty. It is safe for concurrent use.
type CachedDays[T dated] struct {
	cached Cached[[2]civil.Date, []T]
}

// Get returns the days, which read returns in order. They are shared: do not change them.
func (c *CachedDays[T]) Get(ctx context.Context, store *Store, from, to civil.Date, read func(ctx context.Context, from, to civil.Date) ([]T, error)) ([]T, error) {
	now := func(from, to civil.Date) ([]T, error) { return read(ctx, from, to) }
	return c.cached.Get(ctx, store, [2]civil.Date{from, to}, func() ([]T, error) { return now(from, to) }, func(days []T, dates []civil.Date) ([]T, error) {
		beyond := func(date civil.Date) bool { return date.Compare(from) < 0 || date.Compare(to) > 0 }
		return Reread(days, slices.DeleteFunc(dates, beyond), now)
	})
}
