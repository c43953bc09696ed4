package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"github.com/pressly/goose/v3"

	"worklog/models/dbfile/migrations"
)

// Upgrade is a change of a file's schema.
type Upgrade struct {
	From, To int64
	Backup   string   // the file as it was before
	Odd      []string // findings about rows that were upgraded all the same
}

const (
	// upgradeLock is the suffix of the file that is locked during an upgrade.
	upgradeLock = "-upgrade"
	// upgradeWait is how long to wait for another program's upgrade.
	upgradeWait = time.Minute
	// lockPause is the time between two attempts to lock.
	lockPause = 20 * time.Millisecond
)

// upgrade brings the schema to the newest version, unless another program has done
// so. It makes a backup first. Each migration is one transaction, so that an upgrade
// that was killed can be continued.
func (f Format) upgrade(ctx context.Context, path string) (*Upgrade, error) {
	lock, err := lockUpgrade(ctx, path+upgradeLock)
	if err != nil {
		return nil, fmt.Errorf("%w, to upgrade it: %w", errNotWritable, err)
	}
	upgraded, err := f.upgradeLocked(ctx, path)
	if err == nil {
		// while locked, and only after success: a program that waits for the lock,
		// or creates the file again, finds nothing left to do
		_ = os.Remove(path + upgradeLock)
	}
	return upgraded, errors.Join(err, lock.Close())
}

func (f Format) upgradeLocked(ctx context.Context, path string) (*Upgrade, error) {
	schema, err := inspect(ctx, path) // again: others may have had the lock
	if err != nil || schema.version == schema.newest {
		return nil, err
	}
	kept, odd, err := f.backupBeside(ctx, path, schema.version)
	if err != nil {
		return nil, fmt.Errorf("not upgraded from schema %d: %w", schema.version, err)
	}
	if err := migrate(ctx, path); err != nil {
		err = fmt.Errorf("not upgraded from schema %d: %w", schema.version, err)
		if after, look := inspect(ctx, path); look == nil && after.version == schema.version {
			return nil, errors.Join(err, os.Remove(kept)) // otherwise each start would leave a copy
		}
		return nil, fmt.Errorf("%w; the database before the upgrade is in %s", err, kept)
	}
	return &Upgrade{From: schema.version, To: schema.newest, Backup: kept, Odd: odd}, nil
}

// lockUpgrade locks a small separate database: the system releases the lock if the
// program dies.
func lockUpgrade(ctx context.Context, name string) (*sql.DB, error) {
	started := time.Now()
	failing := started // since when it has failed for another reason than a holder
	for {
		lock, err := openLocked(ctx, name, url.Values{"mode": {"rwc"}}, "BEGIN EXCLUSIVE") // briefly: SQLite's waits cannot be cancelled
		if err == nil {
			return lock, nil
		}
		expired := time.Since(failing) > WriterWait // the last holder may have just removed the file
		if errors.Is(err, ErrInUse) {
			failing = time.Now()
			expired = time.Since(started) > upgradeWait
		}
		if expired || ctx.Err() != nil || errors.Is(err, errNotRegular) {
			return nil, errors.Join(err, ctx.Err())
		}
		time.Sleep(lockPause)
	}
}

// backupBeside makes a backup named after the schema's version, and returns its
// name, and its odd rows.
func (f Format) backupBeside(ctx context.Context, path string, version int64) (name string, odd []string, err error) {
	first := fmt.Sprintf("%s.schema-%d", path, version)
	name = first
	for n := 2; ; n++ {
		odd, err = f.Backup(ctx, path, name)
		if !errors.Is(err, ErrFileExists) || n > maxKept {
			return name, odd, err
		}
		name = fmt.Sprintf("%s.%d", first, n)
	}
}

// migrate applies the migrations that are missing.
func migrate(ctx context.Context, path string) error {
	return change(ctx, path, func(db *sql.DB) error {
		provider, err := migrator(db)
		if err != nil {
			return err
		}
		_, err = provider.Up(ctx)
		return err
	})
}

// change calls f with a database that no [Database] has open, and checkpoints the
// log: closing would do that too, but would not report a full disk. Rows that break the
// schema's conditions stay as they are.
func change(ctx context.Context, path string, f func(db *sql.DB) error) error {
	options := readWrite()
	options.Set("_ignore_check_constraints", "on")
	db, err := openDatabase(path, options)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	err = f(db)
	if err == nil {
		err = fold(ctx, db)
	}
	return errors.Join(err, db.Close())
}

// migrator returns goose with this program's migrations.
func migrator(pool *sql.DB) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectSQLite3, pool, migrations.Files)
}
