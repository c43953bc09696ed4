package exchange

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"worklog/models"
	"worklog/models/imports"
)

// Limits of a file that is read.
const (
	MaxFileSize = 32 << 20 // bytes
	maxDays     = 50_000
	maxCycles   = 1_000
	maxErrors   = 100                    // that are collected
	maxCell     = 64 << 10               // bytes of a text
	maxSettings = 6 * models.MaxSettings // likewise, each byte escaped
	maxSlots    = 25_000                 // of a day of a document: more than the endpoint records
	maxEvents   = 2 * maxSlots
	maxRows     = 200_000 // of a table
	maxDayRows  = 2_000   // of a table, for one day
	maxCells    = 500     // of a row
	maxRow      = 1 << 20 // bytes
)

// Errors of a file.
var (
	ErrFileTooLarge   = errors.New("the file is larger than 32 MiB")
	ErrPlanTooLarge   = errors.New("the file is larger than 5 MiB")
	ErrNotText        = errors.New("the file is an archive, a workbook or another one that is not text: unpack it, or save it as CSV")
	ErrEmptyFile      = errors.New("the file is empty")
	ErrNotOurJSON     = errors.New("is not a document that worklog has exported")
	ErrMembers        = errors.New("a member is missing, unknown, twice there, null or of another type")
	ErrOtherVersion   = fmt.Errorf("the document is of another version than %d", version)
	ErrTooManyRows    = errors.New("the file has too many rows")
	ErrNotCSV         = errors.New("is not CSV")
	ErrNotCalendar    = errors.New("is not iCalendar, or has no end")
	ErrNoColumn       = errors.New("the table has no such column")
	ErrColumnTwice    = errors.New("the table has the column twice")
	ErrColumnsUnknown = errors.New("the table has no column that says the date")
	ErrNoDate         = errors.New("is not a date")
	ErrNoTime         = errors.New("is not a time")
	ErrNoMinutes      = errors.New("is not a whole number of minutes")
	ErrHalfSlot       = errors.New("the row has a start or an end only")
	ErrRowsDiffer     = errors.New("differs from an earlier row of the day")
	ErrCellTooLong    = errors.New("the cell is too long")
	ErrRowTooLong     = errors.New("the row is longer than 1 MiB")
	ErrTooManyCells   = fmt.Errorf("the row has more than %d cells", maxCells)
	ErrDayTooLarge    = errors.New("the day has too much")
	ErrTooMuchPlanned = errors.New("more is planned than worklog stores")
	ErrPlanOrder      = errors.New("the plan is not in the order of its dates, each once")
	ErrBadNumber      = errors.New("is not a whole number below 2^52")
)

// CellError is what is wrong with a cell.
type CellError struct {
	Column string // as the file calls it
	Value  string // shortened
	Err    error
}

// Error names the cell.
func (e *CellError) Error() string { return fmt.Sprintf("%s %q: %v", e.Column, e.Value, e.Err) }

// Unwrap returns what is wrong.
func (e *CellError) Unwrap() error { return e.Err }

func cellError(column, value string, err error) error {
	return &CellError{column, shortened(value, 40), err}
}

// shortened returns at most so many characters of a cell, without the row that it holds.
func shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strings.Clone(text)
}

// RowErrors are the errors of a file's rows, at most a hundred.
type RowErrors []imports.RowError

// Error lists them, a line each.
func (e RowErrors) Error() string {
	var lines []string
	for _, row := range e {
		lines = append(lines, fmt.Sprintf("row %d: %v", row.Row, row.Err))
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors.
func (e RowErrors) Unwrap() []error {
	var errs []error
	for _, row := range e {
		errs = append(errs, row.Err)
	}
	return errs
}

func (e *RowErrors) add(row int, err error) (room bool) {
	if len(*e) < maxErrors {
		*e = append(*e, imports.RowError{Row: row, Err: err})
	}
	return len(*e) < maxErrors
}

// SaveMemory has garbage collected sooner until the function that it returns is
// called, which hands back what is free. A file takes its own size in memory once it is
// read: as much again, as the collector usually allows, would be more than a small machine
// can spare.
func SaveMemory() (end func()) {
	const percent = 20
	before := debug.SetGCPercent(percent)
	return func() {
		debug.SetGCPercent(before)
		debug.FreeOSMemory()
	}
}

// Read reads a file: our own document, or a table with these columns. What it holds
// meanwhile is what it returns and a row or a token more, for which there are bounds.
// It returns the errors above, those of rows as [RowErrors].
func Read(from io.Reader, columns Columns) (imports.File, error) {
	text, start, err := openText(from, MaxFileSize, ErrFileTooLarge)
	if err != nil {
		return imports.File{}, err
	}
	if bytes.TrimLeft(start, " \t\r\n")[0] == '{' {
		return readJSON(text)
	}
	return readTable(text, separatorOf(start), columns)
}

// openText returns the text of a file of at most so many bytes, and its start, which is not blank.
func openText(from io.Reader, size int64, tooLarge error) (text *bufio.Reader, start []byte, err error) {
	text = bufio.NewReaderSize(&textReader{transform.NewReader(from, encoding.UTF8Validator), size, tooLarge}, maxCell)
	start, err = text.Peek(maxCell)
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	if bytes.HasPrefix(start, []byte("PK\x03\x04")) { // an archive that has no NUL
		return nil, nil, ErrNotText
	}
	unmarked := bytes.TrimPrefix(start, []byte("\xef\xbb\xbf")) // spreadsheets begin UTF-8 so
	if len(bytes.TrimLeft(unmarked, " \t\r\n")) == 0 {
		return nil, nil, ErrEmptyFile
	}
	_, err = text.Discard(len(start) - len(unmarked))
	return text, unmarked, err
}
