package views

// Data is the page on which data are taken out and in.
type Data struct {
	Frame
	Nothing    string // says that there is nothing to take out
	Everything string // where the document is
	Settings   bool   // there are some, which the document can have, too
	Table      TableForm
	Caution    string       // about what was to be downloaded; empty for none
	Unread     []ListedLink // the days that it lacks
	Anyway     string       // where it is all the same
	Import     string       // where a file is sent
	Alert      string
	Columns    string // as typed
	Rows       []PlanRow
	More       string // about rows that are not listed
	Plan       *Plan  // nil before a file was read
	Content    string // of the file, packed, if something of it can be taken
}

// TableForm asks for a table.
type TableForm struct {
	Action       string
	Tables       []Option
	From, To     string
	DecimalComma bool
	Message      string
}

// ListedLink is a link in a sentence.
type ListedLink struct {
	Link
	After string // the punctuation after it
}
