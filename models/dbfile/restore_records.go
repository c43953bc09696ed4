package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// rebuild creates a database in an empty file with the migrations, and copies the
// records of the database in the file from into it. They are copied into the same
// version of the schema, which is then upgraded. Ids of a table begin after its last one.
func (f Format) rebuild(ctx context.Context, from, path string, last map[string]int64) error {
	from, err := followLinks(from)
	if err != nil {
		return err
	}
	old, err := inspect(ctx, from)
	if err != nil {
		return err
	}
	return change(ctx, path, func(db *sql.DB) error {
		provider, err := migrator(db)
		if err != nil {
			return err
		}
		if _, err := provider.UpTo(ctx, old.version); err != nil {
			return err
		}
		if err := f.copyRecords(ctx, db, from, old.wanted); err != nil {
			return err
		}
		if _, err := provider.Up(ctx); err != nil {
			return err
		}
		if err := f.raiseLastIDs(ctx, db, last); err != nil {
			return err
		}
		_, err = db.ExecContext(ctx, "PRAGMA journal_mode = DELETE") // so that it can be opened for reading
		return err
	})
}

// raiseLastIDs makes the ids of the tables of records begin after the last ones, at least.
func (f Format) raiseLastIDs(ctx context.Context, db *sql.DB, last map[string]int64) error {
	for _, table := range f.Records {
		if _, err := db.ExecContext(ctx, "UPDATE sqlite_sequence SET seq = ? WHERE name = ? AND seq < ?", last[table], table, last[table]); err != nil {
			return err
		}
		_, err := db.ExecContext(ctx, "INSERT INTO sqlite_sequence SELECT ?, ? WHERE ? > 0 AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)", table, last[table], last[table], table)
		if err != nil {
			return err
		}
	}
	return nil
}

// copyRecords copies the records of the database in the file from. It compares the
// tables with those wanted again, in case the file was replaced since it was
// checked.
func (f Format) copyRecords(ctx context.Context, db *sql.DB, from string, wanted objects) error {
	if err := requireRegular(from); err != nil {
		return err
	}
	connection, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer connection.Close()
	// a row that refers to none is copied, too
	if _, err := connection.ExecContext(ctx, "PRAGMA foreign_keys = OFF; ATTACH ? AS old", dataSource(from, readOnly(from))); err != nil {
		return err
	}
	tx, err := connection.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f.copyFromOld(ctx, tx, wanted); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = connection.ExecContext(ctx, "DETACH old; PRAGMA foreign_keys = ON")
	return err
}

func (f Format) copyFromOld(ctx context.Context, tx *sql.Tx, wanted objects) error {
	found, err := objectsIn(ctx, tx, "old")
	if err != nil {
		return err
	}
	var checkup Checkup
	if tables, _ := checkup.compare(found, wanted, nil); !tables {
		return fmt.Errorf("%w: %s", ErrDamaged, checkup.Findings[0])
	}
	records := f.recordsOf(wanted)
	for _, table := range records {
		// in an order, or SQLite would copy whole pages as they are
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO main.%[1]s SELECT * FROM old.%[1]s NOT INDEXED ORDER BY rowid", table)); err != nil {
			return err
		}
	}
	// no id is given again, not even one that is gone, and none of those just copied
	names := "('" + strings.Join(records, "', '") + "')"
	_, err = tx.ExecContext(ctx, "CREATE TEMP TABLE last_ids AS SELECT name, max(seq) AS seq FROM"+
		" (SELECT name, seq FROM main.sqlite_sequence UNION ALL SELECT name, seq FROM old.sqlite_sequence) WHERE name IN "+names+" GROUP BY name")
	_, emptied := tx.ExecContext(ctx, "DELETE FROM main.sqlite_sequence WHERE name IN "+names)
	_, copied := tx.ExecContext(ctx, "INSERT INTO main.sqlite_sequence SELECT name, seq FROM last_ids")
	_, dropped := tx.ExecContext(ctx, "DROP TABLE last_ids")
	return errors.Join(err, emptied, copied, dropped)
}

// recordsOf returns the tables of records that a schema has: some came later.
func (f Format) recordsOf(schema objects) []string {
	return slices.DeleteFunc(slices.Clone(f.Records), func(table string) bool {
		_, there := schema["table "+table]
		return !there
	})
}
