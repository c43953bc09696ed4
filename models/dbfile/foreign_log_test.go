package dbfile

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestALogOfAnotherDatabaseIsNotReplayed copies a backup over a database whose log stayed,
// as after a kill, or after Litestream.
func TestALogOfAnotherDatabaseIsNotReplayed(t *testing.T) {
	t.Parallel()
	path, backup := withLog(t), filepath.Join(t.TempDir(), "backup.db")
	_, err := format.Backup(t.Context(), withDay(t, "other.db", newDay), backup)
	must(t, err)
	content := value(os.ReadFile(backup))(t)
	must(t, os.WriteFile(path, content, 0o600))
	log := value(os.ReadFile(path + "-wal"))(t)
	for name, use := range map[string]func() error{
		"open":  func() error { _, err := format.Open(t.Context(), path); return err },
		"check": func() error { _, err := format.Check(t.Context(), path); return err },
		"backup": func() error {
			_, err := format.Backup(t.Context(), path, filepath.Join(t.TempDir(), "copy.db"))
			return err
		},
		"restore from it": func() error {
			_, err := format.Restore(t.Context(), path, filepath.Join(t.TempDir(), "worklog.db"))
			return err
		},
	} {
		if err := use(); !errors.Is(err, errForeignLog) {
			t.Errorf("%s: got %v, want %v", name, err, errForeignLog)
		}
	}
	got := value(format.Restore(t.Context(), backup, path))(t)
	wantDay(t, path, newDay)
	for name, want := range map[string][]byte{got.Kept: content, got.Kept + "-wal": log} {
		if kept, err := os.ReadFile(name); err != nil || string(kept) != string(want) {
			t.Errorf("%s is not kept as it was: %v", name, err)
		}
	}
	must(t, os.Remove(got.Kept+"-wal")) // as the message says
	wantDay(t, got.Kept, newDay)
}

// TestAProgramWithTheReplacedDatabaseOpenWritesNoLog has it open without a lock, as
// Litestream has while it waits for the end of a restore. Its log would be replayed into
// the new database.
func TestAProgramWithTheReplacedDatabaseOpenWritesNoLog(t *testing.T) {
	t.Parallel()
	path, backup := withDay(t, "worklog.db", oldDay), withDay(t, "backup.db", newDay)
	execute(t, path, "PRAGMA journal_mode = DELETE") // in which an idle program locks nothing
	waiting := value(sql.Open("sqlite3", path))(t)
	defer waiting.Close()
	connection := value(waiting.Conn(t.Context()))(t)
	defer connection.Close()
	_, err := format.Restore(t.Context(), backup, path)
	must(t, err)
	if _, err := connection.ExecContext(t.Context(), "PRAGMA journal_mode = WAL; CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)"); err == nil {
		t.Error("it writes to a file that was replaced")
	}
	if hasLog(path) {
		t.Error("its log would be replayed")
	}
	wantDay(t, path, newDay)
}
