package dbfile

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode"
)

// Checkup is what [Format.Check] found.
type Checkup struct {
	Schema   int64            // version
	Rows     map[string]int64 // of each table of records
	Findings []string         // a line each; none when the database is sound
	Warnings []string         // a line for each table and index of others
}

// Check reads a whole database, that of a running server too, in one
// transaction and without changing anything, and says what is wrong with it. It
// returns [ErrNotSQLite], [ErrNotOurs], [ErrDamaged], [ErrNewerDatabase] or
// [ErrUnfinished] for a file in which it cannot look, and [ErrTooLong].
func (f Format) Check(ctx context.Context, path string) (Checkup, error) {
	checkup, err := within(ctx, lookLimit, func(ctx context.Context) (Checkup, error) {
		target, err := followLinks(path)
		if err != nil {
			return Checkup{}, err
		}
		return whileStill(target, func() (Checkup, error) { return f.check(ctx, target) })
	})
	if err != nil {
		return Checkup{}, fmt.Errorf("database %s: %w", path, err)
	}
	return checkup, nil
}

func (f Format) check(ctx context.Context, path string) (Checkup, error) {
	known, err := schemas(ctx)
	if err != nil {
		return Checkup{}, err
	}
	if err := inspectHeader(path); err != nil {
		return Checkup{}, err
	}
	db, err := openReadOnly(path)
	if err != nil {
		return Checkup{}, err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Checkup{}, schemaError(err)
	}
	defer tx.Rollback()
	schema, err := schemaOf(ctx, tx, known)
	if err != nil {
		return Checkup{}, err
	}
	checkup := Checkup{Schema: schema.version, Rows: map[string]int64{}}
	checkup.examine(ctx, tx, schema, f)
	return checkup, ctx.Err()
}

// checkSound is [Format.Check] of what is to be relied on: it returns [ErrDamaged] for a
// database in which anything is found, and says which command tells it all.
func (f Format) checkSound(ctx context.Context, path, command string) (Checkup, error) {
	checkup, err := f.Check(ctx, path)
	if err == nil && len(checkup.Findings) > 0 {
		err = fmt.Errorf("%w: %s; `%s` says all", ErrDamaged, checkup.Findings[0], command)
	}
	return checkup, err
}

// examine asks everything. An answer that the database fails to give is a
// finding as well. The schema comes first: nothing is asked of tables that are
// not ours.
func (c *Checkup) examine(ctx context.Context, tx *sql.Tx, schema schemaState, format Format) {
	tables, pure := c.compare(schema.found, schema.wanted, schema.latest)
	if !tables {
		c.find("records", "cannot be checked, for their tables are not as the schema makes them")
		return
	}
	c.damage(ctx, tx, schema.wanted.tables(), pure)
	for _, rule := range format.Rules {
		if c.Schema >= rule.Since {
			c.rule(ctx, tx, rule)
		}
	}
	for _, table := range format.Records {
		var rows int64
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&rows); err != nil {
			c.find("table "+table, "cannot be counted: "+err.Error())
		}
		c.Rows[table] = rows
	}
}

const (
	// maxFindings is how many findings are listed, and how many warnings: a file
	// can be made to have any number.
	maxFindings = 1000
	// maxFindingLength is how many characters a line has at most.
	maxFindingLength = 300
)

func (c *Checkup) find(subject, words string) { c.Findings = listed(c.Findings, subject, words) }

func (c *Checkup) warn(subject, words string) { c.Warnings = listed(c.Warnings, subject, words) }

// full reports whether no more findings are listed.
func (c *Checkup) full() bool { return len(c.Findings) > maxFindings }

// listed adds a line, whatever a damaged row holds, as long as there is room.
func listed(lines []string, subject, words string) []string {
	if len(lines) > maxFindings {
		return lines
	}
	if len(lines) == maxFindings {
		return append(lines, fmt.Sprintf("and more than these %d", maxFindings))
	}
	line := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, cut(subject)+": "+cut(words))
	return append(lines, line)
}

// cut shortens a text to half of what a line may have.
func cut(text string) string {
	characters := 0
	for at := range text {
		if characters++; characters > maxFindingLength/2 {
			return text[:at] + "…"
		}
	}
	return text
}

// damage is what SQLite itself finds wrong, with our tables only where there are
// others: what their definitions say would be run.
func (c *Checkup) damage(ctx context.Context, tx *sql.Tx, tables []string, pure bool) {
	integrity := []string{fmt.Sprintf("PRAGMA integrity_check(%d)", maxFindings)}
	if !pure {
		integrity = nil
		for _, table := range tables {
			integrity = append(integrity, fmt.Sprintf("PRAGMA integrity_check(%s)", table))
		}
	}
	for _, query := range integrity {
		err := each(ctx, tx, query, func(row []string) bool {
			for line := range strings.Lines(row[0]) {
				if line = strings.TrimSpace(line); line != "ok" && line != "" && !strings.HasPrefix(line, "***") {
					c.find("file", line)
				}
			}
			return !c.full()
		})
		if err != nil {
			c.find("file", err.Error())
		}
	}
	for _, table := range tables {
		err := each(ctx, tx, fmt.Sprintf("PRAGMA foreign_key_check(%s)", table), func(row []string) bool {
			c.find(row[0]+" "+row[1], "refers to a row of "+row[2]+" that does not exist")
			return !c.full()
		})
		if err != nil {
			c.find("foreign keys", err.Error())
		}
	}
}

func (c *Checkup) rule(ctx context.Context, tx *sql.Tx, rule Rule) {
	right := map[string]bool{} // a zone is that of many days
	err := each(ctx, tx, rule.Query, func(row []string) bool {
		if right[row[1]] {
			return true
		}
		if rule.Holds != nil && rule.Holds(row[1]) {
			if len(right) < maxFindings {
				right[row[1]] = true
			}
			return true
		}
		c.find(row[0], rule.Words)
		return !c.full()
	})
	if err != nil {
		c.find("cannot be checked", fmt.Sprintf("whether anything %s: %v", rule.Words, err))
	}
}

// queryer is a database or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, arguments ...any) *sql.Row
}

// each calls f with the columns of every row of a query, as text and "" for null,
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
