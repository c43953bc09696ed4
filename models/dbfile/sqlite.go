package dbfile

import (
	"errors"

	"github.com/mattn/go-sqlite3"
)

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
