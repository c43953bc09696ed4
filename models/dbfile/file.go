package dbfile

import (
	"database/sql/driver"
	"fmt"
	"path/filepath"
)

// file identifies the file that a [Database] has opened. If it is removed or
// replaced, connections would go on writing to the lost file: therefore nothing is
// acknowledged before the path has been compared again.
type file struct {
	path     string // as given, made absolute
	target   string // path with links resolved
	database identity
	log      *identity // nil until the first connection has opened it; unchanged as long as one is open
}

func newFile(path string) (*file, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	target, err := filepath.EvalSymlinks(absolute)
	if err != nil {
		return nil, err
	}
	database, _, err := identify(absolute)
	if err != nil {
		return nil, err
	}
	return &file{path: absolute, target: target, database: database}, nil
}

// Path returns the absolute path of the file, with links resolved.
func (f *file) Path() string { return f.target }

// CheckInPlace returns [ErrFileMoved] unless the file, which must not be empty, and its log are still
// at their paths. Writers call it before they begin and again before they acknowledge a commit.
func (f *file) CheckInPlace() error {
	found, size, err := identify(f.path)
	if err != nil || !found.same(f.database) {
		return fmt.Errorf("%w: %s is not the file that was opened", ErrFileMoved, f.path)
	}
	if size == 0 {
		return fmt.Errorf("%w: %s was emptied", ErrFileMoved, f.path)
	}
	if f.log == nil {
		return nil
	}
	if log, _, err := identify(f.target + "-wal"); err != nil || !log.same(*f.log) {
		return fmt.Errorf("%w: %s-wal is not the log that was opened", ErrFileMoved, f.target)
	}
	return nil
}

// connect opens a connection to the file, never to one that has replaced it.
func (f *file) connect() (driver.Conn, error) {
	if err := f.CheckInPlace(); err != nil {
		return nil, err
	}
	if err := requireRegularSidecars(f.target); err != nil {
		return nil, err
	}
	connection, err := hardenedDriver().Open(dataSource(f.target, readWrite()))
	if err != nil {
		return nil, err
	}
	if err := f.CheckInPlace(); err != nil {
		connection.Close()
		return nil, err
	}
	return connection, nil
}
