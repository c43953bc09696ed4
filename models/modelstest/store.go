// Package modelstest provides tests with a new store on a real SQLite file.
package modelstest

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/models"
)

// Rules are those of a person in France, with one journey and one vehicle, whose automation is
// connected. What days were is kept for as long as any test lasts.
var Rules = models.Rules{
	Zone: paris(), Integrated: true, ForgottenAfter: 16 * time.Hour, KeepDays: 36_500,
	Journeys: []string{"bureau"}, Vehicles: []string{"clio"},
}

func paris() *time.Location {
	zone, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		panic(err)
	}
	return zone
}

// Open returns a store with [Rules] on a new file, closed when the test ends, and the file's
// path.
func Open(t testing.TB) (*models.Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "worklog.db")
	Create(t, path)
	store, err := models.Open(t.Context(), path, Rules)
	Must(t, err)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store, path
}

// empty returns the content of a new database.
var empty = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "modelstest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "worklog.db")
	store, err := models.Open(context.Background(), path, Rules)
	if err != nil {
		return nil, err
	}
	if err := store.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Create writes a new, empty database to path. Opening that is faster than opening a path
// without a file, which runs every migration.
func Create(t testing.TB, path string) {
	t.Helper()
	content, err := empty()
	if err == nil {
		err = os.WriteFile(path, content, 0o600)
	}
	Must(t, err)
}

// SQL opens a second connection to the file, as another program would, to see
// what is stored. Foreign keys are off on it, as in the sqlite3 shell.
func SQL(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	Must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// test is a test, or one of rapid's.
type test interface {
	Helper()
	Fatal(...any)
}

// SocketPath returns a path of a socket in a new folder. That of the test would be too long.
func SocketPath(t testing.TB) string {
	t.Helper()
	folder := Got(os.MkdirTemp("", "worklog"))(t)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return filepath.Join(folder, "worklog.sock")
}

// Must ends the test if there is an error.
func Must(t test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Got returns the value that an operation returned, or ends the test if it failed:
// Got(os.ReadFile(path))(t).
func Got[T any](value T, err error) func(test) T {
	return func(t test) T {
		t.Helper()
		Must(t, err)
		return value
	}
}

// Gzipped returns a text as gzip packs it.
func Gzipped(text string) []byte {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, _ = io.WriteString(writer, text) // a buffer takes it
	_ = writer.Close()
	return packed.Bytes()
}

// Want says so if a value is not the one that is wanted, and which one it is.
func Want[T comparable](t testing.TB, got, want T, of ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%sgot %v, want %v", which(of), got, want)
	}
}

// WantAtMost says so if a value is above the highest that is wanted, and which one it is.
func WantAtMost[T cmp.Ordered](t testing.TB, got, most T, of ...any) {
	t.Helper()
	if got > most {
		t.Errorf("%sgot %v, want at most %v", which(of), got, most)
	}
}

// WantList is [Want] of lists.
func WantList[T comparable](t testing.TB, got, want []T, of ...any) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%sgot %v, want %v", which(of), got, want)
	}
}

// WantError is [Want] of an error, which may wrap the one that is wanted.
func WantError(t testing.TB, err, want error, of ...any) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%sgot %v, want %v", which(of), err, want)
	}
}

// WantIn says so if a text does not have each of the parts.
func WantIn(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("got no %q in %.3000s", part, shown(text))
		}
	}
}

// WantNone says so if a text has one of the parts.
func WantNone(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("got %q in %.3000s", part, shown(text))
		}
	}
}

// shown is a text, or of a page what is its own.
func shown(text string) string { return text[max(0, strings.Index(text, "<main")):] }

// WantErrorText says so if there is no error whose text has each of the parts.
func WantErrorText(t testing.TB, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("got no error, want %q", parts)
		return
	}
	WantIn(t, err.Error(), parts...)
}

// WantFiles says so if there are not that many files whose path matches.
func WantFiles(t testing.TB, count int, pattern ...string) {
	t.Helper()
	names := Got(filepath.Glob(filepath.Join(pattern...)))(t)
	Want(t, len(names), count, names)
}

// Contents returns the content of every file that matches a pattern, by its name.
func Contents(t testing.TB, pattern ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, file := range Got(filepath.Glob(filepath.Join(pattern...)))(t) {
		all[filepath.Base(file)] = string(Got(os.ReadFile(file))(t))
	}
	return all
}

// WantSound says so if a database is not sound, and returns what is found in it.
func WantSound(t testing.TB, path string) models.Checkup {
	t.Helper()
	found, err := models.Format.Check(context.Background(), path)
	if err != nil || len(found.Findings) > 0 {
		t.Errorf("%s: got %q, %v", path, found.Findings, err)
	}
	return found
}

func which(of []any) string {
	if len(of) == 0 {
		return ""
	}
	return strings.TrimSuffix(fmt.Sprintln(of...), "\n") + ": "
}
