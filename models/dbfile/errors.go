package dbfile

import "errors"

// Errors of opening a database file, which is left unchanged.
var (
	ErrNotSQLite     = errors.New("not an SQLite database")
	ErrNotOurs       = errors.New("an SQLite database, but not a worklog database")
	ErrDamaged       = errors.New("damaged worklog database")
	errNotWritable   = errors.New("database cannot be written")
	ErrNewerDatabase = errors.New("database is newer than this program")
	ErrOrphanedLog   = errors.New("database is missing, but its log is still there")
	errForeignLog    = errors.New("the log beside it belongs to another database")
	ErrUnfinished    = errors.New("a write to the database was interrupted, and its journal is still there: open it once with the program that wrote it")
)

var errTooLong = errors.New("reading it was abandoned after two minutes")

var errSwapped = errors.New("was replaced while it was being written: another user may write to its folder; choose a folder that only you can write to")

// ErrInUse is returned when a database cannot be replaced because a program has it
// open.
var ErrInUse = errors.New("a server or another program has the database open: stop it first")

// ErrFileMoved is returned when the open file is no longer at its path. Nothing is
// acknowledged until it is back.
var ErrFileMoved = errors.New("database file was moved, replaced or removed while in use")

// errBusy is returned to a writer when others have kept it waiting for [WriterWait].
var errBusy = errors.New("other writers have kept the database busy for too long")

// ErrReservedName is returned for a path that SQLite would treat as one of its own
// files and remove.
var ErrReservedName = errors.New("is reserved for a file of the database: choose another name")

// ErrFileExists is returned instead of overwriting a file.
var ErrFileExists = errors.New("already exists and was not changed")
