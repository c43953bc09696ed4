package models_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
		withUmask(t, umask, func() { _, err = models.Format.Backup(t.Context(), path, to) })
		modelstest.Must(t, err)
		if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("umask %o: got %v, %v", umask, info, err)
		}
		modelstest.WantFiles(t, 1, to+"*")
		modelstest.WantList(t, rowsOf(t, path), rowsOf(t, to), "the copy has different records")
		modelstest.WantSound(t, to)
	}
}

func TestABackupOverwritesNothing(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	to := filepath.Join(t.TempDir(), "copy.db")
	write(t, to, []byte("mine"))
	_, err := models.Format.Backup(t.Context(), path, to)
	if !errors.Is(err, dbfile.ErrFileExists) || err.Error() != to+" already exists and was not changed" || string(content(t, to)) != "mine" {
		t.Errorf("got %v", err)
	}
	modelstest.WantErrorText(t, modelstest.Only(models.Format.Backup(t.Context(), path, filepath.Join(filepath.Dir(to), "gone", "copy.db"))), "create its folder first")
	modelstest.WantFiles(t, 1, filepath.Dir(to), "*")
}

// TestABackupFindsOddRowsThatAnotherSQLiteLeftOutOfTheirIndex has a row that is not in the index as defined, as after
// a write by SQLite before 3.46, for which 30 February is a date.
func TestABackupFindsOddRowsThatAnotherSQLiteLeftOutOfTheirIndex(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	definition := strings.ReplaceAll(modelstest.Lines(t, path, "SELECT sql FROM sqlite_schema WHERE name = 'work_entries_suspect'")[0], "'", "''")
	modelstest.Query(t, path, `UPDATE work_entries SET date = '2026-02-30' WHERE id = 1; DROP INDEX work_entries_suspect;
		CREATE INDEX work_entries_suspect ON work_entries (id) WHERE id < 0; PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = '`+definition+`' WHERE name = 'work_entries_suspect'`)
	to := filepath.Join(t.TempDir(), "copy.db")
	odd := modelstest.Got(models.Format.Backup(t.Context(), path, to))(t)
	modelstest.WantIn(t, strings.Join(odd, "\n"), "work entry 1 (2026-02-30): ")
	modelstest.WantList(t, rowsOf(t, path), rowsOf(t, to), "the copy has different records")
}

func TestABackupNeitherMigratesNorCreatesADatabase(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	before := content(t, path)
	to := filepath.Join(t.TempDir(), "copy.db")
	modelstest.Must(t, modelstest.Only(models.Format.Backup(t.Context(), path, to)))
	if got, err := models.Format.Check(t.Context(), to); err != nil || got.Schema != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
	modelstest.WantList(t, before, content(t, path), "the database has changed")
	missing := filepath.Join(t.TempDir(), "worklog.db")
	modelstest.WantError(t, modelstest.Only(models.Format.Backup(t.Context(), missing, filepath.Join(t.TempDir(), "copy.db"))), os.ErrNotExist)
	modelstest.WantFiles(t, 0, missing+"*")
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
		func(to string) error { _, err := models.Format.Backup(t.Context(), path, to); return err },
		func(to string) error { _, err := store.Backup(t.Context(), to); return err },
	} {
		mu.Lock()
		before := recorded
		mu.Unlock()
		to := filepath.Join(folder, fmt.Sprint(i, ".db"))
		modelstest.Must(t, backup(to))
		if got, err := models.Format.Check(t.Context(), to); err != nil || len(got.Findings) > 0 || int(got.Rows["workplace_presence_events"]) < before {
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
	modelstest.WantFiles(t, 0, folder, "*")
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
	modelstest.Must(t, modelstest.Only(models.Format.Backup(t.Context(), path, filepath.Join(folder, "copy.db"))))
	names, _ := filepath.Glob(filepath.Join(folder, "*.new-*"))
	for i, name := range names {
		names[i] = filepath.Base(name)
	}
	modelstest.WantList(t, names, []string{"copy.db.new-5", "copy.db.new-6", "other.db.new-1", "worklog.db.new-3", "worklog.db.new-mine"})
}

func TestABackupFromTheFutureIsNotTheNewestAndIsNotPruned(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	folder := modelstest.Got(models.NewBackupFolder(t.TempDir(), 1))(t)
	now := modelstest.Instant("2026-11-20T07:00:00Z").Time
	for _, at := range []time.Time{now.AddDate(50, 0, 0), now} {
		if _, _, err := folder.Add(t.Context(), store, at); err != nil {
			t.Fatal(err)
		}
	}
	modelstest.Must(t, folder.Prune(t.Context(), store, now))
	if got, err := folder.Newest(t.Context(), store, now); err != nil || !got.Equal(now) {
		t.Errorf("got %v, %v, want %v", got, err, now)
	}
	modelstest.WantFiles(t, 2, folder.Path, "*")
}

// TestOnlyBackupsThatWereMadeAreRemoved has backup records that were tampered with, all
// older than the backup that is kept.
func TestOnlyBackupsThatWereMadeAreRemoved(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file    string // relative to the folder
		size    string // as recorded
		content func(t *testing.T, made string) []byte
		gone    bool
	}{
		"the backup that was made":                      {"worklog-20261101T070000Z.db", "size", content, true},
		"a backup recorded by schema 2":                 {"worklog-20261101T070000Z.db", "NULL", content, true},
		"a file of another size":                        {"worklog-20261101T070000Z.db", "size + 4096", content, false},
		"another program's database":                    {"worklog-20261101T070000Z.db", "NULL", others, false},
		"a file that is not a database":                 {"worklog-20261101T070000Z.db", "9", func(*testing.T, string) []byte { return []byte("documents") }, false},
		"a file not named like a backup":                {"taxes.db", "size", content, false},
		"a file named after another time":               {"worklog-20261101T070001Z.db", "size", content, false},
		"a file in a subfolder":                         {"mine/worklog-20261101T070000Z.db", "size", content, false},
		"a file in another folder":                      {"../worklog-20261101T070000Z.db", "size", content, false},
		"a file whose name only begins like a backup's": {"worklog-20261101T070000Z.db.mine", "size", content, false},
	} {
		t.Run(name, func(t *testing.T) {
			store, path := modelstest.Open(t)
			folder := modelstest.Got(models.NewBackupFolder(filepath.Join(t.TempDir(), "backups"), 1))(t)
			now := modelstest.Instant("2026-11-20T07:00:00Z").Time
			made, _, err := folder.Add(t.Context(), store, now)
			modelstest.Must(t, err)
			file := folder.Path + "/" + test.file
			modelstest.Must(t, os.MkdirAll(filepath.Dir(file), 0o700))
			write(t, file, test.content(t, made))
			modelstest.Query(t, path, "INSERT INTO backups SELECT '"+file+"', '2026-11-01T07:00:00.000000000Z', "+test.size+" FROM backups")
			for range 2 {
				modelstest.Must(t, folder.Prune(t.Context(), store, now))
			}
			if _, err := os.Stat(file); os.IsNotExist(err) != test.gone {
				t.Errorf("got %v, want that it is gone to be %t", err, test.gone)
			}
			modelstest.Must(t, modelstest.Only(os.Stat(made)))
		})
	}
}

// others returns the content of another program's database.
func others(t *testing.T, _ string) []byte {
	path := filepath.Join(t.TempDir(), "others.db")
	modelstest.Query(t, path, "CREATE TABLE mine (id)")
	return content(t, path)
}

// A damaged backup or its disk may be repaired by hand, so it stays on record while there
// are fewer backups than are to be kept.
func TestNoBackupIsForgottenUntilTheSetIsComplete(t *testing.T) {
	for name, test := range map[string]struct {
		keep int
		left string
	}{
		"a missing backup":                  {3, "3"},
		"as many backups as are to be kept": {2, "2"},
	} {
		store, path := modelstest.Open(t)
		folder := modelstest.Got(models.NewBackupFolder(t.TempDir(), test.keep))(t)
		now := modelstest.Instant("2026-11-20T07:00:00Z").Time
		for day := range 3 {
			made, _, err := folder.Add(t.Context(), store, now.AddDate(0, 0, day))
			modelstest.Must(t, err)
			if day == 0 {
				write(t, made, []byte("cut off"))
			}
		}
		modelstest.Must(t, folder.Prune(t.Context(), store, now.AddDate(0, 0, 3)))
		modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), "SELECT count(*) FROM backups"), test.left, name)
		modelstest.WantFiles(t, 3, folder.Path, "*")
	}
}
