package models

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"
)

var ErrDisk = errors.New("disk I/O error")

// Failing makes one statement fail, after a number of others, and some that follow it; if the number
// is negative, none fails. To begin and to commit are statements.
type Failing struct {
	After, Following int
	committed        func() // called after a commit
	uncounted        bool   // whether [dataVersion] fails
}

func (f *Failing) next() error {
	f.After--
	if f.After < 0 && f.After >= -1-f.Following {
		return ErrDisk
	}
	return nil
}

// OpenFailing returns a store of which at most one statement fails.
func OpenFailing(t *testing.T) (*Store, *Failing) {
	t.Helper()
	store, fault := OpenTemporary(t), &Failing{After: -1}
	failing := sql.OpenDB(failingConnector{store.file.Pool, fault})
	t.Cleanup(func() { failing.Close() })
	db, err := onConnections(failing)
	must(t, err)
	store.db = db
	return store, fault
}

// failingConnector takes the connections of a pool.
type failingConnector struct {
	pool  *sql.DB
	fault *Failing
}

func (c failingConnector) Driver() driver.Driver { return c.pool.Driver() }

func (c failingConnector) Connect(context.Context) (driver.Conn, error) {
	taken, err := c.pool.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	connection := failingConnection{taken: taken, fault: c.fault}
	err = taken.Raw(func(raw any) error {
		connection.sqliteConnection = raw.(sqliteConnection)
		return nil
	})
	return connection, err
}

// sqliteConnection is what the driver's connections are.
type sqliteConnection interface {
	driver.Conn
	driver.ExecerContext
	driver.QueryerContext
}

type failingConnection struct {
	sqliteConnection
	taken *sql.Conn
	fault *Failing
}

func (c failingConnection) ExecContext(ctx context.Context, query string, arguments []driver.NamedValue) (driver.Result, error) {
	if err := c.fault.next(); err != nil {
		return nil, err
	}
	result, err := c.sqliteConnection.ExecContext(ctx, query, arguments)
	if query == "COMMIT" && c.fault.committed != nil {
		c.fault.committed()
	}
	return result, err
}

func (c failingConnection) QueryContext(ctx context.Context, query string, arguments []driver.NamedValue) (driver.Rows, error) {
	if query != dataVersion { // which only tells what need not be read again, also after the commit
		if err := c.fault.next(); err != nil {
			return nil, err
		}
	} else if c.fault.uncounted {
		return nil, ErrDisk
	}
	return c.sqliteConnection.QueryContext(ctx, query, arguments)
}

// Close closes the connection, which does not return to its pool.
func (c failingConnection) Close() error {
	if err := c.taken.Raw(func(any) error { return driver.ErrBadConn }); !errors.Is(err, driver.ErrBadConn) {
		return err
	}
	return nil
}

// What tests of the operations need of the store's inside.

// GORM returns the store's handle, for callbacks.
func (s *Store) GORM() *gorm.DB { return s.db }

// DayRuleTexts returns the texts of the rules of days.
func DayRuleTexts() (texts []string) {
	for _, rule := range dayRules {
		texts = append(texts, rule.text)
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

func OpenTemporary(t *testing.T) *Store {
	t.Helper()
	store, err := Open(t.Context(), filepath.Join(t.TempDir(), "worklog.db"), Rules{Integrated: true, ForgottenAfter: 16 * time.Hour, KeepDays: 36_500})
	must(t, err)
	t.Cleanup(func() { store.Close() })
	return store
}
