package dbfile

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// reading starts a transaction that reads the log until the test ends, as Litestream does.
func reading(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var rows int
	if err := tx.QueryRow("SELECT count(*) FROM work_entries").Scan(&rows); err != nil {
		t.Fatal(err)
	}
}

func TestClosingADatabaseDoesNotWaitForAReader(t *testing.T) {
	t.Parallel()
	database := openTemporary(t)
	reading(t, database.file.path)
	addDay(t, database, newDay)
	started := time.Now()
	if err := database.Close(); err != nil || time.Since(started) >= WriterWait {
		t.Errorf("got %v after %v", err, time.Since(started))
	}
	wantDay(t, database.file.path, newDay)
}

func TestAnUpgradeDoesNotWaitForAReader(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("testdata/schema-1.db")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "worklog.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	execute(t, path, "PRAGMA journal_mode = WAL")
	reading(t, path)
	started := time.Now()
	database, err := format.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	if database.Upgrade == nil || time.Since(started) >= WriterWait {
		t.Errorf("got %+v after %v", database.Upgrade, time.Since(started))
	}
}
