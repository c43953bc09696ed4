package models

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gorm.io/gorm"
)

func TestWhatIsCommittedToAFileThatHasGoneIsNotAcknowledged(t *testing.T) {
	store := openTemporary(t)
	path := store.file.path
	err := store.write(t.Context(), func(tx *gorm.DB) error {
		return os.Rename(path, path+".away") // before the commit, after the first look
	})
	if !errors.Is(err, ErrFileMoved) {
		t.Errorf("got %v", err)
	}
	asked := false
	if err := store.write(t.Context(), func(*gorm.DB) error { asked = true; return nil }); !errors.Is(err, ErrFileMoved) || asked {
		t.Errorf("got %v; it was begun: %t", err, asked)
	}
	if err := store.Backup(t.Context(), filepath.Join(t.TempDir(), "copy.db")); !errors.Is(err, ErrFileMoved) {
		t.Errorf("got %v", err)
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	if err := store.write(t.Context(), func(*gorm.DB) error { return nil }); err != nil {
		t.Error(err)
	}
}

func TestNoConnectionIsOpenedToAFileInTheOthersPlace(t *testing.T) {
	store := openTemporary(t)
	other := withDay(t, "other.db", newDay)
	execute(t, other, "PRAGMA journal_mode = DELETE") // which a connection of ours would change
	before, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, store.file.path); err != nil {
		t.Fatal(err)
	}
	pool, err := store.db.DB()
	if err != nil {
		t.Fatal(err)
	}
	for range idleConnections + 2 { // held, so that a new one is needed
		connection, err := pool.Conn(t.Context())
		if errors.Is(err, ErrFileMoved) {
			after, err := os.ReadFile(store.file.path)
			if err != nil || string(before) != string(after) {
				t.Errorf("the other file has changed: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
	}
	t.Error("every connection was given")
}

func TestAFileThatIsReplacedWhileItIsOpenedIsNotServed(t *testing.T) {
	path := withDay(t, "worklog.db", oldDay)
	opened, err := newFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(withDay(t, "other.db", newDay), path); err != nil {
		t.Fatal(err)
	}
	if _, err := openFile(t.Context(), opened, nil); !errors.Is(err, ErrFileMoved) {
		t.Errorf("got %v", err)
	}
}
