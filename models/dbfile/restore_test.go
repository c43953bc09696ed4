package dbfile

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wantRestored restores a backup, whose one day replaces what is kept elsewhere.
func wantRestored(t *testing.T, backup, path, kept string) {
	t.Helper()
	if got := value(format.Restore(t.Context(), backup, path, nil))(t); got.Kept != kept || got.Rows["work_entries"] != 1 {
		t.Errorf("got %+v, want %s", got, kept)
	}
}

// wantFiles says so if the folder of a file has others than these.
func wantFiles(t *testing.T, path, want string) {
	t.Helper()
	var names []string
	for _, entry := range value(os.ReadDir(filepath.Dir(path)))(t) {
		names = append(names, entry.Name())
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func wantContent(t *testing.T, path, want string) {
	t.Helper()
	if content, err := os.ReadFile(path); err != nil || string(content) != want {
		t.Errorf("%s: got %.200q, %v", path, content, err)
	}
}

func wantError(t *testing.T, err, want error, of ...any) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%v: got %v, want %v", of, err, want)
	}
}

// only is the error of an operation whose value does not matter.
func only[T any](_ T, err error) error { return err }

func TestARestorePutsTheBackupInPlaceAndKeepsThePreviousDatabase(t *testing.T) {
	t.Parallel()
	path, backup := withDay(t, "worklog.db", oldDay), withDay(t, "backup.db", newDay)
	for n, want := range []string{oldDay, newDay} {
		kept := fmt.Sprint(path, ".before-restore-", n+1)
		wantRestored(t, backup, path, kept)
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("got %v, %v", info, err)
		}
		wantDay(t, path, newDay)
		wantDay(t, kept, want)
		content, err := os.ReadFile(path)
		if err != nil || strings.Contains(string(content), "tok-4711") {
			t.Errorf("a browser is still signed in: %v", err)
		}
	}
	wantFiles(t, path, "worklog.db worklog.db.before-restore-1 worklog.db.before-restore-2")
	wantDay(t, backup, newDay)
}

// TestOnlyTheRecordsOfABackupAreRestored rebuilds a backup that was tampered with, as if it
// had passed the check.
func TestOnlyTheRecordsOfABackupAreRestored(t *testing.T) {
	t.Parallel()
	backup, path := withDay(t, "backup.db", newDay), filepath.Join(t.TempDir(), "worklog.db")
	execute(t, backup, `PRAGMA writable_schema = ON; CREATE TABLE other (id); CREATE INDEX mine ON time_slots (end_at);
		CREATE TRIGGER t AFTER INSERT ON work_entries BEGIN DELETE FROM work_entries; END; CREATE VIEW v AS SELECT 1;
		INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_evil', 'work_entries', 0, 'CREATE TRIGGER sqlite_evil AFTER INSERT ON work_entries BEGIN DELETE FROM time_slots; END');
		INSERT INTO session_secrets VALUES (1, x'00'); INSERT INTO sqlite_sequence VALUES ('time_slots', 4711);
		INSERT INTO backups VALUES ('/mine.db', '2026-11-20T07:00:00.000000000Z', 1)`)
	must(t, os.WriteFile(path, nil, 0o600))
	must(t, format.rebuild(t.Context(), backup, path, nil))
	db := value(sql.Open("sqlite3", path))(t)
	defer db.Close()
	found := value(objectsIn(t.Context(), db, "main"))(t)
	wanted := value(schemas())(t)[newestVersion]
	if len(found) != len(wanted) {
		t.Errorf("got %v", found)
	}
	for _, object := range found {
		if wanted[object.String()] != object {
			t.Errorf("got %v", object)
		}
	}
	got := valueIn(t, path, `SELECT (SELECT count(*) FROM work_entries) || (SELECT count(*) FROM web_sessions) || (SELECT count(*) FROM session_secrets) ||
		(SELECT count(*) FROM backups) || ' ' || (SELECT seq FROM sqlite_sequence WHERE name = 'time_slots')`)
	if got != "1000 4711" {
		t.Errorf("got %s", got)
	}
}

// TestRecordsAreCopiedOnlyFromOwnTables replaces the file after it was checked.
func TestRecordsAreCopiedOnlyFromOwnTables(t *testing.T) {
	t.Parallel()
	known := value(schemas())(t)
	swapped := withDay(t, "backup.db", oldDay)
	execute(t, swapped, "DROP TABLE time_slots; CREATE VIEW time_slots AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r")
	db := value(openDatabase(withDay(t, "worklog.db", newDay), readWrite()))(t)
	defer db.Close()
	if err := format.copyRecords(t.Context(), db, swapped, known[newestVersion]); !errors.Is(err, ErrDamaged) {
		t.Errorf("got %v, want %v", err, ErrDamaged)
	}
}

func TestARestoreWithoutADatabaseCreatesIt(t *testing.T) {
	t.Parallel()
	backup := withDay(t, "backup.db", newDay)
	path := filepath.Join(t.TempDir(), "a", "worklog.db")
	wantRestored(t, backup, path, "")
	wantDay(t, path, newDay)
	wantFiles(t, path, "worklog.db")
}

func TestARestoreDoesNotOverwriteADatabaseThatAppearsMeanwhile(t *testing.T) {
	t.Parallel()
	backup, path := withDay(t, "backup.db", newDay), filepath.Join(t.TempDir(), "worklog.db")
	r := &restoration{format: format, from: backup, path: path, reached: func(step string) {
		if step == "clear" {
			must(t, os.Rename(withDay(t, "made.db", oldDay), path))
		}
	}}
	wantError(t, only(r.restore(t.Context())), ErrFileExists)
	wantDay(t, path, oldDay)
	wantFiles(t, path, "worklog.db")
}

func TestARestoreKeepsAnUnreadableFileAndItsLog(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"text":                              {"": "no database", "-wal": "its log", "-journal": "its journal"},
		"zero bytes":                        {"": ""},
		"a database without a valid header": {"": headerMagic + "x"},
		"only a log":                        {"-wal": "its log", "-journal": "its journal"},
	} {
		t.Run(name, func(t *testing.T) {
			backup := withDay(t, "backup.db", newDay)
			path := filepath.Join(t.TempDir(), "worklog.db")
			for suffix, content := range files {
				must(t, os.WriteFile(path+suffix, []byte(content), 0o600))
			}
			kept := path + ".before-restore-1"
			wantRestored(t, backup, path, kept)
			for suffix, want := range files {
				wantContent(t, kept+suffix, want)
			}
			wantDay(t, path, newDay)
		})
	}
}

// TestARestoreKeepsADamagedDatabaseUnchanged has a database with a valid header and a log
// whose records only a repair could recover.
func TestARestoreKeepsADamagedDatabaseUnchanged(t *testing.T) {
	t.Parallel()
	path, backup := withLog(t), withDay(t, "backup.db", newDay)
	damaged := value(os.ReadFile(path))(t)
	log := value(os.ReadFile(path + "-wal"))(t)
	for i := headerLength; i < len(damaged); i++ {
		damaged[i] = 0xff
	}
	log = log[:len(log)-5000] // remove the last commit, and with it the intact pages
	for name, content := range map[string][]byte{path: damaged, path + "-wal": log} {
		must(t, os.WriteFile(name, content, 0o600))
	}
	kept := path + ".before-restore-1"
	wantRestored(t, backup, path, kept)
	for name, want := range map[string][]byte{kept: damaged, kept + "-wal": log} {
		wantContent(t, name, string(want))
	}
	wantDay(t, path, newDay)
}

// withLog makes a database whose last records are only in its log, as after a crash.
func withLog(t *testing.T) (path string) {
	t.Helper()
	database := openTemporary(t)
	addDay(t, database, oldDay)
	from := database.file.path
	path = filepath.Join(t.TempDir(), "worklog.db")
	for _, suffix := range []string{"", "-wal"} {
		content := value(os.ReadFile(from + suffix))(t)
		must(t, os.WriteFile(path+suffix, content, 0o600))
	}
	return path
}

func TestARestoreCheckpointsTheLogOfACrashIntoTheCopyItKeeps(t *testing.T) {
	t.Parallel()
	path := withLog(t)
	got := value(format.Restore(t.Context(), withDay(t, "backup.db", newDay), path, nil))(t)
	wantDay(t, path, newDay)
	wantDay(t, got.Kept, oldDay)
	wantFiles(t, path, "worklog.db worklog.db.before-restore-1")
}

func TestNothingIsRestoredThroughALink(t *testing.T) {
	t.Parallel()
	path, backup := withDay(t, "worklog.db", oldDay), withDay(t, "backup.db", newDay)
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, os.Symlink(path, link))
	if _, err := format.Restore(t.Context(), backup, link, nil); !errors.Is(err, ErrLink) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
	if target, err := os.Readlink(link); err != nil || target != path {
		t.Errorf("got %s, %v", target, err)
	}
	wantDay(t, path, oldDay)
}

func TestARestoreOfAnInvalidBackupChangesNothing(t *testing.T) {
	t.Parallel()
	path := withDay(t, "worklog.db", oldDay)
	unsound := withDay(t, "unsound.db", newDay)
	execute(t, unsound, "UPDATE work_entries SET version = 1001")
	newer := withDay(t, "newer.db", newDay)
	execute(t, newer, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)")
	others := filepath.Join(t.TempDir(), "others.db")
	execute(t, others, "CREATE TABLE mine (id)")
	empty := filepath.Join(t.TempDir(), "empty.db")
	must(t, os.WriteFile(empty, nil, 0o600))
	before := value(os.ReadFile(path))(t)
	for from, want := range map[string]error{
		unsound: ErrDamaged, newer: ErrNewerDatabase, others: ErrNotOurs, empty: ErrNotSQLite,
		filepath.Join(t.TempDir(), "gone.db"): os.ErrNotExist,
	} {
		wantError(t, only(format.Restore(t.Context(), from, path, nil)), want, from)
	}
	if _, err := format.Restore(t.Context(), path, path, nil); err == nil || !strings.Contains(err.Error(), "the file to restore from") {
		t.Errorf("got %v", err)
	}
	wantError(t, only(format.Restore(t.Context(), path, others, nil)), ErrNotOurs)
	wantContent(t, path, string(before))
	wantFiles(t, path, "worklog.db")
}

// TestALockedDatabaseCannotBeUsed tries another connection, in both journal modes.
func TestALockedDatabaseCannotBeUsed(t *testing.T) {
	t.Parallel()
	path := withDay(t, "worklog.db", oldDay)
	for range 2 { // the second round has no log, because the first has checkpointed it
		held := value(lockExclusively(t.Context(), path))(t)
		wantError(t, only(lockExclusively(t.Context(), path)), ErrInUse)
		must(t, held.Close())
	}
}

func execute(t *testing.T, path, statement string) {
	t.Helper()
	db := value(sql.Open("sqlite3", path))(t)
	must(t, errors.Join(only(db.Exec(statement)), db.Close()))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// value returns what an operation returned, or ends the test if it failed.
func value[T any](got T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		must(t, err)
		return got
	}
}

// TestALogOfAnotherDatabaseIsNotReplayed copies a backup over a database whose log stayed,
// as after a kill, or after Litestream.
func TestALogOfAnotherDatabaseIsNotReplayed(t *testing.T) {
	t.Parallel()
	path, backup := withLog(t), filepath.Join(t.TempDir(), "backup.db")
	must(t, only(format.Backup(t.Context(), withDay(t, "other.db", newDay), backup)))
	content := value(os.ReadFile(backup))(t)
	must(t, os.WriteFile(path, content, 0o600))
	log := value(os.ReadFile(path + "-wal"))(t)
	for name, err := range map[string]error{
		"open":            only(format.Open(t.Context(), path)),
		"check":           only(format.Check(t.Context(), path)),
		"backup":          only(format.Backup(t.Context(), path, filepath.Join(t.TempDir(), "copy.db"))),
		"restore from it": only(format.Restore(t.Context(), path, filepath.Join(t.TempDir(), "worklog.db"), nil)),
	} {
		wantError(t, err, errForeignLog, name)
	}
	got := value(format.Restore(t.Context(), backup, path, nil))(t)
	wantDay(t, path, newDay)
	for name, want := range map[string][]byte{got.Kept: content, got.Kept + "-wal": log} {
		wantContent(t, name, string(want))
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
	must(t, only(format.Restore(t.Context(), backup, path, nil)))
	if _, err := connection.ExecContext(t.Context(), "PRAGMA journal_mode = WAL; CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)"); err == nil {
		t.Error("it writes to a file that was replaced")
	}
	if hasLog(path) {
		t.Error("its log would be replayed")
	}
	wantDay(t, path, newDay)
}
