package dbfile

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode"
)

// Checkup is the result of [Format.Check].
type Checkup struct {
	Schema   int64            // version
	Rows     map[string]int64 // number of rows by table of records
	Findings []string         // one line each; empty if the database is sound
	Odd      []string         // those findings that are about a row on which no other depends
	Fatal    string           // the first of the other findings, if any
	Warnings []string         // one line for each table and index that is not ours, and for what breaks a caution
}

// Check reads a whole database, which may be in use, in one transaction, without
// changing anything, and reports what is wrong with it. It returns [ErrNotSQLite],
// [ErrNotOurs], [ErrDamaged], [ErrNewerDatabase], [errForeignLog] or [ErrUnfinished]
// for a file that it cannot check, and [errTooLong].
func (f Format) Check(ctx context.Context, path string) (Checkup, error) {
	return f.checkNamed(ctx, path, path)
}

// checkNamed is Check with the name that errors have for the file.
func (f Format) checkNamed(ctx context.Context, path, named string) (Checkup, error) {
	checkup, err := withTimeout(ctx, readLimit, func(ctx context.Context) (Checkup, error) {
		target, err := followLinks(path)
		if err != nil {
			return Checkup{}, err
		}
		return readSchema(ctx, target, func(tx *sql.Tx, schema schemaState) (Checkup, error) {
			checkup := Checkup{Schema: schema.version, Rows: map[string]int64{}}
			checkup.examine(ctx, tx, schema, f)
			return checkup, ctx.Err()
		})
	})
	if err != nil {
		return Checkup{}, fmt.Errorf("database %s: %w", named, err)
	}
	return checkup, nil
}

// checkUsable is like [Format.Check], but returns [ErrDamaged] if there is a fatal finding.
// The command that lists all of them names the file as given.
func (f Format) checkUsable(ctx context.Context, path, named string) (Checkup, error) {
	checkup, err := f.checkNamed(ctx, path, named)
	if err == nil && checkup.Fatal != "" {
		err = fmt.Errorf("%s: %w: %s; see `worklog check %[1]s`", named, ErrDamaged, checkup.Fatal)
	}
	return checkup, err
}

// examine runs all checks. A query that fails is a finding as well. The schema
// comes first: tables that differ from ours are not queried.
func (c *Checkup) examine(ctx context.Context, tx *sql.Tx, schema schemaState, format Format) {
	tables, onlyKnown := c.compare(schema.found, schema.wanted, schema.latest)
	if !tables {
		c.Find("records", "cannot be checked: their tables differ from the schema")
		return
	}
	c.damage(ctx, tx, schema.wanted.tables(), onlyKnown)
	c.rules(ctx, tx, format.Bounds, c.Find)
	c.orphans(ctx, tx, schema.wanted.tables())
	c.rules(ctx, tx, format.Rules(), c.findOdd)
	c.rules(ctx, tx, format.Cautions, c.warn)
	for _, table := range format.recordsOf(schema.wanted) {
		var rows int64
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&rows); err != nil {
			c.Find("table "+table, "cannot be counted: "+err.Error())
		}
		c.Rows[table] = rows
	}
}

const (
	// maxFindings bounds the findings that are listed, and the warnings: a crafted
	// file can have any number.
	maxFindings = 1000
	// maxFindingLength is the maximum length of a line in characters.
	maxFindingLength = 300
)

// Find adds a fatal finding.
func (c *Checkup) Find(subject, text string) {
	c.Findings = appendLine(c.Findings, subject, text)
	if c.Fatal == "" {
		c.Fatal = c.Findings[len(c.Findings)-1]
	}
}

// findOdd adds a finding about a row on which no other depends.
func (c *Checkup) findOdd(subject, text string) {
	c.Findings = appendLine(c.Findings, subject, text)
	c.Odd = appendLine(c.Odd, subject, text)
}

func (c *Checkup) warn(subject, text string) { c.Warnings = appendLine(c.Warnings, subject, text) }

func (c *Checkup) full() bool { return len(c.Findings) > maxFindings }

// appendLine appends a printable line, up to the limit.
func appendLine(lines []string, subject, text string) []string {
	if len(lines) > maxFindings {
		return lines
	}
	if len(lines) == maxFindings {
		return append(lines, fmt.Sprintf("more than %d in total", maxFindings))
	}
	line := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, truncate(subject)+": "+truncate(text))
	return append(lines, line)
}

// truncate shortens text to half the maximum length of a line.
func truncate(text string) string {
	characters := 0
	for at := range text {
		if characters++; characters > maxFindingLength/2 {
			return text[:at] + "…"
		}
	}
	return text
}

// damage adds SQLite's own findings, except for rows that break the schema's conditions: the
// rules find those. If there are other tables than ours, it
// checks only ours, because checking would run code in the others' definitions.
func (c *Checkup) damage(ctx context.Context, tx *sql.Tx, tables []string, onlyKnown bool) {
	integrity := []string{fmt.Sprintf("PRAGMA integrity_check(%d)", maxFindings)}
	if !onlyKnown {
		integrity = nil
		for _, table := range tables {
			integrity = append(integrity, fmt.Sprintf("PRAGMA integrity_check(%s)", table))
		}
	}
	if _, err := tx.ExecContext(ctx, "PRAGMA ignore_check_constraints = ON"); err != nil {
		c.Find("file", err.Error())
	}
	for _, query := range integrity {
		err := each(ctx, tx, query, func(row []string) bool {
			for line := range strings.Lines(row[0]) {
				if line = strings.TrimSpace(line); line != "ok" && line != "" && !strings.HasPrefix(line, "***") {
					c.Find("file", line)
				}
			}
			return !c.full()
		})
		if err != nil {
			c.Find("file", err.Error())
		}
	}
}

// orphans adds the rows that refer to others that do not exist.
func (c *Checkup) orphans(ctx context.Context, tx *sql.Tx, tables []string) {
	for _, table := range tables {
		err := each(ctx, tx, fmt.Sprintf("PRAGMA foreign_key_check(%s)", table), func(row []string) bool {
			c.findOdd(row[0]+" "+row[1], "refers to a row of "+row[2]+" that does not exist")
			return !c.full()
		})
		if err != nil {
			c.Find("foreign keys", err.Error())
		}
	}
}

func (c *Checkup) rules(ctx context.Context, tx *sql.Tx, rules []Rule, find func(subject, text string)) {
	for _, rule := range rules {
		if c.Schema >= rule.Since {
			c.rule(ctx, tx, rule, find)
		}
	}
}

func (c *Checkup) rule(ctx context.Context, tx *sql.Tx, rule Rule, find func(subject, text string)) {
	valid := map[string]bool{} // values that passed: many days share a zone
	err := each(ctx, tx, rule.Query, func(row []string) bool {
		name, where, value := row[0], row[1], row[2]
		if valid[value] {
			return true
		}
		if rule.Holds != nil && rule.Holds(value) {
			if len(valid) < maxFindings {
				valid[value] = true
			}
			return true
		}
		text := rule.Text
		if where != "" {
			text += "; see " + where
		}
		find(name, text)
		return !c.full()
	})
	if err != nil {
		c.Find("cannot be checked", fmt.Sprintf("whether anything %s: %v", rule.Text, err))
	}
}

// queryer is a database or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, arguments ...any) *sql.Row
}

// each calls f with the columns of each row of a query, as text with "" for NULL,
// until f returns false.
func each(ctx context.Context, db queryer, query string, f func(row []string) bool) error {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, targets, row := make([]sql.NullString, len(columns)), make([]any, len(columns)), make([]string, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		for i := range row {
			row[i] = values[i].String
		}
		if !f(row) {
			break
		}
	}
	return rows.Err()
}

// EachRow calls f with the columns of each row of a query of the database in a file, which may be
// in use and is not changed, as text with "" for NULL, until f returns false. The schema may be
// any: it returns SQLite's error for a table that is not there.
func EachRow(ctx context.Context, path, query string, f func(row []string) bool) error {
	if err := InspectHeader(path); err != nil {
		return err
	}
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer db.Close()
	return each(ctx, db, query, f)
}
