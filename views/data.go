package views

// Data is the page on which data are taken out and in.
type Data struct {
	Frame
	Everything string // where the document is
	Table      TableForm
	Warning    string       // about what was to be downloaded; empty for none
	Unread     []ListedLink // the days that it lacks
	Anyway     string       // where it is all the same
	Import     string       // where a file is sent
	Alert      string
	Columns    string // as typed
	Rows       []ImportRow
	More       string    // about rows that are not listed
	Plan       *DataPlan // nil before a file was read
}

// TableForm asks for a table.
type TableForm struct {
	Action       string
	Tables       []Option
	From, To     string
	DecimalComma bool
	Message      string
}

// ImportRow is a row of a file, or a day of it.
type ImportRow struct {
	Label string // "Ligne 3"
	Text  string
}

// DataPlan is what an import would do.
type DataPlan struct {
	Summary string
	Days    []ImportRow
	More    string
	Writes  bool
	Content string // of the file, packed
	Plan    string
}

// ListedLink is a link in a sentence.
type ListedLink struct {
	Link
	After string // the punctuation after it
}
