package dbfile

import (
	"errors"
	"os"
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
	if _, err := format.openFile(t.Context(), opened, nil); !errors.Is(err, ErrFileMoved) {
		t.Errorf("got %v", err)
	}
}
