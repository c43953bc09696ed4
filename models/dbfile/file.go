package dbfile

import (
	"context"
	"database/sql/driver"
	"fmt"
	"path/filepath"
)

// file is the database file that a [Database] has opened. Connections keep a file
// that was removed or replaced, and would go on writing where nobody looks:
// before anything is acknowledged, file is asked whether the path still leads
// there.
type file struct {
	path     string // as it was named, made absolute
	target   string // what it leads to through links
	database identity
	log      *identity // nil until the first connection has opened it
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

// openedLog notes the log that the first connection has opened. No other is
// legitimate as long as that connection lives.
func (f *file) openedLog() error {
	log, _, err := identify(f.target + "-wal")
	f.log = &log
	return err
}

// unmoved returns [ErrFileMoved] unless the path leads to the file, with its log
// beside, and something is in it: whoever empties it leaves it its name.
func (f *file) unmoved() error {
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

// connector opens connections to a file, never to another one that has taken
// its place.
type connector struct{ file *file }

// Connect implements [driver.Connector].
func (c connector) Connect(context.Context) (driver.Conn, error) {
	if err := c.file.unmoved(); err != nil {
		return nil, err
	}
	if err := refuseOddBeside(c.file.target); err != nil {
		return nil, err
	}
	connection, err := c.Driver().Open(dataSource(c.file.target, inUse()))
	if err != nil {
		return nil, err
	}
	if err := c.file.unmoved(); err != nil {
		connection.Close()
		return nil, err
	}
	return connection, nil
}

// Driver implements [driver.Connector].
func (connector) Driver() driver.Driver { return cautious() }
