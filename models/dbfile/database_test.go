package dbfile

import (
	"database/sql"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// reading starts a transaction that reads the log until the test ends, as Litestream does.
func reading(t *testing.T, path string) {
	t.Helper()
	db := value(sql.Open("sqlite3", path))(t)
	t.Cleanup(func() { db.Close() })
	tx := value(db.Begin())(t)
	var rows int
	must(t, tx.QueryRow("SELECT count(*) FROM work_entries").Scan(&rows))
}

func TestADatabaseIsClosedBesideAReader(t *testing.T) {
	t.Parallel()
	database := openTemporary(t)
	reading(t, database.file.path)
	addDay(t, database, newDay)
	must(t, database.Close())
	wantDay(t, database.file.path, newDay)
}

func TestTheLogIsFoldedWithoutWaitingLongForAReader(t *testing.T) {
	t.Parallel()
	database := openTemporary(t)
	conn := value(database.Pool.Conn(t.Context()))(t)
	defer conn.Close()
	must(t, fold(t.Context(), conn))
	var wait int64 // ms
	if err := conn.QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&wait); err != nil || wait != exclusiveWait.Milliseconds() {
		t.Errorf("got %d ms, %v", wait, err)
	}
}

func TestADatabaseIsUpgradedBesideAReader(t *testing.T) {
	t.Parallel()
	content := value(os.ReadFile("testdata/schema-1.db"))(t)
	path := filepath.Join(t.TempDir(), "worklog.db")
	must(t, os.WriteFile(path, content, 0o600))
	execute(t, path, "PRAGMA journal_mode = WAL")
	reading(t, path)
	database := value(format.Open(t.Context(), path))(t)
	defer database.Close()
	if database.Upgrade == nil {
		t.Error("it was not upgraded")
	}
}

func TestEveryCommitIsSeenAtOnceHoweverManyLook(t *testing.T) {
	t.Parallel()
	database := openTemporary(t)
	look := func() int64 {
		state, err := database.State(t.Context())
		if err != nil {
			t.Error(err)
		}
		return state
	}
	var done atomic.Bool
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for !done.Load() {
				look()
			}
		})
	}
	addDay(t, database, newDay)
	for range 200 {
		before := look()
		_, err := database.Pool.ExecContext(t.Context(), "UPDATE work_entries SET version = version + 1")
		must(t, err)
		if look() == before {
			t.Error("a look after a commit did not see it")
			break
		}
	}
	done.Store(true)
	group.Wait()
}
