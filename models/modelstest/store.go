// Package modelstest provides tests with a new store on a real SQLite file.
package modelstest

import (
	"database/sql"
	"path/filepath"
	"testing"

	"worklog/models"
)

// Open returns a store on a new file, closed when the test ends, and the file's
// path.
func Open(t testing.TB) (*models.Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "worklog.db")
	store, err := models.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store, path
}

// SQL opens a second connection to the file, as another program would, to see
// what is stored. Foreign keys are off on it, as in the sqlite3 shell.
func SQL(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
