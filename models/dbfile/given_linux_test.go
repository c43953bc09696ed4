package dbfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestADatabaseThatIsWrittenToWhileRootCopiesItIsRefused(t *testing.T) {
	t.Parallel()
	for _, suffix := range []string{"", "-wal", "-journal"} {
		path := filepath.Join(t.TempDir(), "backup.db")
		for _, suffix := range []string{"", "-wal", "-journal"} {
			if err := os.WriteFile(path+suffix, []byte("as it was"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		files := givenAt(t, path)
		if err := os.WriteFile(path+suffix, []byte("as it was, and more"), 0o600); err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		if _, err := files.copyBeside(filepath.Join(folder, "worklog.db")); !errors.Is(err, ErrInUse) {
			t.Errorf("%q: got %v, want %v", suffix, err, ErrInUse)
		}
		if left, _ := os.ReadDir(folder); len(left) > 0 {
			t.Errorf("%q: got %v", suffix, left)
		}
	}
}

func TestADatabaseThatRootHasOpenedIsCopiedWithItsLog(t *testing.T) {
	t.Parallel()
	database := openTemporary(t)
	addDay(t, database, newDay) // so far, in the log
	copied, err := givenAt(t, database.Path()).copyBeside(filepath.Join(t.TempDir(), "worklog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer copied.remove()
	wantDay(t, copied.path, newDay)
}

// givenAt opens a database as root does.
func givenAt(t *testing.T, path string) given {
	t.Helper()
	way, err := follow(path)
	if err != nil {
		t.Fatal(err)
	}
	defer way.close()
	files, err := openGiven(way)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(files.close)
	return files
}
