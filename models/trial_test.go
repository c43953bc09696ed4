package models_test

import (
	"bytes"
	"errors"
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

// withoutTemporaryFolder takes the folder away in which copies are made.
func withoutTemporaryFolder(t *testing.T) {
	t.Helper()
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
}

func TestWhereNoEventCanBeRecordedADatabaseIsNotSound(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ statement, want string }{
		"a version that is the last one": {"UPDATE work_entries SET version = 4503599627370495 WHERE id = 2", "work entry 2: has an impossible version"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := soundDatabase(t)
			modelstest.Query(t, path, test.statement)
			got, err := models.Format.Examine(t.Context(), path, trial.Recording)
			if err != nil || !strings.HasPrefix(got.Fatal, "trial: recording an event fails: ") || !strings.Contains(got.Fatal, test.want) {
				t.Errorf("got %q, %v, want %s", got.Findings, err, test.want)
			}
			if _, err := models.Format.Restore(t.Context(), path, filepath.Join(t.TempDir(), "worklog.db"), trial.Recording); !errors.Is(err, dbfile.ErrDamaged) || !strings.Contains(err.Error(), "trial: recording an event fails") {
				t.Errorf("restore: got %v", err)
			}
		})
	}
}

func TestOnTheLastDayOfTheCalendarNothingIsTried(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	modelstest.Query(t, path, "UPDATE work_entries SET date = '9999-12-31' WHERE id = 2; UPDATE workplace_presence_events SET occurred_at = '9999-12-31T23:59:30.000000000Z' WHERE id = 3")
	if got, err := models.Format.Examine(t.Context(), path, trial.Recording); err != nil || len(got.Findings)+len(got.Warnings) > 0 {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
}

func TestAnOpenArrivalThatServesIsNoReasonToRefuseADatabase(t *testing.T) {
	t.Parallel()
	for name, statement := range map[string]string{
		"unreadable, beside settings": "INSERT INTO settings_versions (made_at, document) VALUES ('2026-11-20T07:00:00.000000000Z', ''); UPDATE workplace_presence_events SET occurred_at = 'x' WHERE id = 3",
		"of a day that is gone":       "DELETE FROM work_entries WHERE id = 2",
		"of 1969 in UTC":              "UPDATE work_entries SET date = '1970-01-01' WHERE id = 2; UPDATE workplace_presence_events SET occurred_at = '1969-12-31T23:00:00.000000000Z' WHERE id = 3",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := soundDatabase(t)
			modelstest.Query(t, path, statement)
			if got, err := models.Format.Examine(t.Context(), path, trial.Recording); err != nil || got.Fatal != "" {
				t.Errorf("got %q, %v", got.Fatal, err)
			}
		})
	}
}

func TestADatabaseIsTriedWithoutBeingChangedAlsoWhileAServerRuns(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	store, path := modelstest.Open(t)
	modelstest.Record(t, store, models.Arrival, "2026-11-20T07:00:00Z", "k")
	before := [][]byte{content(t, path), content(t, path+"-wal")}
	if got, err := models.Format.Examine(t.Context(), path, trial.Recording); err != nil || len(got.Findings)+len(got.Warnings) > 0 || got.Rows["workplace_presence_events"] != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
	if !bytes.Equal(before[0], content(t, path)) || !bytes.Equal(before[1], content(t, path+"-wal")) {
		t.Error("a file has changed")
	}
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	modelstest.Record(t, store, models.Departure, "2026-11-20T16:00:00Z", "l")
}

func TestWithoutRoomForACopyThereIsAWarning(t *testing.T) {
	path := soundDatabase(t)
	restored := filepath.Join(t.TempDir(), "worklog.db")
	withoutTemporaryFolder(t)
	got, err := models.Format.Examine(t.Context(), path, trial.Recording)
	untried := func(warning string) bool {
		return strings.HasPrefix(warning, "trial: not tried on a copy: ")
	}
	if err != nil || len(got.Findings) > 0 || !slices.ContainsFunc(got.Warnings, untried) {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
	done, err := models.Format.Restore(t.Context(), path, restored, trial.Recording)
	if err != nil || !slices.ContainsFunc(done.Warnings, untried) {
		t.Errorf("got %q, %v", done.Warnings, err)
	}
}
