package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"worklog/handlers/pages"
	"worklog/models"
	"worklog/models/dbfile"
)

// BackupPlan is what the configuration says of backups that the server makes.
type BackupPlan struct {
	Folder string // empty for none
	Keep   int    // how many stay
	Every  time.Duration
}

// backupPause is how long to leave it after a backup that failed.
const backupPause = 15 * time.Minute

// backups makes a backup whenever the newest is too old.
type backups struct {
	store  *models.Store
	folder models.BackupFolder
	every  time.Duration
	clock  Clock
	log    *slog.Logger

	mu    sync.Mutex // guards state, which the pages read
	state pages.BackupState
	// retry is when to try again after a failure, as the clock's elapsed time.
	retry time.Duration
}

// newBackups returns nil when the plan has no folder.
func newBackups(plan BackupPlan, store *models.Store, clock Clock, log *slog.Logger) (*backups, error) {
	if plan.Folder == "" {
		return nil, nil
	}
	folder, err := models.NewBackupFolder(plan.Folder, plan.Keep)
	if err != nil {
		return nil, err
	}
	return &backups{
		store:  store,
		folder: folder,
		every:  plan.Every,
		clock:  clock,
		log:    log,
		state:  pages.BackupState{Every: plan.Every},
	}, nil
}

// run checks the backups at once and whenever the clock wakes it, until the
// context ends: a backup under way is then given up.
func (b *backups) run(ctx context.Context) {
	for {
		b.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-b.clock.Wake:
		}
	}
}

// look makes a backup if one is due.
func (b *backups) look(ctx context.Context) {
	elapsed := b.clock.Elapsed()
	now := b.clock.Now()
	newest, err := b.folder.Newest(ctx, b.store, now)
	if err != nil && newest.IsZero() { // the record cannot be read
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
	if errors.Is(err, dbfile.ErrFileExists) { // another database's, of this second: the next wake has another name
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
	file, err := b.folder.Add(ctx, b.store, now)
	if err != nil {
		return err
	}
	b.log.Info("backup made", "file", file)
	if err := b.folder.Prune(ctx, b.store, now); err != nil && ctx.Err() == nil {
		b.log.Warn("old backups could not be removed", "error", err)
	}
	return nil
}

func (b *backups) note(newest, failed time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state.Newest, b.state.Failed = newest, failed
}

// State says how the backups stand.
func (b *backups) State() pages.BackupState {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.state
}
