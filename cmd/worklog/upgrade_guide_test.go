package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

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
	schema, db := inspected(t, old), inspected(t, path)
	defer schema.Close()
	defer db.Close()
	for _, table := range column(t, schema, restored) {
		columns := column(t, schema, fmt.Sprintf("SELECT group_concat(name) FROM pragma_table_info('%s')", table))[0]
		from := table
		if table == "day_states" && strings.Contains(columns, "made_at") && len(column(t, db, "SELECT name FROM sqlite_schema WHERE name = 'changes'")) > 0 {
			from = statesBefore10
		}
		for _, row := range column(t, db, fmt.Sprintf("SELECT json_array(%s) FROM %s ORDER BY 1", columns, from)) {
			rows = append(rows, table+" "+row)
		}
	}
	return rows
}

// export returns the document with everything, without the time at which it was made.
func export(t *testing.T, folder string) string {
	t.Helper()
	code, document, problems := runs(t, folder, nil, "export", "--format", "json")
	if code != 0 || problems != "" {
		t.Fatalf("got %d %s", code, problems)
	}
	return document
}

func TestADatabaseOfEveryReleasedSchemaIsUpgradedBackedUpAndRestored(t *testing.T) {
	t.Parallel()
	released, err := filepath.Glob("../../models/dbfile/testdata/schema-*.db")
	if err != nil || len(released) == 0 {
		t.Fatalf("got %q, %v", released, err)
	}
	for _, old := range released {
		t.Run(filepath.Base(old), func(t *testing.T) {
			t.Parallel()
			folder, old := withDatabase(t, old), filepath.Join(withDatabase(t, old), "worklog.db") // SQLite writes beside it
			want := recordsOf(t, old, old)
			wantRecords := func(name string) {
				t.Helper()
				if got := recordsOf(t, old, filepath.Join(folder, name)); len(want) < 20 || !slices.Equal(got, want) {
					t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				if code, out, problems := runs(t, folder, nil, "check", name); code != 0 || problems != "" {
					t.Errorf("got %d %s%s", code, out, problems)
				}
			}
			before := schemaOf(t, folder, "worklog.db")
			_, end := serves(t, folder)
			if code, log := end(syscall.SIGTERM); code != 0 {
				t.Fatalf("got %d %s", code, log)
			}
			wantRecords("worklog.db")
			upgraded := schemaOf(t, folder, "worklog.db")
			document := export(t, folder)

			files := []string{"backup.db"}
			if code, _, problems := runs(t, folder, nil, "backup", "backup.db"); code != 0 {
				t.Fatal(problems)
			}
			if upgraded != before {
				kept := "worklog.db.schema-" + before
				wantRecords(kept)
				if got := schemaOf(t, folder, kept); got != before {
					t.Errorf("%s: got schema %s", kept, got)
				}
				files = append(files, kept)
			}
			for _, file := range files {
				if code, _, problems := runs(t, folder, nil, "restore", file); code != 0 || problems != "" {
					t.Fatalf("got %d %s", code, problems)
				}
				wantRecords("worklog.db")
				if got := schemaOf(t, folder, "worklog.db"); got != upgraded {
					t.Errorf("%s: restored as schema %s, want %s", file, got, upgraded)
				}
				if got := export(t, folder); got != document {
					t.Errorf("%s: got\n%s\nwant\n%s", file, got, document)
				}
			}
		})
	}
}

// withDatabase returns a folder with a copy of a database, and a configuration that keeps
// the whole history.
func withDatabase(t *testing.T, file string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	content, err := os.ReadFile(file)
	modelstest.Must(t, err)
	for name, content := range map[string][]byte{"worklog.db": content, "config.toml": []byte("[history]\nkeep_days = 36500\n")} {
		modelstest.Must(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	return folder
}

// schemaOf returns the version of a database's schema.
func schemaOf(t *testing.T, folder, name string) string {
	t.Helper()
	db := inspected(t, filepath.Join(folder, name))
	defer db.Close()
	return column(t, db, "SELECT max(version_id) FROM goose_db_version WHERE is_applied")[0]
}

func TestANewerDatabaseIsRefusedWithTheWordsOfTheGuide(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../docs/upgrade.md")
	modelstest.Must(t, err)
	folder := withDatabase(t, "../../models/dbfile/testdata/schema-1.db")
	export(t, folder) // upgrades it
	newest := schemaOf(t, folder, "worklog.db")
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	modelstest.Must(t, modelstest.Only(db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)")))
	for _, arguments := range [][]string{{"serve"}, {"check"}, {"backup", "copy.db"}, {"export", "--format", "json"}} {
		code, _, problems := runs(t, folder, nil, arguments...)
		words := strings.NewReplacer("version 99", "version 6", "up to "+newest, "up to 4").Replace(problems)
		if code != 1 || strings.Count(words, "\n") != 1 || !strings.Contains(string(guide), "\n    "+words) {
			t.Errorf("%q: got %d %s", arguments, code, problems)
		}
	}
}

// TestTheCommandsOfTheUpgradeGuideWork runs them as written. The other machine is a folder.
func TestTheCommandsOfTheUpgradeGuideWork(t *testing.T) {
	t.Parallel()
	folder, other, programs := withDatabase(t, "../../models/dbfile/testdata/schema-4.db"), t.TempDir(), t.TempDir()
	want := recordsOf(t, filepath.Join(folder, "worklog.db"), filepath.Join(folder, "worklog.db"))
	for name, script := range map[string]string{
		"worklog": `exec ` + binary + ` "$@"`,
		"scp":     `[ "$1 $4" = "-p new:" ] && cp -p "$2" "$3" ` + other,
		"ssh":     `[ "$1" = new ] && shift && cd ` + other + ` && exec "$@"`,
	} {
		modelstest.Must(t, os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	}
	export(t, folder) // upgrades it
	guide, err := os.ReadFile("../../docs/upgrade.md")
	modelstest.Must(t, err)
	blocks := strings.Split(string(guide), "```sh\n")[1:]
	if len(blocks) != 2 {
		t.Fatalf("the guide has %d blocks of commands", len(blocks))
	}
	for _, block := range blocks {
		commands, _, _ := strings.Cut(block, "```")
		shell := exec.CommandContext(t.Context(), "sh", "-ec", commands)
		shell.Dir = folder
		shell.Env = minimal("PATH=" + programs + ":" + os.Getenv("PATH"))
		if output, err := shell.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", commands, err, output)
		}
	}
	old := filepath.Join(folder, "worklog.db.schema-4")
	for _, path := range []string{filepath.Join(folder, "worklog.db"), filepath.Join(other, "worklog.db")} {
		if got := recordsOf(t, old, path); !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s", path, strings.Join(got, "\n"))
		}
		wantSound(t, path)
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("got %v, %v", info, err)
		}
	}
	if export(t, other) != export(t, folder) {
		t.Error("the machines say different things")
	}

	// a backup is a complete database too
	modelstest.Must(t, os.Rename(filepath.Join(other, "move.db"), filepath.Join(other, "worklog.db")))
	_, end := serves(t, other)
	end(syscall.SIGTERM)
	if got := recordsOf(t, old, filepath.Join(other, "worklog.db")); !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
