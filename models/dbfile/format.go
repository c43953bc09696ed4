package dbfile

// Format is what is known of the tables that the migrations make, beside their
// schema.
type Format struct {
	// Records are the tables whose rows a restore brings back, each after those
	// that it refers to, and a check counts. The others say what this program has
	// done on this machine: they begin anew. A database of any schema has them.
	Records []string
	// Rules hold for every row. Those that the schema checks at every write are
	// among them: SQLite does not look for them in a file that it may not write.
	Rules []Rule
}

// Rule is something that holds for every row.
type Rule struct {
	Since int64  // schema that it belongs to
	Words string // what a row that breaks it is said to be or do
	// Query returns, of each row to look at, what it is and a value of it. Reading
	// values out of SQLite takes most of a check's time: where it can tell most of
	// the right ones, it leaves them out.
	Query string
	// Holds says whether the value is right; nil when no row should be there.
	Holds func(value string) bool
}
