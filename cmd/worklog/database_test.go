package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"worklog/models/modelstest"
)

var (
	recordedOnce  sync.Once
	recordedFiles map[string]string
)

// recorded returns a folder with a configuration and a database that contains an arrival. The
// program makes them once.
func recorded(t *testing.T) (folder string) {
	t.Helper()
	modelstest.InParallel(t) // before it is waited for
	recordedOnce.Do(func() {
		made := t.TempDir()
		prints(t, made, "init")
		c := begin(t, made)
		c.want(firstIn, 201, "created")
		c.stop()
		recordedFiles = modelstest.Contents(t, made, "*")
	})
	folder = t.TempDir()
	for name, content := range recordedFiles {
		write(t, folder, name, content)
	}
	return folder
}

func TestCheckReportsASoundDatabaseEvenWhileAServerRuns(t *testing.T) {
	folder := recorded(t)
	const want = "worklog.db: sound. Schema 25, 1 day, 0 slots, 1 event.\n"
	wantPrinted(t, folder, want, "check")
	modelstest.Want(t, names(t, folder), "config.toml worklog.db")
	c := begin(t, folder)
	wantPrinted(t, folder, want, "check", "worklog.db")
	c.stop()
}

func TestCheckPrintsOneLineForEachFindingAndWarning(t *testing.T) {
	folder := recorded(t)
	database := filepath.Join(folder, "worklog.db")
	modelstest.Query(t, database, "CREATE TABLE mine (id)")
	const warning = "warning: table mine: does not belong to worklog: a restore leaves it out\n"
	for _, arguments := range [][]string{{"check"}, {"restore", "worklog.db", "--config", write(t, folder, "new.toml", "[database]\npath = \"new.db\"\n")}} {
		if code, out, problems := runs(t, folder, nil, arguments...); code != 0 || out == "" || problems != warning {
			t.Errorf("%q: got %d %s%s", arguments, code, out, problems)
		}
	}
	modelstest.Query(t, database, "PRAGMA ignore_check_constraints = ON; UPDATE work_entries SET timezone = 'Europe/Pariz', day_type = 'work'")
	wantFailure(t, folder, warning+"work entry 1 (2026-11-20): has an invalid day type; see /entries/1/history\n"+
		"work entry 1 (2026-11-20): has an unknown time zone; see /entries/1/history\n", "check")
}

func TestABackupIsMadeWithOrWithoutARunningServer(t *testing.T) {
	folder := recorded(t)
	c := begin(t, folder)
	wantBackup(t, folder, "beside.db")
	c.stop()
	wantBackup(t, folder, "alone.db")
	wantFailure(t, folder, "alone.db already exists and was not changed\n", "backup", "alone.db")
	modelstest.Want(t, names(t, folder), "alone.db beside.db config.toml worklog.db")
}

func wantBackup(t *testing.T, folder, name string) {
	t.Helper()
	modelstest.WantIn(t, prints(t, folder, "backup", name), "Wrote "+name+": ", " bytes, a complete and checked copy of worklog.db.\n")
	modelstest.WantIn(t, prints(t, folder, "check", name), "1 event")
}

func TestARestoreIsRefusedWhileAServerRunsEvenIfIdle(t *testing.T) {
	folder := recorded(t)
	lose := func(c *server) *server {
		c.logs(`"backup made"`)
		made, _ := filepath.Glob(filepath.Join(folder, "worklog-*.db"))
		modelstest.Must(t, os.Remove(made[0]))
		return c
	}
	lose(begin(t, folder, "WORKLOG_BACKUP_FOLDER=.")).stop()
	c := lose(begin(t, folder, "WORKLOG_BACKUP_FOLDER=.")) // which has looked beside the database for that backup
	wantBackup(t, folder, "backup.db")
	wantFailure(t, folder, "restore worklog.db: a server or another program has the database open: stop it first\n", "restore", "backup.db")
	c.stop()
	modelstest.Want(t, names(t, folder), "backup.db config.toml worklog.db")
	wantPrinted(t, folder, "Restored worklog.db from backup.db: schema 25, 1 day, 0 slots, 1 event.\n"+
		"The previous database is kept as worklog.db.before-restore-1.\nThe server can be started again.\n", "restore", "backup.db")
	c = begin(t, folder)
	c.want(firstIn, 200, "replayed")
	c.stop()
}

func TestBackupsNeedNoSecrets(t *testing.T) {
	folder := recorded(t)
	login := []string{"WORKLOG_WEB_AUTH=password", "WORKLOG_API_TOKEN_FILE=/not/there"}
	for _, arguments := range [][]string{{"backup", "copy.db"}, {"check"}, {"restore", "copy.db"}} {
		wantRun(t, folder, login, 0, "", arguments...)
	}
	wantRun(t, folder, login, 1, "", "config", "check")
}

func TestARestoreSaysWhereItChangesTheSettings(t *testing.T) {
	folder := recorded(t)
	database := filepath.Join(folder, "worklog.db")
	set := func(document string) {
		modelstest.Query(t, database, "INSERT INTO settings_versions (made_at, document) VALUES ('2026-11-20T07:00:00.000000000Z', '"+document+"')")
	}
	prints(t, folder, "backup", "none.db")
	set("[person]\nname = \"Zoé\"")
	prints(t, folder, "backup", "first.db")
	set("# the same\n")
	const at = " of 2026-11-20T07:00:00.000000000Z"
	for _, test := range []struct{ from, want string }{
		{"first.db", "The settings differ: version 1" + at + ", where the previous database had version 2" + at + ".\n"},
		{"first.db", ""},
		{"none.db", "The settings differ: none, where the previous database had version 1" + at + ".\n"},
		{"first.db", "The settings differ: version 1" + at + ", where the previous database had none.\n"},
	} {
		if out := prints(t, folder, "restore", test.from); strings.Contains(out, "settings") != (test.want != "") || !strings.Contains(out, test.want) {
			t.Errorf("%s: got %s", test.from, out)
		}
	}
	// of a database that cannot be read nothing is said, nor of one that was not there
	modelstest.Must(t, os.Truncate(database, 5000))
	for range 2 {
		modelstest.WantNone(t, prints(t, folder, "restore", "first.db"), "settings")
		modelstest.Must(t, os.Remove(database))
	}
}

// oddDay returns a folder with a configuration and a database, whose entry 1 has an arrival
// that nothing has closed as it says.
func oddDay(t *testing.T) (folder string) {
	t.Helper()
	folder = recorded(t)
	modelstest.Query(t, filepath.Join(folder, "worklog.db"), "UPDATE workplace_presence_events SET closure = 'departure', closed_at = received_at")
	return folder
}

func TestAnOddDayStopsNoCommandAndEachSaysWhichItIs(t *testing.T) {
	folder := oddDay(t)
	const odd = "work entry 1 (2026-11-20): has fewer departures than arrivals closed by a departure; see /entries/1/history\n"
	for _, command := range [][]string{{"backup", "copy.db"}, {"export"}, {"export", "--format", "csv"}, {"restore", "copy.db"}} {
		code, out, problems := runs(t, folder, nil, command...)
		want := "warning: odd, but copied as it is: " + odd
		if command[0] == "export" {
			want = "warning: odd, so that an import may refuse it: " + odd
		}
		modelstest.Want(t, code, 0, command, out)
		modelstest.Want(t, problems, want, command, out)
	}
	wantFailure(t, folder, odd, "check")
	c := begin(t, folder, "WORKLOG_BACKUP_FOLDER="+filepath.Join(folder, "backups"))
	modelstest.Want(t, c.logs(`"odd record, copied as it is"`), true, c.log)
	modelstest.WantIn(t, c.log.String(), "/entries/1/history")
	c.stop()
}
