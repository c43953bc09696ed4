package models_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
)

// foreign tables and indexes, as other programs and people may leave them in a database.
const ofOthers = `
	CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); INSERT INTO _litestream_seq VALUES (1, 7);
	CREATE TABLE _litestream_lock (id INTEGER); ANALYZE;
	CREATE TABLE other (id PRIMARY KEY, day REFERENCES work_entries); INSERT INTO other VALUES (1, 4711);
	CREATE VIRTUAL TABLE words USING fts3(word); INSERT INTO words_segdir VALUES (0, 0, 1, 1, 1, x'ff');
	CREATE TABLE _litestream_more (id); CREATE INDEX mine ON time_slots (upper(end_at)) WHERE id > 0`

func TestForeignTablesAndIndexesAreReportedAndLeftOutOfARestore(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	modelstest.Query(t, path, ofOthers)
	checked, err := models.Format.Check(t.Context(), path)
	if err != nil || len(checked.Findings) > 0 || checked.Rows["workplace_presence_events"] != 3 {
		t.Errorf("got %+v, %v", checked, err)
	}
	const words = ": does not belong to worklog: a restore leaves it out"
	want := []string{"index mine" + words, "index sqlite_autoindex_other_1" + words, "index sqlite_autoindex_words_segdir_1" + words,
		"table _litestream_more" + words, "table other" + words, "table words" + words,
		"table words_content" + words, "table words_segdir" + words, "table words_segments" + words}
	if got := slices.Sorted(slices.Values(checked.Warnings)); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	backup, restored := filepath.Join(t.TempDir(), "copy.db"), filepath.Join(t.TempDir(), "worklog.db")
	modelstest.Must(t, modelstest.Only(models.Format.Backup(t.Context(), path, backup)))
	got, err := models.Format.Restore(t.Context(), backup, restored, nil)
	if err != nil || got.Rows["workplace_presence_events"] != 3 || len(got.Warnings) != len(want) {
		t.Fatalf("got %+v, %v", got, err)
	}
	fresh := filepath.Join(t.TempDir(), "worklog.db")
	create(t, fresh)
	const schema = "SELECT type || name || tbl_name || coalesce(sql, '') FROM sqlite_master ORDER BY 1"
	modelstest.WantList(t, modelstest.Lines(t, restored, schema), modelstest.Lines(t, fresh, schema))
	modelstest.WantList(t, rowsOf(t, restored), rowsOf(t, path), "the restored database has different records")
}

// TestNoSchemaObjectIsExemptByItsName names triggers and views as SQLite and other
// programs do.
func TestNoSchemaObjectIsExemptByItsName(t *testing.T) {
	t.Parallel()
	const writable = "PRAGMA writable_schema = ON; "
	const endless = " AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r"
	for name, test := range map[string]struct{ statement, want string }{
		"a trigger with a name reserved by SQLite": {writable + `INSERT INTO sqlite_master VALUES ('trigger', 'sqlite_evil', 'workplace_presence_events', 0,
			'CREATE TRIGGER sqlite_evil AFTER INSERT ON workplace_presence_events BEGIN DELETE FROM time_slots; END')`, "trigger sqlite_evil: is not part of the schema"},
		"a trigger on the version table": {"CREATE TRIGGER t AFTER INSERT ON goose_db_version BEGIN DELETE FROM time_slots; END", "trigger t: is not part of the schema"},
		"a trigger on a foreign table":   {"CREATE TABLE other (id); CREATE TRIGGER t AFTER INSERT ON other BEGIN DELETE FROM time_slots; END", "trigger t: is not part of the schema"},
		"our trigger with a different body": {"DROP TRIGGER time_slots_changed; CREATE TRIGGER time_slots_changed AFTER UPDATE ON time_slots BEGIN DELETE FROM time_slots; END",
			"trigger time_slots_changed: differs from the schema"},
		"a view that hides the rest of the schema": {writable + "INSERT INTO sqlite_master VALUES ('view', 'sqlite_schema', 'sqlite_schema', 0, 'CREATE VIEW sqlite_schema AS SELECT * FROM sqlite_master WHERE type = ''table''')",
			"table sqlite_schema already exists"},
		"a view that shadows a pragma":            {"CREATE VIEW pragma_integrity_check" + endless, "view pragma_integrity_check: is not part of the schema"},
		"a view named like a table of Litestream": {"CREATE VIEW _litestream_seq" + endless, "view _litestream_seq: is not part of the schema"},
		"a view named like the statistics table":  {writable + "INSERT INTO sqlite_master VALUES ('view', 'sqlite_stat1', 'sqlite_stat1', 0, 'CREATE VIEW sqlite_stat1" + endless + "')", "view sqlite_stat1: is not part of the schema"},
		"our index on a different column":         {"DROP INDEX time_slots_work_entry_id; CREATE INDEX time_slots_work_entry_id ON time_slots (id)", "index time_slots_work_entry_id: differs from the schema"},
		"more objects than are read":              {views(1001), "there are more than 1000 tables, indexes, triggers and views"},
	} {
		t.Run(name, func(t *testing.T) {
			path := soundDatabase(t)
			modelstest.Query(t, path, test.statement)
			got, err := models.Format.Check(t.Context(), path)
			modelstest.WantIn(t, fmt.Sprint(strings.Join(got.Findings, "\n"), err), test.want)
			wantNeitherSavedNorRestored(t, path)
		})
	}
}

func views(number int) string {
	var statements strings.Builder
	for i := range number {
		fmt.Fprintf(&statements, "CREATE VIEW v%d AS SELECT 1; ", i)
	}
	return statements.String()
}

// wantNeitherSavedNorRestored checks that a database with findings can be neither backed
// up nor restored.
func wantNeitherSavedNorRestored(t *testing.T, path string) {
	t.Helper()
	folder := t.TempDir()
	modelstest.WantError(t, modelstest.Only(models.Format.Backup(t.Context(), path, filepath.Join(folder, "copy.db"))), dbfile.ErrDamaged)
	modelstest.WantError(t, modelstest.Only(models.Format.Restore(t.Context(), path, filepath.Join(folder, "worklog.db"), nil)), dbfile.ErrDamaged)
	modelstest.WantFiles(t, 0, folder, "*")
}

// TestAnEndlessViewInPlaceOfATableHangsNothing replaces tables by views with endless rows.
func TestAnEndlessViewInPlaceOfATableHangsNothing(t *testing.T) {
	t.Parallel()
	modelstest.SkipWithRaceDetector(t)
	const endless = "AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS "
	for table, columns := range map[string]string{
		"goose_db_version":          "id, n AS version_id, 1 AS is_applied FROM r",
		"work_entries":              "id, '2026-11-20' AS date FROM r",
		"Time_Slots":                "id, n AS work_entry_id FROM r",
		"workplace_presence_events": "id, n AS work_entry_id, 'arrival' AS event FROM r",
	} {
		t.Run(table, func(t *testing.T) {
			path := soundDatabase(t)
			modelstest.Query(t, path, "DROP TABLE "+table+"; CREATE VIEW "+table+" "+endless+columns)
			for name, look := range map[string]func() error{
				"start": func() error {
					store, err := models.Open(t.Context(), path, modelstest.Rules)
					if err == nil {
						err = errors.Join(errors.New("it was opened"), store.Close())
					}
					return err
				},
				"check": func() error {
					got, err := models.Format.Check(t.Context(), path)
					if len(got.Findings) > 0 {
						err = fmt.Errorf("%w: %s", dbfile.ErrDamaged, strings.Join(got.Findings, "\n"))
					}
					return err
				},
				"backup": func() error {
					_, err := models.Format.Backup(t.Context(), path, filepath.Join(t.TempDir(), "copy.db"))
					return err
				},
				"restore": func() error {
					_, err := models.Format.Restore(t.Context(), path, filepath.Join(t.TempDir(), "w.db"), nil)
					return err
				},
			} {
				modelstest.Answers(t, func() {
					if err := look(); !errors.Is(err, dbfile.ErrDamaged) || !strings.Contains(err.Error(), table) {
						t.Errorf("%s: got %v", name, err)
					}
				})
			}
			backup, kept := soundDatabase(t), path+".before-restore-1"
			var err error
			modelstest.Answers(t, func() { _, err = models.Format.Restore(t.Context(), backup, path, nil) })
			if got, _ := filepath.Glob(kept); err != nil || len(got) != 1 {
				t.Errorf("the database cannot be replaced: %v", err)
			}
		})
	}
}

func TestFindingsAreLimitedInNumberAndLength(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	modelstest.Query(t, path, `WITH RECURSIVE r (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r WHERE n < 1500)
		INSERT INTO work_entries (date, timezone, day_type, created_at, updated_at)
		SELECT date('2000-01-01', n || ' days'), 'Mars', 'WORK', '2026-11-20T07:00:00.000000000Z', '2026-11-20T07:00:00.000000000Z' FROM r;
		CREATE TABLE "`+strings.Repeat("é", 4000)+`" (id)`)
	got, err := models.Format.Check(t.Context(), path)
	if err != nil || len(got.Findings) != 1001 || got.Findings[1000] != "more than 1000 in total" {
		t.Errorf("got %d findings, %v", len(got.Findings), err)
	}
	if len(got.Warnings) != 1 || len([]rune(got.Warnings[0])) > 300 {
		t.Errorf("got %q", got.Warnings)
	}
}

func TestACheckThroughALinkAlsoReadsTheLog(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	modelstest.Record(t, store, models.Arrival, "2026-11-20T07:00:00Z", "k")
	link := filepath.Join(t.TempDir(), "link.db")
	modelstest.Must(t, os.Symlink(path, link))
	if got, err := models.Format.Check(t.Context(), link); err != nil || got.Rows["workplace_presence_events"] != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}
