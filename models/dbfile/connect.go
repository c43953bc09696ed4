package dbfile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"
	"path/filepath"

	"github.com/mattn/go-sqlite3"
)

// A database file may come from anywhere: a backup from another machine, a disk
// that others write to. Connections trust nothing that its schema says.

// maxValue is how many bytes a value or a row has at most: far more than the
// longest note, and little enough that a file cannot exhaust the memory.
const maxValue = 16 << 20

// cautious is SQLite with what holds on every connection, of whichever pool.
func cautious() driver.Driver {
	return &sqlite3.SQLiteDriver{ConnectHook: func(connection *sqlite3.SQLiteConn) error {
		connection.SetLimit(sqlite3.SQLITE_LIMIT_LENGTH, maxValue)
		_, err := connection.Exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY", nil)
		return err
	}}
}

// source opens connections to the file that a data source names.
type source string

// Connect implements [driver.Connector].
func (s source) Connect(context.Context) (driver.Conn, error) { return s.Driver().Open(string(s)) }

// Driver implements [driver.Connector].
func (source) Driver() driver.Driver { return cautious() }

// openDatabase opens the file at path, with options that hold on every connection
// of the pool (a pragma in a statement holds on one).
func openDatabase(path string, options url.Values) (*sql.DB, error) {
	if err := refuseOdd(path); err != nil {
		return nil, err
	}
	return sql.OpenDB(source(dataSource(path, options))), nil
}

// dataSource names the file for go-sqlite3, and for SQLite's own statements.
func dataSource(path string, options url.Values) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: options.Encode()}
	return address.String()
}
