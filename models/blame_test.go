package models_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
	"worklog/models/trial"
)

func TestALockedDatabaseIsNotReportedAsDamaged(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	db := modelstest.SQL(t, path)
	db.SetMaxOpenConns(1)
	for _, statement := range []string{"PRAGMA journal_mode = WAL", "PRAGMA locking_mode = EXCLUSIVE", "UPDATE work_entries SET note = 'x'"} {
		modelstest.Must(t, modelstest.Only(db.Exec(statement)))
	}
	if _, err := models.Check(t.Context(), path); !errors.Is(err, dbfile.ErrInUse) || errors.Is(err, dbfile.ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

// cutOff returns a database with a rollback journal of an interrupted change.
func cutOff(t *testing.T) (path string) {
	t.Helper()
	path = copyOf(t, "dbfile/testdata/schema-1.db")
	db := modelstest.SQL(t, path)
	db.SetMaxOpenConns(1)
	for _, statement := range []string{"PRAGMA journal_mode = DELETE", "PRAGMA cache_size = 1", "PRAGMA cache_spill = 1", "BEGIN",
		"UPDATE work_entries SET note = hex(zeroblob(4000))", "UPDATE workplace_presence_events SET occurred_at_sent = hex(zeroblob(4000))"} {
		modelstest.Must(t, modelstest.Only(db.Exec(statement)))
	}
	left := filepath.Join(t.TempDir(), "worklog.db") // as a crash would leave it
	for _, suffix := range []string{"", "-journal"} {
		content, err := os.ReadFile(path + suffix)
		if err != nil || len(content) == 0 {
			t.Fatalf("got %d bytes, %v", len(content), err)
		}
		write(t, left+suffix, content)
	}
	return left
}

func TestAnInterruptedChangeIsRolledBackAtStartupAndFailsTheCheck(t *testing.T) {
	t.Parallel()
	want := rowsOf(t, copyOf(t, "dbfile/testdata/schema-1.db"))
	path := cutOff(t)
	modelstest.WantError(t, modelstest.Only(models.Check(t.Context(), path)), dbfile.ErrUnfinished)
	modelstest.WantError(t, modelstest.Only(models.Backup(t.Context(), path, path+".backup")), dbfile.ErrUnfinished)
	target := filepath.Join(t.TempDir(), "worklog.db")
	modelstest.WantError(t, modelstest.Only(models.Restore(t.Context(), path, target, trial.Recording)), dbfile.ErrUnfinished)
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	modelstest.Must(t, store.Close())
	if got := rowsOf(t, path); len(got) != len(want) || got[0] != want[0] {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestABackupHasNoNameThatSQLiteWouldRemove(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	for _, suffix := range []string{"-wal", "-shm", "-journal", "-upgrade"} {
		if _, err := models.Backup(t.Context(), path, path+suffix); !errors.Is(err, dbfile.ErrReservedName) {
			t.Errorf("%s: got %v", suffix, err)
		}
	}
}

func TestALeftoverUpgradeLockBlocksNothing(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	write(t, path+"-upgrade", nil)
	write(t, path+"-upgrade-journal", nil)
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer store.Close()
	if left, _ := filepath.Glob(path + "-upgrade*"); len(left) > 0 {
		t.Errorf("%q is still there", left)
	}
}
