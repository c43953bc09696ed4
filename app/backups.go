package app

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/dbfile"
)

// BackupPlan is the configuration of the server's backups.
type BackupPlan struct {
	Folder string // empty for no backups
	Keep   int    // number of backups to keep
	Every  time.Duration
}

// backupPause is how long to wait after a backup that failed.
const backupPause = 15 * time.Minute

// backups makes a backup whenever the newest is too old.
type backups struct {
	store  *models.Store
	folder models.BackupFolder
	every  time.Duration
	clock  Clock
	log    *slog.Logger

	state atomic.Pointer[frame.BackupState] // which the pages read
	// retry is the elapsed time at which to try again after a failure.
	retry time.Duration
}

// newBackups returns nil if the plan has no folder.
func newBackups(plan BackupPlan, store *models.Store, clock Clock, log *slog.Logger) (*backups, error) {
	if plan.Folder == "" {
		return nil, nil
	}
	folder, err := models.NewBackupFolder(plan.Folder, plan.Keep)
	if err != nil {
		return nil, err
	}
	b := &backups{store: store, folder: folder, every: plan.Every, clock: clock, log: log}
	b.note(time.Time{}, time.Time{})
	return b, nil
}

// runIfDue makes a backup if one is due. A backup in progress is abandoned when the
// context ends.
func (b *backups) runIfDue(ctx context.Context) {
	elapsed, now := b.clock.Elapsed(), b.clock.Now()
	newest, err := b.folder.Newest(ctx, b.store, now)
	if err != nil && newest.IsZero() { // the records cannot be read
		newest = b.State().Newest
	}
	if err == nil && now.Sub(newest) < b.every {
		b.note(newest, time.Time{})
		return
	}
	if elapsed < b.retry {
		return
	}
	if err == nil {
		err = b.add(ctx, now)
	}
	if ctx.Err() != nil {
		return
	}
	if errors.Is(err, dbfile.ErrFileExists) { // made for another database in the same second: the next name will differ
		b.note(newest, b.State().Failed)
		return
	}
	if err != nil {
		b.log.Error("backup failed", "folder", b.folder.Path, "error", err)
		b.retry = elapsed + backupPause
		b.note(newest, now)
		return
	}
	b.note(now, time.Time{})
}

func (b *backups) add(ctx context.Context, now time.Time) error {
	file, odd, err := b.folder.Add(ctx, b.store, now)
	if err != nil {
		return err
	}
	b.log.Info("backup made", "file", file)
	logInvalid(b.log, odd)
	if err := b.folder.Prune(ctx, b.store, now); err != nil && ctx.Err() == nil {
		b.log.Warn("old backups could not be removed", "error", err)
	}
	return nil
}

func (b *backups) note(newest, failed time.Time) {
	b.state.Store(&frame.BackupState{Every: b.every, Newest: newest, Failed: failed})
}

// State returns the state of the backups.
func (b *backups) State() frame.BackupState { return *b.state.Load() }

// maxLoggedInvalid is how many odd rows of a database are logged.
const maxLoggedInvalid = 20

// logInvalid logs the rows of a database that `worklog check` finds fault with, and that were
// copied all the same.
func logInvalid(log *slog.Logger, odd []string) {
	for _, line := range odd[:min(len(odd), maxLoggedInvalid)] {
		log.Warn("odd record, copied as it is", "record", line)
	}
	if len(odd) > maxLoggedInvalid {
		log.Warn("more odd records: see `worklog check`", "records", len(odd)-maxLoggedInvalid)
	}
}
