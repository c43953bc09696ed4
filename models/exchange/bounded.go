package exchange

import (
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/encoding"
)

// textReader reads a file of limited size that must be text. It returns tooLarge, or [ErrNotText] for
// what is not UTF-8 or has a NUL.
type textReader struct {
	from     io.Reader // by [encoding.UTF8Validator]
	left     int64     // bytes that it may still have
	tooLarge error
}

// Read reads, and checks what it has read.
func (r *textReader) Read(into []byte) (int, error) {
	n, err := r.from.Read(into)
	if r.left -= int64(n); r.left < 0 {
		return 0, r.tooLarge
	}
	if errors.Is(err, encoding.ErrInvalidUTF8) || bytes.IndexByte(into[:n], 0) >= 0 {
		return 0, ErrNotText
	}
	return n, err
}

// bounded reads no further than a bound allows, so that a decoder, which holds a whole
// row or token before it returns it, never holds more than that.
type bounded struct {
	from  io.Reader
	bound bound
	lines int // that were read to their ends
	err   error
}

// bound is asked about each byte of a file in turn.
type bound interface{ exceeded(next byte) error }

// Read reads up to the byte that exceeds the bound, whose error it then returns.
func (r *bounded) Read(into []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.from.Read(into)
	for i, next := range into[:n] {
		if r.err = r.bound.exceeded(next); r.err != nil {
			return i, r.err
		}
		if next == '\n' {
			r.lines++
		}
	}
	return n, err
}

// rowBound bounds the rows of a CSV file, and their cells.
type rowBound struct {
	separator  byte
	quoted     bool
	separators int // in the row
	row, cell  int // bytes
}

func (b *rowBound) exceeded(next byte) error {
	b.row, b.cell = b.row+1, b.cell+1
	switch {
	case next == '"':
		b.quoted = !b.quoted // twice for one that is doubled
	case b.quoted:
	case next == '\n':
		b.separators, b.row, b.cell = 0, 0, 0
	case next == b.separator:
		b.separators, b.cell = b.separators+1, 0
	}
	switch {
	case b.separators >= maxCells:
		return ErrTooManyCells
	case b.cell > maxCell:
		return ErrCellTooLong
	case b.row > maxRow:
		return ErrRowTooLong
	}
	return nil
}

// tokenBound bounds the strings and numbers of a JSON document, and the white space
// between them.
type tokenBound struct {
	quoted, escaped bool
	length          int // bytes
	depth           int // of objects and arrays
}

func (b *tokenBound) exceeded(next byte) error {
	b.length++
	switch {
	case b.escaped:
		b.escaped = false
	case next == '"':
		b.quoted, b.length = !b.quoted, 0
	case b.quoted:
		b.escaped = next == '\\'
	case next == '{', next == '[':
		b.length, b.depth = 0, b.depth+1
	case next == '}', next == ']':
		b.length, b.depth = 0, b.depth-1
	case next == ':', next == ',':
		b.length = 0
	}
	most := maxCell
	if b.quoted && b.depth == 1 { // a member of the document, such as its settings
		most = maxSettings
	}
	if b.length > most {
		return ErrCellTooLong
	}
	return nil
}
