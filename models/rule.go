package models

import "worklog/models/dbfile"

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
