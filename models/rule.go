package models

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"worklog/models/civil"
	"worklog/models/dbfile"
)

// table is a table whose rows have rules, or what they are selected from.
type table struct {
	name    string
	row     string // how findings name a row, in SQL; idempotency keys are private
	page    string // where a person can bring its day back, in SQL, with the day where row does not name it
	entryID string // the column with the id of the day's entry; empty for what is not a row of a day
}

// nowhere is the page of what is of no day.
const nowhere = "''"

// rule is an invariant of the rows of a table. `worklog check` asks it of all rows; of those of days
// ([dayRules]) [Tx.Changing] asks it of the days that a transaction changes, and [Tx.RecordEvent] of the
// rows that it writes.
type rule struct {
	since int64  // first version of the schema with it
	text  string // what a finding says of a row
	of    table
	value string // the value to judge, in SQL; empty if every suspect row is a finding
	where string // the rows that are suspect, in SQL; empty for all
	holds func(value string) bool
}

// isBroken reports whether a suspect row with the value breaks the rule.
func (r rule) isBroken(value string) bool { return r.holds == nil || !r.holds(value) }

func (r rule) judged() string {
	if r.value == "" {
		return "''"
	}
	return r.value
}

// fileRules returns rules as package dbfile asks them.
func fileRules(lists ...[]rule) (all []dbfile.Rule) {
	for _, rules := range lists {
		for _, r := range rules {
			query := "SELECT " + r.of.row + ", " + r.of.page + ", " + r.judged() + " FROM " + r.of.name
			if r.where != "" {
				query += " WHERE " + r.where
			}
			all = append(all, dbfile.Rule{Since: r.since, Text: r.text, Query: query, Holds: r.holds})
		}
	}
	return all
}

func isDate(text string) bool {
	_, err := civil.ParseDate(text)
	return err == nil
}

func isInstant(text string) bool {
	_, err := civil.ParseInstant(text)
	return err == nil
}

// IsKey reports whether the text is an idempotency key as the endpoint takes it.
func IsKey(text string) bool {
	return utf8.ValidString(text) && strings.TrimSpace(text) != "" && utf8.RuneCountInString(text) <= MaxKeyLength
}

// isNumber reports whether the text is a number that an id or a version may be.
func isNumber(text string) bool {
	number, err := strconv.ParseInt(text, 10, 64)
	return err == nil && IsID(number)
}

// Which texts every reader of an export takes: UTF-8 without a NUL, of at most so many characters.
var isText, isRequester, isReason = textWithin(MaxNoteLength), textWithin(MaxRequesterLength), textWithin(MaxReasonLength)

func textWithin(most int) func(string) bool {
	return func(text string) bool { return isReadable(text) && utf8.RuneCountInString(text) <= most }
}

func isReadable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// isWritten reports whether a text is written like a date, as that of an odd day may be.
func isWritten(text string) bool {
	var date civil.Date
	return date.Scan(text) == nil && date.String() == text
}

// noText is the condition that the value of a column is not [isText].
func noText(column string) string { return noTextWithin(column, MaxNoteLength) }

// noTextWithin is [noText] of at most so many characters. ASCII without a NUL, at which length
// stops, is told from it without a call of Go.
func noTextWithin(column string, most int) string {
	return fmt.Sprintf("(octet_length(%[1]s) > %[2]d OR octet_length(%[1]s) <> length(%[1]s) OR %[1]s GLOB '*[^\x01-\x7f]*') AND (length(%[1]s) > %[2]d OR NOT is_text(%[1]s))",
		column, most)
}

// notShortASCII leaves out keys of 1 to 255 printable ASCII characters, not all of them
// spaces: they are valid.
const notShortASCII = `octet_length(idempotency_key) NOT BETWEEN 1 AND 255
	OR octet_length(idempotency_key) <> length(idempotency_key) OR idempotency_key GLOB '*[^ -~]*' OR trim(idempotency_key) = ''`

// suspectInstant is the condition that the value of a column may not be an instant.
// Those that SQLite itself recognizes are left out, and null. Adding nothing normalizes a time that does not
// exist, which SQLite before 3.46 leaves as it is.
func suspectInstant(column string) string {
	return fmt.Sprintf(`(length(CAST(%[1]s AS BLOB)) <> %[2]d
		OR substr(%[1]s, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%%Y-%%m-%%dT%%H:%%M:%%S', substr(%[1]s, 1, 19), '+0 seconds') IS NOT substr(%[1]s, 1, 19))`, column, civil.InstantWidth)
}

// historyOf is the page of an entry with the id of a column, in SQL, or else which row has an
// id that no page has.
func historyOf(entryID, table string) string {
	return fmt.Sprintf("iif(%[1]s > 0, '/entries/' || %[1]s || '/history', 'row ' || %[2]s.id || ' of table %[2]s')", entryID, table)
}

// listOf returns codes as a list in SQL.
func listOf[T ~string](codes []T) string {
	var quoted []string
	for _, code := range codes {
		quoted = append(quoted, "'"+string(code)+"'")
	}
	return strings.Join(quoted, ", ")
}

// noneOf is the condition that a column has none of the codes. For IN, SQLite makes an index of more
// than two each time that a statement runs.
func noneOf[T ~string](column string, codes []T) string {
	return column + " <> " + strings.ReplaceAll(listOf(codes), ", ", " AND "+column+" <> ")
}
