package dbfile

import "errors"

// Format describes the tables that the migrations create, beyond their schema.
type Format struct {
	// Records are the tables that a restore copies and a check counts, each after
	// those that it refers to. They exist in every version of the schema. Other
	// tables hold what this program did on this machine and are not restored.
	Records []string
	// Rules are the invariants of the rows. They repeat the schema's constraints,
	// which SQLite does not check in a file that another program wrote. A row that
	// breaks one is odd: it is reported, and copied like any other. They are built when they
	// are asked for: a server that starts needs none.
	Rules func() []Rule
	// Cautions are rules like these of rows that are of no use any more: what breaks one
	// is a warning.
	Cautions []Rule
	// Bounds are the rules on which new rows depend, such as limits of ids. A file
	// that breaks one is neither restored nor backed up.
	Bounds []Rule
	// MaxLastID is the highest last id that a restore takes over from the database it replaces.
	MaxLastID int64
}

// Rule is an invariant of every row.
type Rule struct {
	Since int64  // first version of the schema to which it applies
	Text  string // predicate of a finding, such as "has an invalid day type"
	// Query selects, for each row to check, its name in findings, where a person can
	// look at it or set it right ("" for nowhere), and a value.
	// Reading values takes most of a check's time, so it should leave out rows that
	// SQL can tell are valid.
	Query string
	// Holds reports whether the value is valid. If it is nil, every selected row is
	// a finding.
	Holds func(value string) bool
}

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
