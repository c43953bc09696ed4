package dbfile

import "errors"

// Refusals to open a database file. The file is left as it was.
var (
	ErrNotSQLite     = errors.New("not an SQLite database")
	ErrNotOurs       = errors.New("an SQLite database, but not one of worklog")
	ErrDamaged       = errors.New("damaged database of worklog")
	ErrNotWritable   = errors.New("database cannot be written")
	ErrNewerDatabase = errors.New("database is newer than this program")
	ErrOrphanedLog   = errors.New("database is missing, but its log is still there")
	ErrUnfinished    = errors.New("a change of the database was cut off, and its journal still stands beside: open it once with the program that wrote it")
)

// ErrTooLong is the refusal to go on with a database that takes more than two
// minutes to look through.
var ErrTooLong = errors.New("looking through it has taken two minutes and was given up")

// ErrSwapped is the refusal to trust a file that was replaced while it was
// written.
var ErrSwapped = errors.New("was replaced while it was written: another user may write to its folder, choose one that only you can")

// ErrInUse is the refusal to replace a database under a program that has it.
var ErrInUse = errors.New("a server or another program has the database open: stop it first")

// ErrFileMoved is the refusal to go on with a file that nobody will find again.
// Nothing is acknowledged until it is back under its name.
var ErrFileMoved = errors.New("database file was moved, replaced or removed while in use")

// ErrReservedName is the refusal to write a file that SQLite would take for its
// own and remove.
var ErrReservedName = errors.New("is the name of a file that the database has beside it: choose another")

// ErrBackupsGone is the refusal to make backups where those before have vanished:
// they would gather on another disk than the one that is meant.
var ErrBackupsGone = errors.New("none of the backups that were made there is left: is its disk mounted? " +
	"If it is, put one back, or make one there with `worklog backup`")

// ErrFileExists is the refusal to write over a file.
var ErrFileExists = errors.New("exists already: it was left as it is")
