package dbfile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-sqlite3"

	"worklog/models/civil"
)

// A database file may come from anywhere, such as a backup from another machine or
// a disk that others write to. Connections do not trust its schema.

// maxValue is the maximum size of a value or a row in bytes: far more than the
// longest note, and small enough that a crafted file cannot exhaust memory.
const maxValue = 16 << 20

// hardenedDriver returns SQLite's driver with the settings of every connection.
func hardenedDriver() driver.Driver {
	return &sqlite3.SQLiteDriver{ConnectHook: func(connection *sqlite3.SQLiteConn) error {
		connection.SetLimit(sqlite3.SQLITE_LIMIT_LENGTH, maxValue)
		if err := errors.Join(connection.RegisterFunc("is_text", isText, true), connection.RegisterFunc("is_zone", civil.IsZone, true)); err != nil {
			return err
		}
		_, err := connection.Exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY", nil)
		return err
	}}
}

// isText reports whether a value is UTF-8 without a NUL, of which SQL cannot tell. Statements
// know it as is_text.
func isText(value string) bool { return utf8.ValidString(value) && !strings.ContainsRune(value, 0) }

type connector func() (driver.Conn, error)

func (c connector) Connect(context.Context) (driver.Conn, error) { return c() }

func (connector) Driver() driver.Driver { return hardenedDriver() }

// openDatabase opens the file at path, with options that apply to every connection
// of the pool. (A PRAGMA statement applies to one only.)
func openDatabase(path string, options url.Values) (*sql.DB, error) {
	if err := requireRegular(path); err != nil {
		return nil, err
	}
	source := dataSource(path, options)
	return sql.OpenDB(connector(func() (driver.Conn, error) { return hardenedDriver().Open(source) })), nil
}

// dataSource returns the URI of the file for go-sqlite3 and for SQL statements.
func dataSource(path string, options url.Values) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: options.Encode()}
	return address.String()
}

// SQLiteVersion returns the version of the SQLite that is compiled in, such as "3.53.4".
func SQLiteVersion() string {
	version, _, _ := sqlite3.Version()
	return version
}

// ViolatesCheck reports whether an error is that of a row which a CHECK of the schema refuses.
func ViolatesCheck(err error) bool {
	var refused sqlite3.Error
	return errors.As(err, &refused) && refused.ExtendedCode == sqlite3.ErrConstraintCheck
}
