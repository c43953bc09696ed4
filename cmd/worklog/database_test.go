package main_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// recorded returns a folder with a configuration and a database that contains an arrival.
func recorded(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if code, _, problems := runs(t, folder, nil, "init"); code != 0 {
		t.Fatal(problems)
	}
	url, end := serves(t, folder, token)
	if status, body := arrive(t, url, strings.TrimPrefix(token, "WORKLOG_API_TOKEN=")); status != 201 {
		t.Fatalf("got %d %s", status, body)
	}
	end(syscall.SIGTERM)
	return folder
}

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	modelstest.Must(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return strings.Join(names, " ")
}

func TestCheckReportsASoundDatabaseEvenWhileAServerRuns(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	const want = "worklog.db: sound. Schema 15, 1 day, 0 slots, 1 event.\n"
	if code, out, problems := runs(t, folder, nil, "check"); code != 0 || out != want || problems != "" {
		t.Errorf("got %d %s%s", code, out, problems)
	}
	if got := names(t, folder); got != "config.toml worklog.db" {
		t.Errorf("got %s", got)
	}
	_, end := serves(t, folder, token)
	if code, out, problems := runs(t, folder, nil, "check", "worklog.db"); code != 0 || out != want || problems != "" {
		t.Errorf("beside a server: got %d %s%s", code, out, problems)
	}
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got %d %s", code, log)
	}
}

func TestCheckPrintsOneLineForEachFinding(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	modelstest.Must(t, modelstest.Only(modelstest.SQL(t, filepath.Join(folder, "worklog.db")).Exec(
		"PRAGMA ignore_check_constraints = ON; UPDATE work_entries SET timezone = 'Europe/Pariz', day_type = 'work'")))
	code, out, problems := runs(t, folder, nil, "check")
	want := "work entry 1 (2026-11-20): has an invalid day type; see /entries/1/history\nwork entry 1 (2026-11-20): has an unknown time zone; see /entries/1/history\n"
	if code != 1 || out != "" || problems != want {
		t.Errorf("got %d %s\n%s", code, out, problems)
	}
}

func TestForeignTablesAreWarningsAndForeignTriggersAndViewsAreFindings(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	statement := func(words string) {
		modelstest.Must(t, modelstest.Only(db.Exec(words)))
	}
	statement("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); CREATE TABLE _litestream_lock (id INTEGER); CREATE TABLE mine (id)")
	const warning = "warning: table mine: does not belong to worklog: a restore leaves it out\n"
	if code, out, problems := runs(t, folder, nil, "check"); code != 0 || !strings.HasPrefix(out, "worklog.db: sound. ") || problems != warning {
		t.Errorf("got %d %s%s", code, out, problems)
	}
	wantBackupWith(t, folder, "backup.db", warning)
	statement("CREATE VIEW v AS SELECT 1; CREATE TRIGGER t AFTER INSERT ON mine BEGIN SELECT 1; END")
	want := warning + "view v: is not part of the schema\ntrigger t: is not part of the schema\n"
	if code, out, problems := runs(t, folder, nil, "check"); code != 1 || out != "" || problems != want {
		t.Errorf("got %d %s%s", code, out, problems)
	}
	for _, arguments := range [][]string{{"backup", "other.db"}, {"restore", "worklog.db", "--config", "other.toml"}} {
		modelstest.Must(t, os.WriteFile(filepath.Join(folder, "other.toml"), []byte("[database]\npath = \"new.db\"\n"), 0o600))
		code, _, problems := runs(t, folder, nil, arguments...)
		if code != 1 || !strings.Contains(problems, "view v: is not part of the schema") || strings.Count(problems, "\n") != 1 {
			t.Errorf("%q: got %d %s", arguments, code, problems)
		}
	}
	modelstest.Must(t, db.Close())
	if code, out, problems := runs(t, folder, nil, "restore", "backup.db"); code != 0 || !strings.HasPrefix(out, "Restored worklog.db") || problems != warning {
		t.Errorf("got %d %s%s", code, out, problems)
	}
	if code, out, problems := runs(t, folder, nil, "check"); code != 0 || problems != "" {
		t.Errorf("got %d %s%s", code, out, problems)
	}
}

func TestAPipeForADatabaseIsRefusedInOneLine(t *testing.T) {
	t.Parallel()
	for _, suffix := range []string{"", "-journal"} {
		folder := t.TempDir()
		if code, _, problems := runs(t, folder, nil, "init"); code != 0 {
			t.Fatal(problems)
		}
		if err := makePipe(filepath.Join(folder, "worklog.db"+suffix)); err != nil {
			t.Skipf("not tested: cannot create a pipe: %v", err)
		}
		if suffix != "" {
			content, err := os.ReadFile("../../models/dbfile/testdata/schema-1.db")
			modelstest.Must(t, errors.Join(err, os.WriteFile(filepath.Join(folder, "worklog.db"), content, 0o600)))
		}
		for _, arguments := range [][]string{{"serve"}, {"check"}, {"check", "worklog.db"}, {"backup", "copy.db"}, {"restore", "worklog.db"}} {
			code, out, problems := runs(t, folder, nil, arguments...)
			if code != 1 || out != "" || !strings.HasSuffix(problems, "worklog.db"+suffix+": not a regular file\n") &&
				!strings.HasSuffix(problems, "not an SQLite database: not a regular file\n") || strings.Count(problems, "\n") != 1 {
				t.Errorf("%q: got %d %s%s", arguments, code, out, problems)
			}
		}
	}
}

func TestCheckOfAMissingDatabaseCreatesNone(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	code, out, problems := runs(t, folder, nil, "check")
	if code != 1 || out != "" || problems != "database worklog.db: no such file or directory\n" || names(t, folder) != "" {
		t.Errorf("got %d %s%s and %q", code, out, problems, names(t, folder))
	}
}

func TestABackupIsMadeWithOrWithoutARunningServer(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	_, end := serves(t, folder, token)
	wantBackup(t, folder, "beside.db")
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got %d %s", code, log)
	}
	wantBackup(t, folder, "alone.db")
	if code, _, problems := runs(t, folder, nil, "backup", "alone.db"); code != 1 || problems != "alone.db already exists and was not changed\n" {
		t.Errorf("got %d %s", code, problems)
	}
	if got := names(t, folder); got != "alone.db beside.db config.toml worklog.db" {
		t.Errorf("got %s", got)
	}
}

func wantBackup(t *testing.T, folder, name string) {
	t.Helper()
	wantBackupWith(t, folder, name, "")
}

// wantBackupWith makes a backup and checks that its check reports the warnings.
func wantBackupWith(t *testing.T, folder, name, warnings string) {
	t.Helper()
	code, out, problems := runs(t, folder, nil, "backup", name)
	if code != 0 || problems != "" || !strings.HasPrefix(out, "Wrote "+name+": ") || !strings.HasSuffix(out, " bytes, a complete and checked copy of worklog.db.\n") {
		t.Errorf("got %d %s%s", code, out, problems)
	}
	if code, out, problems := runs(t, folder, nil, "check", name); code != 0 || !strings.Contains(out, "1 event") || problems != warnings {
		t.Errorf("got %d %s%s", code, out, problems)
	}
}

func TestABackupWithoutADatabaseIsRefused(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	code, _, problems := runs(t, folder, nil, "backup", "copy.db")
	if code != 1 || problems != "database worklog.db: no such file or directory\n" || names(t, folder) != "" {
		t.Errorf("got %d %s and %q", code, problems, names(t, folder))
	}
}

func TestARestoreIsRefusedWhileAServerRunsEvenIfIdle(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	wantBackup(t, folder, "backup.db")
	_, end := serves(t, folder, token)
	code, out, problems := runs(t, folder, nil, "restore", "backup.db")
	if code != 1 || out != "" || problems != "restore worklog.db: a server or another program has the database open: stop it first\n" {
		t.Errorf("got %d %s%s", code, out, problems)
	}
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got %d %s", code, log)
	}
	if got := names(t, folder); got != "backup.db config.toml worklog.db" {
		t.Errorf("got %s", got)
	}
	code, out, problems = runs(t, folder, nil, "restore", "backup.db")
	want := "Restored worklog.db from backup.db: schema 15, 1 day, 0 slots, 1 event.\n" +
		"The previous database is kept as worklog.db.before-restore-1.\nThe server can be started again.\n"
	if code != 0 || out != want || problems != "" {
		t.Errorf("got %d %s%s", code, out, problems)
	}
	url, end := serves(t, folder, token)
	if status, body := arrive(t, url, strings.TrimPrefix(token, "WORKLOG_API_TOKEN=")); status != 200 || !strings.Contains(body, "replayed") {
		t.Errorf("got %d %s", status, body)
	}
	end(syscall.SIGTERM)
}

func TestARestoreAfterALostDiskNeedsOnlyTheBackup(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	modelstest.Must(t, os.Rename(filepath.Join(folder, "worklog.db"), filepath.Join(folder, "backup.db")))
	code, out, problems := runs(t, folder, nil, "restore", "backup.db")
	if code != 0 || strings.Contains(out, "kept") || problems != "" {
		t.Errorf("got %d %s%s", code, out, problems)
	}
	if code, out, problems := runs(t, folder, nil, "check"); code != 0 {
		t.Errorf("got %d %s%s", code, out, problems)
	}
}

// killedAtRandom runs a command and kills it at a random time within its usual duration.
func killedAtRandom(t *testing.T, folder string, within time.Duration, arguments ...string) {
	t.Helper()
	command := command(t, folder, []string{"WORKLOG_SERVER_LISTEN=127.0.0.1:0"}, arguments...)
	modelstest.Must(t, command.Start())
	spin(rand.N(within))
	_ = command.Process.Kill()
	_ = command.Wait()
}

func TestAKilledRestoreLeavesACompleteDatabase(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	wantBackup(t, folder, "backup.db")
	started := time.Now()
	if code, _, problems := runs(t, folder, nil, "restore", "backup.db"); code != 0 {
		t.Fatal(problems)
	}
	usual := time.Since(started)
	for range 8 {
		killedAtRandom(t, folder, usual, "restore", "backup.db")
		if code, out, problems := runs(t, folder, nil, "check"); code != 0 || !strings.Contains(out, "1 event") {
			t.Fatalf("got %d %s%s", code, out, problems)
		}
	}
	_, end := serves(t, folder)
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got %d %s", code, log)
	}
}

func TestBackupsNeedNoSecrets(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	login := []string{"WORKLOG_WEB_AUTH=password", "WORKLOG_API_TOKEN_FILE=/not/there"}
	for _, arguments := range [][]string{{"backup", "copy.db"}, {"check"}, {"restore", "copy.db"}} {
		if code, _, problems := runs(t, folder, login, arguments...); code != 0 {
			t.Errorf("%v: got %d %s", arguments, code, problems)
		}
	}
	if code, _, _ := runs(t, folder, login, "config", "check"); code == 0 {
		t.Error("the configuration is reported as valid")
	}
}

func TestARestoreSaysWhereItChangesTheSettings(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	wantBackup(t, folder, "none.db")
	set := func(document string) {
		t.Helper()
		db := inspected(t, filepath.Join(folder, "worklog.db"))
		_, err := db.Exec("INSERT INTO settings_versions (made_at, document) VALUES ('2026-11-20T07:00:00.000000000Z', ?)", document)
		modelstest.Must(t, errors.Join(err, db.Close()))
	}
	set("[person]\nname = \"Zoé\"")
	wantBackup(t, folder, "first.db")
	set("# the same\n")
	old, err := os.ReadFile("../../models/dbfile/testdata/schema-1.db")
	modelstest.Must(t, errors.Join(err, os.WriteFile(filepath.Join(folder, "old.db"), old, 0o600)))
	const at = " of 2026-11-20T07:00:00.000000000Z"
	for _, test := range []struct{ from, want string }{
		{"first.db", "The settings differ: version 1" + at + ", where the previous database had version 2" + at + ".\n"},
		{"first.db", ""},
		{"none.db", "The settings differ: none, where the previous database had version 1" + at + ".\n"},
		{"none.db", ""},
		{"first.db", "The settings differ: version 1" + at + ", where the previous database had none.\n"},
		{"old.db", "The settings differ: none, where the previous database had version 1" + at + ".\n"},
	} {
		code, out, problems := runs(t, folder, nil, "restore", test.from)
		if code != 0 || strings.Contains(out, "settings") != (test.want != "") || !strings.Contains(out, test.want) || problems != "" {
			t.Errorf("%s: got %d %s%s", test.from, code, out, problems)
		}
	}
	// of a database that cannot be read nothing is said, nor of one that was not there
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "worklog.db"), old[:5000], 0o600))
	for range 2 {
		if code, out, problems := runs(t, folder, nil, "restore", "first.db"); code != 0 || strings.Contains(out, "settings") || problems != "" {
			t.Errorf("got %d %s%s", code, out, problems)
		}
		modelstest.Must(t, os.Remove(filepath.Join(folder, "worklog.db")))
	}
}
