package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// rebuild fills an empty file with a database of the migrations' own making, with
// the records of the database in the file from. They are copied between databases
// of the same schema, and brought to the newest by the migrations.
func (f Format) rebuild(ctx context.Context, from, path string) error {
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
		_, err = db.ExecContext(ctx, "PRAGMA journal_mode = DELETE") // nothing has to be undone when it is held
		return err
	})
}

// copyRecords copies the records of the database in the file from, whose tables
// must be those that are wanted, also if another file has taken its place since it
// was checked.
func (f Format) copyRecords(ctx context.Context, db *sql.DB, from string, wanted objects) error {
	if err := refuseOdd(from); err != nil {
		return err
	}
	connection, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer connection.Close()
	if _, err := connection.ExecContext(ctx, "ATTACH ? AS old", dataSource(from, readOnly(from))); err != nil {
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
	_, err = connection.ExecContext(ctx, "DETACH old")
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
	for _, table := range f.Records {
		// in an order, or SQLite would copy whole pages as they are
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO main.%[1]s SELECT * FROM old.%[1]s NOT INDEXED ORDER BY rowid", table)); err != nil {
			return err
		}
	}
	// no id is given again, not even one that is gone
	names := "('" + strings.Join(f.Records, "', '") + "')"
	_, emptied := tx.ExecContext(ctx, "DELETE FROM main.sqlite_sequence WHERE name IN "+names)
	_, copied := tx.ExecContext(ctx, "INSERT INTO main.sqlite_sequence SELECT name, max(seq) FROM old.sqlite_sequence WHERE name IN "+names+" GROUP BY name")
	return errors.Join(emptied, copied)
}
