package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"worklog/models"
)

// Limits of a file that is read.
const (
	MaxFileSize = 32 << 20 // bytes
	MaxDays     = 50_000
	maxRows     = 200_000
	maxCell     = 64 << 10 // bytes of a text
	maxColumns  = 500
	maxErrors   = 100 // that are collected
)

// Errors of a file.
var (
	ErrFileTooLarge    = errors.New("the file is larger than 32 MiB")
	ErrNotText         = errors.New("the file is an archive, a workbook or another one that is not text: unpack it, or save it as CSV")
	ErrEmptyFile       = errors.New("the file is empty")
	ErrNotOurJSON      = errors.New("is not a document that worklog has exported")
	ErrMembers         = errors.New("a member is missing, unknown, null or of another type")
	ErrOtherVersion    = fmt.Errorf("the document is of another version than %d", Version)
	ErrTooManyRows     = errors.New("the file has too many rows")
	ErrNotCSV          = errors.New("is not CSV")
	ErrNoColumn        = errors.New("the table has no such column")
	ErrColumnTwice     = errors.New("the table has the column twice")
	ErrColumnsUnknown  = errors.New("the table has no column that says the date")
	ErrNoDate          = errors.New("is not a date")
	ErrNoTime          = errors.New("is not a time")
	ErrHalfSlot        = errors.New("the row has a start or an end only")
	ErrRowsDiffer      = errors.New("differs from an earlier row of the day")
	ErrCellTooLong     = errors.New("the cell is too long")
	ErrTooManyProblems = errors.New("there are more errors")
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
	const longest = 40
	if runes := []rune(value); len(runes) > longest {
		value = string(runes[:longest]) + "…"
	}
	return &CellError{column, value, err}
}

// RowErrors are the errors of a file's rows, at most a hundred.
type RowErrors []models.RowError

// Error lists them, a line each.
func (e RowErrors) Error() string {
	var text bytes.Buffer
	for i, row := range e {
		if i > 0 {
			text.WriteByte('\n')
		}
		fmt.Fprintf(&text, "row %d: %v", row.Row, row.Err)
	}
	return text.String()
}

// Unwrap returns the errors.
func (e RowErrors) Unwrap() []error {
	var errs []error
	for _, row := range e {
		errs = append(errs, row.Err)
	}
	return errs
}

// add adds an error, and reports whether there is room for more.
func (e *RowErrors) add(row int, err error) (room bool) {
	if len(*e) < maxErrors {
		*e = append(*e, models.RowError{Row: row, Err: err})
	}
	return len(*e) < maxErrors
}

// Read reads a file: our own document, or a table with these columns. It returns the
// errors above, those of rows as [RowErrors].
func Read(content []byte, columns Columns) (models.Import, error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")) // spreadsheets begin UTF-8 so
	switch {
	case len(content) > MaxFileSize:
		return models.Import{}, ErrFileTooLarge
	case !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 || bytes.HasPrefix(content, []byte("PK\x03\x04")): // no archive is read
		return models.Import{}, ErrNotText
	}
	start := bytes.TrimLeft(content, " \t\r\n")
	if len(start) == 0 {
		return models.Import{}, ErrEmptyFile
	}
	if start[0] == '{' {
		return readJSON(content)
	}
	return readTable(content, columns)
}
