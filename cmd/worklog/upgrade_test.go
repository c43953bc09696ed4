package main_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// restored selects the tables that a restore copies.
const restored = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN
	('backups', 'contacts', 'feeds', 'goose_db_version', 'journal_lines', 'month_changes', 'request_counts', 'session_secrets', 'web_sessions') ORDER BY name`

// statesBefore10 are the states of days with what schema 10 keeps once for each change.
const statesBefore10 = `(SELECT day_states.id, change_id, action, made_at, date, work_entry_id, version_after AS version, state,
	iif(day_states.id = (SELECT min(id) FROM day_states AS other WHERE other.change_id = changes.id), refused, NULL) AS refused
	FROM day_states JOIN changes ON changes.id = change_id)`

// recordsOf returns every row of the tables and columns that the database old has, as they
// are in the one at path.
func recordsOf(t *testing.T, old, path string) (rows []string) {
	t.Helper()
	for _, table := range modelstest.Lines(t, old, restored) {
		columns := modelstest.Lines(t, old, fmt.Sprintf("SELECT group_concat(name) FROM pragma_table_info('%s')", table))[0]
		from := table
		if table == "day_states" && strings.Contains(columns, "made_at") && len(modelstest.Lines(t, path, "SELECT name FROM sqlite_schema WHERE name = 'changes'")) > 0 {
			from = statesBefore10
		}
		for _, row := range modelstest.Lines(t, path, fmt.Sprintf("SELECT json_array(%s) FROM %s ORDER BY 1", columns, from)) {
			rows = append(rows, table+" "+row)
		}
	}
	return rows
}

// withDatabase returns a folder with a copy of a database, and a configuration that keeps
// the whole history.
func withDatabase(t *testing.T, file string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	write(t, folder, "worklog.db", string(modelstest.Got(os.ReadFile(file))(t)))
	write(t, folder, "config.toml", "[history]\nkeep_days = 36500\n")
	return folder
}

const firstSchema = "../../models/dbfile/testdata/schema-1.db"

func schemaOf(t *testing.T, folder, name string) string {
	t.Helper()
	return modelstest.Lines(t, filepath.Join(folder, name), "SELECT max(version_id) FROM goose_db_version WHERE is_applied")[0]
}

func TestADatabaseOfEveryReleasedSchemaIsUpgradedBackedUpAndRestored(t *testing.T) {
	released, err := filepath.Glob("../../models/dbfile/testdata/schema-*.db")
	if err != nil || len(released) == 0 {
		t.Fatalf("got %q, %v", released, err)
	}
	for _, old := range released {
		t.Run(filepath.Base(old), func(t *testing.T) {
			folder, old := withDatabase(t, old), filepath.Join(withDatabase(t, old), "worklog.db") // SQLite writes beside it
			want := recordsOf(t, old, old)
			modelstest.Want(t, len(want) >= 20, true, len(want))
			wantRecords := func(name string) {
				t.Helper()
				modelstest.WantList(t, recordsOf(t, old, filepath.Join(folder, name)), want, name)
				modelstest.WantSound(t, filepath.Join(folder, name))
			}
			before := schemaOf(t, folder, "worklog.db")
			begin(t, folder).stop()
			wantRecords("worklog.db")
			upgraded, document, files := schemaOf(t, folder, "worklog.db"), exported(t, folder), []string{"backup.db"}
			prints(t, folder, "backup", "backup.db")
			if upgraded != before {
				kept := "worklog.db.schema-" + before
				wantRecords(kept)
				modelstest.Want(t, schemaOf(t, folder, kept), before, kept)
				files = append(files, kept)
			}
			for _, file := range files {
				prints(t, folder, "restore", file)
				wantRecords("worklog.db")
				modelstest.Want(t, schemaOf(t, folder, "worklog.db"), upgraded, file)
				wantPrinted(t, folder, document, "export")
			}
		})
	}
}

func TestACommandThatUpgradesTheDatabaseSaysSo(t *testing.T) {
	t.Parallel()
	folder := withDatabase(t, firstSchema)
	_, first, said := runs(t, folder, nil, "export")
	if !strings.HasPrefix(said, "The database was upgraded from schema 1 to ") || !strings.HasSuffix(said, "worklog.db.schema-1.\n") {
		t.Errorf("got %s", said)
	}
	wantPrinted(t, folder, first, "export")
}

var upgradeInLog = regexp.MustCompile(`"msg":"database upgraded","from":1,"to":[0-9]+,"as_it_was":"[^"]*worklog.db.schema-1"`)

func TestEightServersThatStartOnAnOldDatabaseUpgradeItOnce(t *testing.T) {
	folder, upgrades := withDatabase(t, firstSchema), 0
	var servers []*server
	for range 8 {
		servers = append(servers, launch(t, folder))
	}
	for i, c := range servers {
		modelstest.Want(t, c.logs(`"listening"`), true, i, c.log)
		if upgradeInLog.MatchString(c.log.String()) {
			upgrades++
		}
		_ = c.command.Process.Signal(syscall.SIGTERM)
	}
	for _, c := range servers {
		<-c.ended
		modelstest.Want(t, c.command.ProcessState.ExitCode(), 0, c.log)
	}
	// if the last two close at once, each sees the other's connection and leaves the
	// checkpointed log in place; the next program to close removes it
	if log, err := os.Stat(filepath.Join(folder, "worklog.db-wal")); err == nil && log.Size() > 0 {
		t.Errorf("%d bytes of the log are not checkpointed", log.Size())
	}
	begin(t, folder).stop()
	modelstest.Want(t, upgrades, 1, "upgrades")
	modelstest.Want(t, names(t, folder), "config.toml worklog.db worklog.db.schema-1")
	wantUpgraded(t, folder)
}

// wantUpgraded checks a database of the first schema and its copy from before.
func wantUpgraded(t *testing.T, folder string) {
	t.Helper()
	for name, words := range map[string]string{"worklog.db": "Schema 25, 8 days", "worklog.db.schema-1": "Schema 1, 8 days"} {
		modelstest.WantIn(t, prints(t, folder, "check", name), words)
	}
}

func TestAKilledUpgradeContinuesAtTheNextStart(t *testing.T) {
	t.Parallel() // before a start is timed
	started := time.Now()
	c := begin(t, withDatabase(t, firstSchema))
	usual := time.Since(started)
	c.stop()
	for range rounds(4) {
		folder := withDatabase(t, firstSchema)
		c := launch(t, folder)
		spin(time.Duration(rand.Int64N(int64(usual))))
		c.end(syscall.SIGKILL)
		begin(t, folder).stop()
		wantUpgraded(t, folder)
		modelstest.WantNone(t, names(t, folder), "-upgrade", "-wal")
	}
}

func TestANewerDatabaseIsRefusedWithTheWordsOfTheGuide(t *testing.T) {
	guide := modelstest.Got(os.ReadFile("../../docs/upgrade.md"))(t)
	folder := withDatabase(t, firstSchema)
	wantRun(t, folder, nil, 0, "The database was upgraded", "export")
	newest := schemaOf(t, folder, "worklog.db")
	modelstest.Query(t, filepath.Join(folder, "worklog.db"), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)")
	for _, arguments := range [][]string{{"serve"}, {"check"}, {"backup", "copy.db"}, {"export", "--format", "json"}} {
		code, _, problems := runs(t, folder, []string{"WORKLOG_SERVER_LISTEN=127.0.0.1:0"}, arguments...)
		words := strings.NewReplacer("version 99", "version 6", "up to "+newest, "up to 4").Replace(problems)
		if code != 1 || strings.Count(words, "\n") != 1 || !strings.Contains(string(guide), "\n    "+words) {
			t.Errorf("%q: got %d %s", arguments, code, problems)
		}
	}
}

// TestTheCommandsOfTheUpgradeGuideWork runs them as written. The other machine is a folder.
func TestTheCommandsOfTheUpgradeGuideWork(t *testing.T) {
	folder, other, programs := withDatabase(t, "../../models/dbfile/testdata/schema-4.db"), t.TempDir(), t.TempDir()
	want := recordsOf(t, filepath.Join(folder, "worklog.db"), filepath.Join(folder, "worklog.db"))
	for name, script := range map[string]string{
		"worklog": `exec ` + binary + ` "$@"`,
		"scp":     `[ "$1 $4" = "-p new:" ] && cp -p "$2" "$3" ` + other,
		"ssh":     `[ "$1" = new ] && shift && cd ` + other + ` && exec "$@"`,
	} {
		modelstest.Must(t, os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	}
	wantRun(t, folder, nil, 0, "The database was upgraded", "export")
	guide := modelstest.Got(os.ReadFile("../../docs/upgrade.md"))(t)
	blocks := strings.Split(string(guide), "```sh\n")
	modelstest.Want(t, len(blocks), 2, "the guide before and after its one block of commands")
	commands, _, _ := strings.Cut(blocks[1], "```")
	shell := exec.CommandContext(t.Context(), "sh", "-ec", commands)
	shell.Dir = folder
	shell.Env = minimal("PATH=" + programs + ":" + os.Getenv("PATH"))
	if output, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", commands, err, output)
	}
	old := filepath.Join(folder, "worklog.db.schema-4")
	for _, path := range []string{filepath.Join(folder, "worklog.db"), filepath.Join(other, "worklog.db")} {
		modelstest.WantList(t, recordsOf(t, old, path), want, path)
		modelstest.WantSound(t, path)
		modelstest.Want(t, modelstest.Got(os.Stat(path))(t).Mode().Perm(), 0o600, path)
	}
	wantPrinted(t, other, exported(t, folder), "export")

	// a backup is a complete database too
	modelstest.Must(t, os.Rename(filepath.Join(other, "move.db"), filepath.Join(other, "worklog.db")))
	begin(t, other).stop()
	modelstest.WantList(t, recordsOf(t, old, filepath.Join(other, "worklog.db")), want)
}
