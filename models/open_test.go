package models_test

import (
	"bytes"
	"errors"
	"flag"
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
			modelstest.Want(t, info.Mode().Perm(), want, umask, name)
		}
		modelstest.Must(t, store.Close())
		names := modelstest.Got(filepath.Glob(filepath.Join(folder, "*")))(t)
		modelstest.Want(t, len(names), 1)
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
	modelstest.Want(t, len(names), 1, names)
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
			modelstest.WantFiles(t, 1, path+"*")
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
	modelstest.WantErrorText(t, modelstest.Only(models.Open(t.Context(), path, modelstest.Rules)), "a link to gone.db, which does not exist")
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

// pipe makes a pipe that nobody writes to, so that opening it would block forever.
func pipe(t *testing.T, path string) {
	t.Helper()
	if err := makePipe(path); err != nil {
		t.Skipf("not tested: cannot create a pipe: %v", err)
	}
}

func TestNothingButARegularFileIsOpened(t *testing.T) {
	folder := func(t *testing.T, path string) { modelstest.Must(t, os.Mkdir(path, 0o700)) }
	device := func(t *testing.T, path string) { modelstest.Must(t, os.Symlink("/dev/zero", path)) }
	for _, test := range []struct {
		name, suffix string
		make         func(t *testing.T, path string)
		database     bool // beside it
	}{
		{"a pipe", "", pipe, false}, {"a folder", "", folder, false}, {"a link to a device", "", device, false},
		{"a pipe", "-wal", pipe, true}, {"a folder", "-shm", folder, true}, {"a link to a device", "-journal", device, true},
		{"a pipe without a database", "-wal", pipe, false}, {"a pipe", "-upgrade", pipe, true},
	} {
		t.Run(test.name+" as worklog.db"+test.suffix, func(t *testing.T) {
			path, backup, elsewhere := filepath.Join(t.TempDir(), "worklog.db"), soundDatabase(t), filepath.Join(t.TempDir(), "copy.db")
			if test.database {
				path = copyOf(t, "dbfile/testdata/schema-1.db")
			}
			test.make(t, path+test.suffix)
			asks := map[string]func() error{
				"open": func() error { return modelstest.Only(models.Open(t.Context(), path, modelstest.Rules)) },
				"restore to": func() error {
					return modelstest.Only(models.Format.Restore(t.Context(), backup, path, nil))
				},
			}
			if test.database || test.suffix == "" {
				asks["check"] = func() error { return modelstest.Only(models.Format.Check(t.Context(), path)) }
				asks["backup"] = func() error { return modelstest.Only(models.Format.Backup(t.Context(), path, elsewhere)) }
				asks["restore from"] = func() error {
					return modelstest.Only(models.Format.Restore(t.Context(), path, elsewhere, nil))
				}
			}
			if test.suffix == "-upgrade" { // which only an upgrade opens
				asks = map[string]func() error{"open": asks["open"]}
			}
			for name, ask := range asks {
				modelstest.Answers(t, func() {
					if err := ask(); err == nil || !strings.Contains(err.Error(), "not a regular file") || strings.Contains(err.Error(), "\n") {
						t.Errorf("%s: got %v", name, err)
					}
				})
			}
		})
	}
}

func TestPipesInABackupFolderBlockNothing(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	folder := modelstest.Got(models.NewBackupFolder(t.TempDir(), 1))(t)
	now := modelstest.Instant("2026-11-20T07:00:00Z").Time
	made, _, err := folder.Add(t.Context(), store, now)
	modelstest.Must(t, err)
	modelstest.Must(t, os.Rename(made, filepath.Join(folder.Path, "mine.db")))
	for _, name := range []string{made, made + "-wal", filepath.Join(folder.Path, "pipe.db")} {
		pipe(t, name)
	}
	for _, look := range []func() error{
		func() error { _, err := folder.Newest(t.Context(), store, now); return err },
		func() error {
			_, _, err := folder.Add(t.Context(), store, now.AddDate(0, 0, 1))
			return err
		},
		func() error { return folder.Prune(t.Context(), store, now.AddDate(0, 0, 1)) },
	} {
		modelstest.Answers(t, func() { modelstest.WantError(t, look(), nil) })
	}
	if info, err := os.Lstat(made); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe was touched: %v, %v", info, err)
	}
}

func TestALockedDatabaseIsNotReportedAsDamaged(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	db := modelstest.SQL(t, path)
	db.SetMaxOpenConns(1)
	for _, statement := range []string{"PRAGMA journal_mode = WAL", "PRAGMA locking_mode = EXCLUSIVE", "UPDATE work_entries SET note = 'x'"} {
		modelstest.Must(t, modelstest.Only(db.Exec(statement)))
	}
	if _, err := models.Format.Check(t.Context(), path); !errors.Is(err, dbfile.ErrInUse) || errors.Is(err, dbfile.ErrDamaged) {
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
	modelstest.WantError(t, modelstest.Only(models.Format.Check(t.Context(), path)), dbfile.ErrUnfinished)
	modelstest.WantError(t, modelstest.Only(models.Format.Backup(t.Context(), path, path+".backup")), dbfile.ErrUnfinished)
	target := filepath.Join(t.TempDir(), "worklog.db")
	modelstest.WantError(t, modelstest.Only(models.Format.Restore(t.Context(), path, target, nil)), dbfile.ErrUnfinished)
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	modelstest.Must(t, store.Close())
	if got := rowsOf(t, path); len(got) != len(want) || got[0] != want[0] {
		t.Errorf("got %q, want %q", got, want)
	}

	path = cutOff(t)
	restored := modelstest.Got(models.Format.Restore(t.Context(), soundDatabase(t), path, nil))(t)
	modelstest.WantList(t, rowsOf(t, restored.Kept), want, "the database that was replaced")
}

func TestABackupHasNoNameThatSQLiteWouldRemove(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	for _, suffix := range []string{"-wal", "-shm", "-journal", "-upgrade"} {
		modelstest.WantError(t, modelstest.Only(models.Format.Backup(t.Context(), path, path+suffix)), dbfile.ErrReservedName, suffix)
	}
}

func TestALeftoverUpgradeLockBlocksNothing(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	write(t, path+"-upgrade", nil)
	write(t, path+"-upgrade-journal", nil)
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer store.Close()
	modelstest.WantFiles(t, 0, path+"-upgrade*")
}

// atOnce is how many tests run in parallel: more than there are cores, because they mostly
// wait for the disk.
const atOnce = "6"

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", atOnce); err != nil { // flags on the command line are parsed later and win
		panic(err)
	}
	os.Exit(m.Run())
}
