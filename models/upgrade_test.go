package models_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
)

// records are the tables of the first schema, which all later schemas have too.
var records = []string{"work_entries", "time_slots", "workplace_presence_events"}

// TestAHistoryOfAnEarlierSchemaIsUpgradedAndRestoredAlike has a change of every action, some of
// them odd, in the schema before changes had a table.
func TestAHistoryOfAnEarlierSchemaIsUpgradedAndRestoredAlike(t *testing.T) {
	t.Parallel()
	path, restored := copyOf(t, "dbfile/testdata/history-9.db"), t.TempDir()+"/worklog.db"
	modelstest.Query(t, path, "UPDATE day_states SET action = 'wished' WHERE id IN (1, 9); UPDATE day_states SET change_id = -1 WHERE id = 4; DELETE FROM day_states WHERE id = 23")
	modelstest.Must(t, modelstest.Only(models.Format.Restore(t.Context(), path, restored, nil)))
	states := modelstest.Lines(t, path, "SELECT format('%d %d %s %s', id, work_entry_id, date, state) FROM day_states ORDER BY id")
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	modelstest.Must(t, store.Close())
	if got := modelstest.Lines(t, path, "SELECT format('%d %d %s %s', day_states.id, work_entry_id, date, state) FROM day_states JOIN changes ON changes.id = change_id ORDER BY day_states.id"); !slices.Equal(got, states) || len(states) != 22 {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(states, "\n"))
	}
	for _, query := range []string{
		"SELECT format('%d %s %s %s %s', id, action, made_at, made_by, refused) FROM changes ORDER BY id",
		"SELECT format('%d %d %d %s %d %d %s', id, change_id, work_entry_id, date, version_before, version_after, state) FROM day_states ORDER BY id",
		"SELECT name || ' ' || seq FROM sqlite_sequence WHERE name IN ('changes', 'day_states') ORDER BY name",
	} {
		if got, want := modelstest.Lines(t, restored, query), modelstest.Lines(t, path, query); !slices.Equal(got, want) {
			t.Errorf("restored\n%s\nupgraded\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func TestAnUpgradeKeepsACopyOfTheFile(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	write(t, path+".schema-1", []byte("of an upgrade before"))
	before := rowsOf(t, path)
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer store.Close()
	got := store.Upgrade
	if got == nil || got.From != 1 || got.To < 2 || got.Backup != path+".schema-1.2" {
		t.Fatalf("got %+v", got)
	}
	kept, err := models.Format.Check(t.Context(), got.Backup)
	if err != nil || kept.Schema != 1 || len(kept.Findings) > 0 || !slices.Equal(rowsOf(t, got.Backup), before) {
		t.Errorf("got %+v, %v", kept, err)
	}
	modelstest.Want(t, string(content(t, path+".schema-1")), "of an upgrade before", "another backup was overwritten")
	if _, err := os.Stat(path + "-upgrade"); !os.IsNotExist(err) {
		t.Errorf("the lock was not removed: %v", err)
	}
	again := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer again.Close()
	if again.Upgrade != nil {
		t.Errorf("upgraded a second time: %+v", again.Upgrade)
	}
}

// TestAFailedUpgradeLeavesTheFileUnchanged makes the second migration fail, since a table
// exists already.
func TestAFailedUpgradeLeavesTheFileUnchanged(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	before := rowsOf(t, path)
	modelstest.Query(t, path, "CREATE TABLE web_sessions (mine)")
	for range 3 { // as a supervisor would restart it
		modelstest.WantErrorText(t, modelstest.Only(models.Open(t.Context(), path, modelstest.Rules)), "not upgraded from schema 1")
	}
	if got, err := models.Format.Check(t.Context(), path); err != nil || got.Schema != 1 || !slices.Equal(rowsOf(t, path), before) {
		t.Errorf("got %+v, %v", got, err)
	}
	modelstest.WantFiles(t, 0, path+".schema-*")
	modelstest.Query(t, path, "DROP TABLE web_sessions")
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer store.Close()
	if store.Upgrade == nil || store.Upgrade.Backup != path+".schema-1" || !slices.Equal(rowsOf(t, path), before) {
		t.Errorf("got %+v", store.Upgrade)
	}
}

func TestADatabaseThatCannotBeBackedUpIsNotUpgraded(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	modelstest.Query(t, path, "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'time_slots'")
	if _, err := models.Open(t.Context(), path, modelstest.Rules); !errors.Is(err, dbfile.ErrDamaged) || !strings.Contains(err.Error(), "not upgraded from schema 1") {
		t.Errorf("got %v", err)
	}
	if got, err := models.Format.Check(t.Context(), path); err != nil || got.Schema != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestADatabaseWithOddDaysIsUpgradedAndSaysWhich(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	modelstest.Query(t, path, `PRAGMA ignore_check_constraints = ON;
		UPDATE work_entries SET day_type = 'PLAY' WHERE id = 1;
		UPDATE workplace_presence_events SET closure = 'other' WHERE closure = 'departure' AND work_entry_id = 2;
		UPDATE time_slots SET start_at = end_at WHERE work_entry_id = 3`)
	before := rowsOf(t, path)
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer store.Close()
	said := strings.Join(store.Upgrade.Odd, "\n")
	modelstest.WantIn(t, said, "has an invalid day type; see /entries/1/history", "see /entries/2/history (", "does not end after it starts; see /entries/3/history (")
	modelstest.WantList(t, rowsOf(t, path), before, "the records have changed")
}

func TestNothingIsUpgradedThroughALink(t *testing.T) {
	t.Parallel()
	path := copyOf(t, "dbfile/testdata/schema-1.db")
	link := filepath.Join(t.TempDir(), "link.db")
	modelstest.Must(t, os.Symlink(path, link))
	if _, err := models.Open(t.Context(), link, modelstest.Rules); !errors.Is(err, dbfile.ErrLink) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
	if got, err := models.Format.Check(t.Context(), path); err != nil || got.Schema != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// copyOf returns a temporary copy of a file in testdata.
func copyOf(t *testing.T, name string) string {
	t.Helper()
	content := modelstest.Got(os.ReadFile(name))(t)
	path := filepath.Join(t.TempDir(), "worklog.db")
	write(t, path, content)
	return path
}

// rowsOf returns every row as text.
func rowsOf(t *testing.T, path string) (all []string) {
	t.Helper()
	for _, table := range records {
		for _, row := range modelstest.Lines(t, path, "SELECT "+firstColumns(t, table)+" FROM "+table+" ORDER BY id") {
			all = append(all, table+" "+row)
		}
	}
	return all
}

// firstColumns returns the columns that a table had in the first schema.
func firstColumns(t *testing.T, table string) string {
	t.Helper()
	return modelstest.Lines(t, copyOf(t, "dbfile/testdata/schema-1.db"), "SELECT group_concat(name, ', ') FROM pragma_table_info('"+table+"')")[0]
}
