package dbfile

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
