package dbfile

import (
	"database/sql"
	"path/filepath"
	"slices"
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

func openTemporary(t *testing.T) *Database {
	t.Helper()
	database := value(format.Open(t.Context(), filepath.Join(t.TempDir(), "worklog.db")))(t)
	t.Cleanup(func() { database.Close() })
	return database
}

// withDay makes a database with one row, for the date, and closes it.
func withDay(t *testing.T, name, date string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	database := value(format.Open(t.Context(), path))(t)
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
		_, err := database.Pool.Exec(statement)
		must(t, err)
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
