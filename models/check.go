package models

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"
)

// Checkup is what [Check] found.
type Checkup struct {
	Schema   int64 // version
	Days     int64
	Slots    int64
	Events   int64
	Findings []string // a line each; none when the database is sound
}

// Check reads a whole database, that of a running server too, in one
// transaction and without changing anything, and says what is wrong with it. It
// returns [ErrNotSQLite], [ErrNotOurs], [ErrDamaged] or [ErrNewerDatabase] for a
// file in which it cannot look.
func Check(ctx context.Context, path string) (Checkup, error) {
	checkup, err := check(ctx, path)
	if err != nil {
		return Checkup{}, fmt.Errorf("database %s: %w", path, err)
	}
	return checkup, nil
}

func check(ctx context.Context, path string) (Checkup, error) {
	if _, err := os.Stat(path); err != nil {
		return Checkup{}, errors.Unwrap(err) // without the path, which the caller names
	}
	if err := inspectHeader(path); err != nil {
		return Checkup{}, err
	}
	db, err := openReadOnly(path)
	if err != nil {
		return Checkup{}, err
	}
	defer db.Close()
	schema, err := schemaOf(ctx, db)
	if err != nil {
		return Checkup{}, err
	}
	wanted, err := migratedTo(ctx, schema.version)
	if err != nil {
		return Checkup{}, err
	}
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Checkup{}, err
	}
	defer tx.Rollback()
	checkup := Checkup{Schema: schema.version}
	checkup.examine(ctx, tx, wanted)
	return checkup, ctx.Err()
}

// examine asks everything. An answer that the database fails to give is a
// finding as well.
func (c *Checkup) examine(ctx context.Context, tx *sql.Tx, wanted map[string]string) {
	c.damage(ctx, tx)
	c.schema(ctx, tx, wanted)
	for _, rule := range rules {
		if c.Schema >= rule.since {
			c.rule(ctx, tx, rule)
		}
	}
	for table, count := range map[string]*int64{"work_entries": &c.Days, "time_slots": &c.Slots, "workplace_presence_events": &c.Events} {
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(count); err != nil {
			c.find("table "+table, "cannot be counted: "+err.Error())
		}
	}
}

// find notes a finding on one line, whatever a damaged row holds.
func (c *Checkup) find(subject, words string) {
	line := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, subject+": "+words)
	c.Findings = append(c.Findings, line)
}

// damage is what SQLite itself finds wrong.
func (c *Checkup) damage(ctx context.Context, tx *sql.Tx) {
	lines, err := integrityFaults(ctx, tx)
	if err != nil {
		c.find("file", err.Error())
	}
	for _, line := range lines {
		c.find("file", line)
	}
	orphans, err := pairs(ctx, tx, foreignKeyFaults)
	if err != nil {
		c.find("foreign keys", err.Error())
	}
	for _, orphan := range orphans {
		c.find(orphan[0], "refers to a row of "+orphan[1]+" that does not exist")
	}
}

// foreignKeyFaults are the rows that refer to none, with the table that they
// refer to.
const foreignKeyFaults = `SELECT "table" || ' ' || coalesce(rowid, '?'), parent FROM pragma_foreign_key_check`

// integrityFaults gives what SQLite finds wrong with the file, line by line.
func integrityFaults(ctx context.Context, db queryer) ([]string, error) {
	answers, err := pairs(ctx, db, "SELECT integrity_check, '' FROM pragma_integrity_check")
	var lines []string
	for _, answer := range answers {
		for line := range strings.Lines(answer[0]) {
			if line = strings.TrimSpace(line); line != "ok" && line != "" && !strings.HasPrefix(line, "***") {
				lines = append(lines, line)
			}
		}
	}
	return lines, err
}

// queryer is a database or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
}

// pairs gives the rows of a query with two columns.
func pairs(ctx context.Context, db queryer, query string) ([][2]string, error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all [][2]string
	for rows.Next() {
		var first, second sql.NullString
		if err := rows.Scan(&first, &second); err != nil {
			return all, err
		}
		all = append(all, [2]string{first.String, second.String})
	}
	return all, rows.Err()
}
