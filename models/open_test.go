package models_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
)

func TestANewDatabaseIsCompleteAndReadableOnlyByItsOwner(t *testing.T) {
	for _, umask := range []int{0, 0o277} {
		folder := filepath.Join(t.TempDir(), "a", "b")
		path := filepath.Join(folder, "worklog.db")
		var store *models.Store
		var err error
		withUmask(t, umask, func() { store, err = models.Open(t.Context(), path, modelstest.Rules) })
		modelstest.Must(t, err)
		for name, want := range map[string]os.FileMode{path: 0o600, folder: 0o700, filepath.Dir(folder): 0o700} {
			info := modelstest.Got(os.Stat(name))(t)
			if got := info.Mode().Perm(); got != want {
				t.Errorf("umask %o: %s has mode %o, want %o", umask, name, got, want)
			}
		}
		modelstest.Must(t, store.Close())
		names, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil || len(names) != 1 {
			t.Errorf("got %q in the folder, want only the database", names)
		}
	}
}

func TestAPathMayContainSpecialCharacters(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mes heures? 100% #1.db")
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer store.Close()
	modelstest.Must(t, modelstest.Only(os.Stat(path)))
}

func TestProcessesThatCreateTheDatabaseAtOnceShareOne(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "worklog.db")
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			store, err := models.Open(t.Context(), path, modelstest.Rules)
			if err != nil {
				t.Error(err)
				return
			}
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	store, err := models.Open(t.Context(), path, modelstest.Rules) // of two that close at once, each leaves the log to the other
	modelstest.Must(t, err)
	modelstest.Must(t, store.Close())
	names, _ := filepath.Glob(path + "*")
	if len(names) != 1 {
		t.Errorf("got %q, want one file", names)
	}
}

func TestAForeignFileIsRefusedAndLeftUnchanged(t *testing.T) {
	t.Parallel()
	modelstest.SkipWithRaceDetector(t)
	type file struct {
		name  string
		make  func(t *testing.T, path string)
		want  error
		words string
	}
	files := []file{
		{"zero bytes", func(t *testing.T, path string) { write(t, path, nil) }, dbfile.ErrNotSQLite, "zero bytes long"},
		{"text", func(t *testing.T, path string) { write(t, path, bytes.Repeat([]byte("text"), 500)) }, dbfile.ErrNotSQLite, "has no SQLite header"},
		{"a short file", func(t *testing.T, path string) { write(t, path, []byte("SQLite format 3\x00")) }, dbfile.ErrNotSQLite, "16 bytes long"},
		{"another program's database", func(t *testing.T, path string) { modelstest.Query(t, path, "CREATE TABLE work_entries (id)") }, dbfile.ErrNotOurs, "application id"},
		{"a newer database", func(t *testing.T, path string) {
			create(t, path)
			modelstest.Query(t, path, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)")
		}, dbfile.ErrNewerDatabase, "version 99, this program knows up to "},
		{"our application id without our tables", func(t *testing.T, path string) {
			modelstest.Query(t, path, "PRAGMA application_id = 1464618823; PRAGMA journal_mode = WAL; CREATE TABLE other (id)")
		}, dbfile.ErrDamaged, "no such table: goose_db_version"},
	}
	const page = 4096
	for _, damage := range []struct {
		name         string
		end          int // of the file; from its own end if it is not positive
		zeroed, from int // bytes, and where they begin
		want         error
		words        string
	}{
		{"one byte", 1, 0, 0, dbfile.ErrNotSQLite, "1 bytes long"},
		{"only a header", 100, 0, 0, dbfile.ErrDamaged, "not a multiple of the page size"},
		{"only a first page", page, 0, 0, nil, "malformed"},
		{"two pages", 2 * page, 0, 0, nil, "malformed"},
		{"a file cut off within a page", page + 900, 0, 0, dbfile.ErrDamaged, "not a multiple of the page size"},
		{"all but the last page", -page, 0, 0, nil, "malformed"},
		{"all but the last byte", -1, 0, 0, dbfile.ErrDamaged, "not a multiple of the page size"},
		{"zeros", 0, 1 << 30, 0, dbfile.ErrNotSQLite, "has no SQLite header"},
		{"a header, then zeros", 0, 1 << 30, 100, nil, ""},
		{"half a header, then zeros", 0, 1 << 30, 50, dbfile.ErrNotOurs, "application id"},
		{"a header without its end", 0, 50, 50, dbfile.ErrNotOurs, "application id"},
		{"a torn first page", 0, page / 2, page / 2, nil, ""},
	} {
		files = append(files, file{damage.name, func(t *testing.T, path string) {
			create(t, path)
			whole := content(t, path)
			clear(whole[damage.from:min(damage.from+damage.zeroed, len(whole))])
			if damage.end <= 0 {
				damage.end += len(whole)
			}
			write(t, path, whole[:damage.end])
		}, damage.want, damage.words})
	}
	for _, test := range files {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "worklog.db")
			test.make(t, path)
			before := modelstest.Got(os.ReadFile(path))(t)
			store, err := models.Open(t.Context(), path, modelstest.Rules)
			if err == nil {
				store.Close()
				t.Fatal("the file was opened")
			}
			if test.want != nil && !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.words) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want %v with %q", err, test.want, test.words)
			}
			if names, _ := filepath.Glob(path + "*"); len(names) != 1 {
				t.Errorf("got %q: something was left beside it", names)
			}
			after, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(before, after) {
				t.Errorf("the file has changed: %v", err)
			}
		})
	}
}

func TestADanglingLinkIsRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "worklog.db")
	modelstest.Must(t, os.Symlink("gone.db", path))
	if _, err := models.Open(t.Context(), path, modelstest.Rules); err == nil || !strings.Contains(err.Error(), "a link to gone.db, which does not exist") {
		t.Errorf("got %v", err)
	}
}

func TestALogWithoutItsDatabaseIsNotReplayedIntoANewOne(t *testing.T) {
	t.Parallel()
	for _, suffix := range []string{"-wal", "-journal"} {
		path := filepath.Join(t.TempDir(), "worklog.db")
		write(t, path+suffix, []byte("records may be here"))
		modelstest.WantError(t, modelstest.Only(models.Open(t.Context(), path, modelstest.Rules)), dbfile.ErrOrphanedLog)
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Error("a database was created beside the log")
		}
	}
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	modelstest.Must(t, os.WriteFile(path, content, 0o600))
}

func create(t *testing.T, path string) {
	t.Helper()
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	modelstest.Must(t, store.Close())
}
