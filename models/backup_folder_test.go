package models_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/modelstest"
)

// TestAFolderThatVanishesBeforeItsBackupIsNotMadeAnew is what happens when a disk
// goes just after the folder was looked at.
func TestAFolderThatVanishesBeforeItsBackupIsNotMadeAnew(t *testing.T) {
	store, _ := modelstest.Open(t)
	folder, err := models.NewBackupFolder(filepath.Join(t.TempDir(), "backups"), 1)
	if err != nil {
		t.Fatal(err)
	}
	now := instant("2026-11-20T07:00:00Z").Time
	if _, err := folder.Add(t.Context(), store, now); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(folder.Path); err != nil {
		t.Fatal(err)
	}
	if file, err := folder.Add(t.Context(), store, now.Add(time.Hour)); err == nil {
		t.Errorf("made %s", file)
	}
	if _, err := os.Stat(folder.Path); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
}

func TestABackupFromTheFutureIsNotTheNewestAndIsNotPruned(t *testing.T) {
	store, _ := modelstest.Open(t)
	folder, err := models.NewBackupFolder(t.TempDir(), 1)
	if err != nil {
		t.Fatal(err)
	}
	now := instant("2026-11-20T07:00:00Z").Time
	for _, at := range []time.Time{now.AddDate(50, 0, 0), now} {
		if _, err := folder.Add(t.Context(), store, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := folder.Prune(t.Context(), store, now); err != nil {
		t.Fatal(err)
	}
	if got, err := folder.Newest(t.Context(), store, now); err != nil || !got.Equal(now) {
		t.Errorf("got %v, %v, want %v", got, err, now)
	}
	if names, _ := filepath.Glob(filepath.Join(folder.Path, "*")); len(names) != 2 {
		t.Errorf("got %q", names)
	}
}
