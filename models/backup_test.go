package models_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

func TestABackupIsACompleteDatabaseReadableOnlyByItsOwner(t *testing.T) {
	path := soundDatabase(t)
	for _, umask := range []int{0, 0o277} {
		to := filepath.Join(t.TempDir(), "copy.db")
		var err error
		withUmask(t, umask, func() { _, err = models.Backup(t.Context(), path, to) })
		modelstest.Must(t, err)
		if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("umask %o: got %v, %v", umask, info, err)
		}
		if names, _ := filepath.Glob(to + "*"); len(names) != 1 {
			t.Errorf("got %q", names)
		}
		if !slices.Equal(rowsOf(t, path), rowsOf(t, to)) {
			t.Error("the copy has different records")
		}
		if got, err := models.Check(t.Context(), to); err != nil || len(got.Findings) > 0 {
			t.Errorf("got %+v, %v", got, err)
		}
	}
}

func TestABackupOverwritesNothing(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	to := filepath.Join(t.TempDir(), "copy.db")
	write(t, to, []byte("mine"))
	_, err := models.Backup(t.Context(), path, to)
	if !errors.Is(err, dbfile.ErrFileExists) || err.Error() != to+" already exists and was not changed" || string(content(t, to)) != "mine" {
		t.Errorf("got %v", err)
	}
	if _, err := models.Backup(t.Context(), path, filepath.Join(filepath.Dir(to), "gone", "copy.db")); err == nil || !strings.Contains(err.Error(), "create its folder first") {
		t.Errorf("got %v", err)
	}
	if names, _ := filepath.Glob(filepath.Join(filepath.Dir(to), "*")); len(names) != 1 {
		t.Errorf("got %q", names)
	}
}

func TestABackupNeitherMigratesNorCreatesADatabase(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	before := content(t, path)
	to := filepath.Join(t.TempDir(), "copy.db")
	modelstest.Must(t, modelstest.Only(models.Backup(t.Context(), path, to)))
	if got, err := models.Check(t.Context(), to); err != nil || got.Schema != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
	if !slices.Equal(before, content(t, path)) {
		t.Error("the database has changed")
	}
	missing := filepath.Join(t.TempDir(), "worklog.db")
	modelstest.WantError(t, modelstest.Only(models.Backup(t.Context(), missing, filepath.Join(t.TempDir(), "copy.db"))), os.ErrNotExist)
	if names, _ := filepath.Glob(missing + "*"); len(names) > 0 {
		t.Errorf("made %q", names)
	}
}

// TestBackupsWhileOthersWriteContainEverythingAcknowledged backs up a store that records
// continuously: every copy must contain everything recorded before it was started.
func TestBackupsWhileOthersWriteContainEverythingAcknowledged(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	ctx, cancel := context.WithCancel(t.Context())
	var mu sync.Mutex
	recorded := 0
	var writer sync.WaitGroup
	writer.Go(func() {
		start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for i := 0; ctx.Err() == nil; i++ {
			event := []models.EventType{models.Arrival, models.Departure}[i%2]
			at := start.Add(time.Duration(i) * time.Minute).Format(time.RFC3339)
			if _, err := presence.Record(context.Background(), store, modelstest.Signal(event, at, fmt.Sprint(i)), modelstest.Received); err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			recorded = i + 1
			mu.Unlock()
		}
	})
	folder := t.TempDir()
	for i, backup := range []func(string) error{
		func(to string) error { _, err := store.Backup(t.Context(), to); return err },
		func(to string) error { _, err := models.Backup(t.Context(), path, to); return err },
		func(to string) error { _, err := store.Backup(t.Context(), to); return err },
	} {
		mu.Lock()
		before := recorded
		mu.Unlock()
		to := filepath.Join(folder, fmt.Sprint(i, ".db"))
		modelstest.Must(t, backup(to))
		if got, err := models.Check(t.Context(), to); err != nil || len(got.Findings) > 0 || int(got.Rows["workplace_presence_events"]) < before {
			t.Errorf("got %+v, %v, want %d events or more", got, err, before)
		}
	}
	cancel()
	writer.Wait()
}

func TestACancelledBackupLeavesNoFiles(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	folder := t.TempDir()
	modelstest.WantError(t, modelstest.Only(store.Backup(ctx, filepath.Join(folder, "copy.db"))), context.Canceled)
	if names, _ := filepath.Glob(filepath.Join(folder, "*")); len(names) > 0 {
		t.Errorf("left %q", names)
	}
}

func TestTemporaryFilesOfACrashAreRemovedAfterADay(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	folder := filepath.Dir(path)
	long := time.Now().Add(-25 * time.Hour)
	for _, name := range []string{"worklog.db.new-1", "worklog.db.new-1-journal", "copy.db.new-2", "worklog.db.new-mine", "other.db.new-1", "worklog.db.new-3"} {
		write(t, filepath.Join(folder, name), nil)
		if name != "worklog.db.new-3" {
			modelstest.Must(t, os.Chtimes(filepath.Join(folder, name), long, long))
		}
	}
	const draft = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for name, files := range map[string][]string{"copy.db.new-4": {draft, draft + "-journal"}, "copy.db.new-5": {draft, "mine"}, "copy.db.new-6": {}} {
		folder := filepath.Join(folder, name)
		modelstest.Must(t, os.Mkdir(folder, 0o700))
		for _, file := range files {
			write(t, filepath.Join(folder, file), nil)
		}
		if name == "copy.db.new-6" { // which is being written
			continue
		}
		modelstest.Must(t, os.Chtimes(folder, long, long))
	}
	create(t, path) // opens it again
	modelstest.Must(t, modelstest.Only(models.Backup(t.Context(), path, filepath.Join(folder, "copy.db"))))
	names, _ := filepath.Glob(filepath.Join(folder, "*.new-*"))
	for i, name := range names {
		names[i] = filepath.Base(name)
	}
	modelstest.WantList(t, names, []string{"copy.db.new-5", "copy.db.new-6", "other.db.new-1", "worklog.db.new-3", "worklog.db.new-mine"})
}
