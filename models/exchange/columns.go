package exchange

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Columns says what the columns of a table are called, by our own names of them.
// None are those of the programs that we know.
type Columns map[string]string

// Plannable are the columns of a plan that are read, by our own names.
var Plannable = []string{columnDate, columnStart, columnEnd, columnType}

// Readable are those of a table of days.
var Readable = []string{columnDate, columnStart, columnEnd, columnEndDate, columnDayType, columnJourney, columnVehicle, columnNote, columnHalfDay, columnTimezone, columnMinutes, columnRequest, columnReason}

// layout is how a program calls its columns.
type layout struct {
	required []string
	columns  Columns
	// sums is set if rows without a date are sums.
	sums bool
}

// layouts are the known ones of days. The first whose required columns are all there is
// taken. (TimeTagger 26.4 writes group_start and group_end as well; Kimai's columns
// are called so in English.)
var layouts = []layout{
	{[]string{"date", "start", "stop"}, Columns{columnDate: "date", columnStart: "start", columnEnd: "stop", columnNote: "description"}, true}, // TimeTagger
	{[]string{"Date", "From", "To"}, Columns{columnDate: "Date", columnStart: "From", columnEnd: "To", columnNote: "Description"}, false},      // Kimai
	{[]string{"Date", "Begin", "End"}, Columns{columnDate: "Date", columnStart: "Begin", columnEnd: "End", columnNote: "Description"}, false},  // Kimai
	{[]string{columnDate}, ownColumns(Readable), false}, // worklog
}

var planLayouts = []layout{{[]string{columnDate}, ownColumns(Plannable), false}}

func ownColumns(names []string) Columns {
	own := Columns{}
	for _, name := range names {
		own[name] = name
	}
	return own
}

// ParseColumns parses the names of columns that are [Readable] or [Plannable]: "date=Jour,start=Début,end=Fin".
// A readable error says what is allowed.
func ParseColumns(text string, readable []string) (Columns, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	columns := Columns{}
	for pair := range strings.SplitSeq(text, ",") {
		ours, theirs, named := strings.Cut(pair, "=")
		ours, theirs = strings.TrimSpace(ours), strings.TrimSpace(theirs)
		if !named || theirs == "" || !slices.Contains(readable, ours) {
			return nil, fmt.Errorf("%w: %q: must be NAME=COLUMN, where NAME is one of %s", ErrBadColumns, strings.TrimSpace(pair), strings.Join(readable, ", "))
		}
		if columns[ours] != "" {
			return nil, fmt.Errorf("%w: %s is named twice", ErrBadColumns, ours)
		}
		columns[ours] = theirs
	}
	if columns[columnDate] == "" && columns[columnStart] == "" {
		return nil, fmt.Errorf("%w: date must be named", ErrBadColumns)
	}
	return columns, nil
}

// ErrBadColumns is the error for names of columns that cannot be.
var ErrBadColumns = errors.New("columns")

// places are where the columns of a layout are in a table.
type places struct {
	layout
	at map[string]int // by our own names; a column that is missing is not there
}

// find returns where the columns are. Those that a person has named must be there, or those of one of
// some layouts. It returns [ErrNoColumn], [ErrColumnTwice] or, if it knows several, [ErrColumnsUnknown].
func (c Columns) find(header []string, known []layout) (found places, err error) {
	if c != nil {
		named := layout{columns: c}
		for _, ours := range append(Readable, columnType) { // in this order, so that the same fault is named each time
			if theirs := c[ours]; theirs != "" {
				named.required = append(named.required, theirs)
			}
		}
		known = []layout{named}
	}
	for _, layout := range known {
		if found, err = place(header, layout); err == nil || errors.Is(err, ErrColumnTwice) {
			return found, err
		}
	}
	if len(known) > 1 {
		err = ErrColumnsUnknown
	}
	return places{}, err
}

func place(header []string, l layout) (places, error) {
	trimmed := make([]string, len(header))
	for i, name := range header {
		trimmed[i] = strings.TrimSpace(name)
	}
	for _, name := range l.required {
		if !slices.Contains(trimmed, name) {
			return places{}, fmt.Errorf("%w: %q", ErrNoColumn, name)
		}
	}
	found := places{l, map[string]int{}}
	for ours, theirs := range l.columns {
		first := slices.Index(trimmed, theirs)
		if first < 0 {
			continue
		}
		if slices.Contains(trimmed[first+1:], theirs) {
			return places{}, fmt.Errorf("%w: %q", ErrColumnTwice, theirs)
		}
		found.at[ours] = first
	}
	return found, nil
}
