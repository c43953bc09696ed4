package dbfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestNoConnectionIsOpenedToAReplacedFile(t *testing.T) {
	t.Parallel()
	database := openTemporary(t)
	other := withDay(t, "other.db", newDay)
	execute(t, other, "PRAGMA journal_mode = DELETE") // opening a connection would change this
	before := value(os.ReadFile(other))(t)
	must(t, os.Rename(other, database.file.path))
	for range idleConnections + 2 { // held, so that the pool needs a new one
		connection, err := database.Pool.Conn(t.Context())
		if errors.Is(err, ErrFileMoved) {
			after, err := os.ReadFile(database.file.path)
			if err != nil || string(before) != string(after) {
				t.Errorf("the other file has changed: %v", err)
			}
			return
		}
		must(t, err)
		defer connection.Close()
	}
	t.Error("every connection was opened")
}

func TestAFileReplacedWhileOpeningIsNotServed(t *testing.T) {
	t.Parallel()
	path := withDay(t, "worklog.db", oldDay)
	opened := value(newFile(path))(t)
	must(t, os.Rename(withDay(t, "other.db", newDay), path))
	wantError(t, only(format.openFile(t.Context(), opened, nil)), ErrFileMoved)
}

func TestACompleteFileIsPlacedOnlyUnderAFreeName(t *testing.T) {
	for name, place := range map[string]func(folder *os.Root, temporary, name string) error{"with links": place, "without": placeWithoutLinks} {
		folder := t.TempDir()
		opened := value(OpenFolder(folder))(t)
		defer opened.Close()
		temporary, path := filepath.Join(folder, "new"), filepath.Join(folder, "path")
		must(t, os.WriteFile(temporary, []byte("whole"), 0o600))
		if err := place(opened, "new", "path"); err != nil {
			t.Fatal(name, err)
		}
		wantContent(t, path, "whole")
		must(t, os.WriteFile(temporary, []byte("other"), 0o600))
		_ = os.Remove(path)
		must(t, os.WriteFile(path, []byte("mine"), 0o600))
		if err := place(opened, "new", "path"); !errors.Is(err, ErrFileExists) {
			t.Errorf("%s: got %v", name, err)
		}
		wantContent(t, path, "mine")
	}
}

// TestADraftThatIsMovedAwayLeaksNothing does what another user of a shared folder can do:
// put a folder in the place of a draft's, but not change what is in it.
func TestADraftThatIsMovedAwayLeaksNothing(t *testing.T) {
	t.Parallel()
	pool, shared := openTemporary(t).Pool, t.TempDir()
	d := value(newDraft(filepath.Join(shared, "copy.db")))(t)
	folder := filepath.Dir(d.path)
	must(t, os.Rename(folder, filepath.Join(shared, "taken")))
	must(t, os.Mkdir(folder, 0o777))
	if _, err := format.fill(t.Context(), pool, d.path, "worklog.db"); err == nil {
		t.Error("the draft was copied")
	}
	if err := d.place(filepath.Join(shared, "copy.db")); err == nil || exists(d.path) || exists(filepath.Join(shared, "copy.db")) {
		t.Errorf("something was placed: %v", err)
	}
	d.remove()
	if left, _ := filepath.Glob(filepath.Join(shared, "taken", "*")); len(left) > 0 {
		t.Errorf("the moved folder still contains %q", left)
	}
}
