package models_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
	"worklog/models/trial"
)

// soundDatabase makes a database with a day of two events and a slot (ids 1), an open
// arrival (event 3, entry 2) and a session.
func soundDatabase(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "worklog.db")
	modelstest.Create(t, path)
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer store.Close()
	modelstest.Record(t, store, models.Arrival, "2026-11-19T07:00:00Z", "k1")
	modelstest.Record(t, store, models.Departure, "2026-11-19T16:00:00Z", "k2")
	modelstest.Record(t, store, models.Arrival, "2026-11-20T07:00:00Z", "k3")
	modelstest.Must(t, store.SaveWebSession(t.Context(), "digest", []byte{1}, modelstest.Instant("2026-11-20T07:00:00Z")))
	return path
}

func TestUnusualButValidRecordsAreNotFindings(t *testing.T) {
	for name, statement := range map[string]string{
		"a key of 255 characters":                                      "UPDATE workplace_presence_events SET idempotency_key = '" + strings.Repeat("é", 255) + "' WHERE id = 3",
		"a note of 10,000 characters":                                  "UPDATE work_entries SET note = '" + strings.Repeat("é", 10_000) + "' WHERE id = 1",
		"a departure that closed nothing, beside the one that did":     "UPDATE workplace_presence_events SET closure = 'manual' WHERE id = 1",
		"an instant on the last day of the calendar west of Greenwich": "UPDATE workplace_presence_events SET received_at = '9999-12-31T25:00:00.000000000Z' WHERE id = 3",
	} {
		path := soundDatabase(t)
		modelstest.Query(t, path, statement)
		if got, err := models.Check(t.Context(), path); err != nil || len(got.Findings) > 0 {
			t.Errorf("%s: got %q, %v", name, got.Findings, err)
		}
	}
}

func TestCheckRefusesUnreadableFilesAndCreatesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "worklog.db")
	modelstest.WantError(t, modelstest.Only(models.Check(t.Context(), path)), os.ErrNotExist)
	if names, _ := filepath.Glob(path + "*"); len(names) > 0 {
		t.Errorf("made %q", names)
	}
	write(t, path, nil)
	modelstest.WantError(t, modelstest.Only(models.Check(t.Context(), path)), dbfile.ErrNotSQLite)
}

func TestCheckChangesNothingWhileAServerRunsOrAfterACrash(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	modelstest.Record(t, store, models.Arrival, "2026-11-20T07:00:00Z", "k") // only in the log
	crashed := filepath.Join(t.TempDir(), "worklog.db")
	for _, suffix := range []string{"", "-wal"} {
		write(t, crashed+suffix, content(t, path+suffix))
	}
	for _, name := range []string{path, crashed} {
		before := [][]byte{content(t, name), content(t, name+"-wal")}
		got, err := models.Check(t.Context(), name)
		if err != nil || len(got.Findings) > 0 || got.Rows["workplace_presence_events"] != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
		if !bytes.Equal(before[0], content(t, name)) || !bytes.Equal(before[1], content(t, name+"-wal")) {
			t.Error("a file has changed")
		}
	}
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	content := modelstest.Got(os.ReadFile(path))(t)
	return content
}

func TestAnOlderVersionOfTheSettingsThatIsDamagedIsAWarning(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	modelstest.Query(t, path, `PRAGMA ignore_check_constraints = ON;
		INSERT INTO settings_versions (made_at, document) SELECT '2026-11-20T07:00:00.000000000Z', column1 FROM (VALUES ('[person'), (printf('%.*c', 262145, ' ')), ('[person]'))`)
	want := []string{"settings 2: has a document of more than 256 KiB", "settings 1: has a document that is not TOML of the person's sections in UTF-8"}
	got, err := models.Check(t.Context(), path)
	if err != nil || len(got.Findings) > 0 || !slices.Equal(got.Warnings, want) {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
	restored, err := models.Restore(t.Context(), path, filepath.Join(t.TempDir(), "worklog.db"), trial.Recording)
	if err != nil || !slices.Equal(restored.Warnings, want) {
		t.Errorf("restore: got %q, %v", restored.Warnings, err)
	}
}

func TestTheSettingsHaveEverySectionOfThePersonAndThoseOfOtherVersionsWithAWarning(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	modelstest.Query(t, path, "INSERT INTO settings_versions (made_at, document) VALUES ('2026-11-20T07:00:00.000000000Z', '"+strings.Join(models.SettingsSections, ".x = 1\n")+".x = 1')")
	if got, err := models.Check(t.Context(), path); err != nil || len(got.Findings)+len(got.Warnings) > 0 {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
	modelstest.Query(t, path, "UPDATE settings_versions SET document = document || '\n[leave]'")
	want := []string{"settings 1: has sections that this version of worklog does not know"}
	if got, err := models.Check(t.Context(), path); err != nil || len(got.Findings) > 0 || !slices.Equal(got.Warnings, want) {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
}
