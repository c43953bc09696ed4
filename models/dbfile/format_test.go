package dbfile

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// format is a simple format with a bound that a test can break.
var format = Format{
	Records: []string{"work_entries", "time_slots", "workplace_presence_events"},
	Rules:   func() []Rule { return nil },
	Bounds:  []Rule{{Since: 1, Text: "has too high a version", Query: "SELECT 'row ' || id, '', '' FROM work_entries WHERE version > 1000"}},
}

const (
	oldDay = "2026-11-19"
	newDay = "2026-11-20"
)

// empty is the content of a new database, for which every migration is run once.
var empty = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "dbfile")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "worklog.db")
	database, err := format.Open(context.Background(), path)
	if err == nil {
		err = database.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func openNew(t *testing.T, path string) *Database {
	t.Helper()
	must(t, os.WriteFile(path, value(empty())(t), 0o600))
	return value(format.Open(t.Context(), path))(t)
}

func openTemporary(t *testing.T) *Database {
	t.Helper()
	database := openNew(t, filepath.Join(t.TempDir(), "worklog.db"))
	t.Cleanup(func() { database.Close() })
	return database
}

// withDay makes a database with one row, for the date, and closes it.
func withDay(t *testing.T, name, date string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	database := openNew(t, path)
	addDay(t, database, date)
	must(t, database.Close())
	return path
}

func addDay(t *testing.T, database *Database, date string) {
	t.Helper()
	for _, statement := range []string{
		"INSERT INTO work_entries (date, timezone, day_type, created_at, updated_at) VALUES ('" + date + "', 'UTC', 'WORK', '', '')",
		"INSERT INTO web_sessions (token, data, created_at, seen_at) VALUES ('tok-4711', x'00', '', '')",
	} {
		must(t, only(database.Pool.Exec(statement)))
	}
}

// wantDay checks that the database at path is sound and has a single row with one of the
// dates.
func wantDay(t *testing.T, path string, want ...string) {
	t.Helper()
	checkup, err := format.Check(t.Context(), path)
	if err != nil || len(checkup.Findings) > 0 {
		t.Errorf("%s: got %q, %v", path, checkup.Findings, err)
	}
	database, err := format.Open(t.Context(), path)
	if err != nil {
		t.Error(err)
		return
	}
	defer database.Close()
	if got := valueIn(t, path, "SELECT group_concat(date) FROM work_entries"); !slices.Contains(want, got) {
		t.Errorf("%s: got %s, want one of %s", path, got, want)
	}
}

func valueIn(t *testing.T, path, query string) (found string) {
	t.Helper()
	db := value(sql.Open("sqlite3", path))(t)
	defer db.Close()
	if err := db.QueryRow(query).Scan(&found); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return found
}
