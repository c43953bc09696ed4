package views

import "worklog/models"

// Data is the page on which data are taken out and in.
type Data struct {
	Frame
	Empty    bool // there is nothing to take out
	Settings bool // there are some, which the document can have, too
	Table    TableForm
	Caution  string                 // about what was to be downloaded; empty for none
	Unread   []models.UnreadableDay // that it lacks
	Anyway   string                 // where it is all the same
	Alert    string
	Columns  string         // as typed
	Rows     []ImportRow    // that are refused
	Refused  int            // how many there are
	Preview  *ImportPreview // nil before a file was read
	Content  string         // of the file, packed, if something of it can be taken
}

// TableForm asks for a table.
type TableForm struct {
	Tables       []Option
	From, To     string
	DecimalComma bool
	Message      string
}
