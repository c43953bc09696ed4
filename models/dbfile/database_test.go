package dbfile

import (
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mattn/go-sqlite3"
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
	wantPragmas(t, conn, map[string]string{"busy_timeout": fmt.Sprint(exclusiveWait.Milliseconds())})
}

func TestADatabaseIsUpgradedBesideAReader(t *testing.T) {
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
	for range 50 {
		before := look()
		must(t, only(database.Pool.ExecContext(t.Context(), "UPDATE work_entries SET version = version + 1")))
		if look() == before {
			t.Error("a look after a commit did not see it")
			break
		}
	}
	done.Store(true)
	group.Wait()
}

func TestEveryConnectionHasThePragmasAndDistrustsWhatItReads(t *testing.T) {
	t.Parallel()
	distrusts := map[string]string{"trusted_schema": "0", "cell_size_check": "1", "temp_store": "2"}
	file := value(openReadOnly(withDay(t, "worklog.db", newDay)))(t)
	defer file.Close()
	wantPragmas(t, file, distrusts)
	pool := openTemporary(t).Pool
	for range idleConnections + 4 {
		connection := value(pool.Conn(t.Context()))(t) // held, so that the next one is different
		defer connection.Close()
		wantPragmas(t, connection, distrusts)
		wantPragmas(t, connection, map[string]string{"journal_mode": "wal", "synchronous": "2" /* FULL */, "foreign_keys": "1", "busy_timeout": fmt.Sprint(WriterWait.Milliseconds())})
	}
}

func wantPragmas(t *testing.T, db queryer, want map[string]string) {
	t.Helper()
	for pragma, want := range want {
		var got string
		if err := db.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("got %s = %s, %v, want %s", pragma, got, err, want)
		}
	}
}

func TestSQLiteIsNewEnoughForItsWriteAheadLog(t *testing.T) {
	if version, number, _ := sqlite3.Version(); number < 3_051_003 {
		t.Errorf("SQLite %s can corrupt a write-ahead log that is reset; 3.51.3 does not", version)
	}
}

func TestTheNewestSchemaIsThatOfTheMigrations(t *testing.T) {
	known := value(schemas())(t)
	newest := slices.Max(slices.Collect(maps.Keys(known)))
	digest := digestOf(slices.Collect(maps.Values(known[newest])))
	if newest != newestVersion || digest != newestDigest {
		t.Errorf("got newestVersion = %d, newestDigest = %q, want %d, %q", newestVersion, newestDigest, newest, digest)
	}
}

func TestADatabaseWithTheNewestSchemaIsKnownWithoutTheMigrations(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		statement string
		known     bool
	}{
		"as it is made":                {"SELECT 1", true},
		"replicated by Litestream":     {"CREATE TABLE _litestream_lock (id INTEGER)", true},
		"with a table of another's":    {"CREATE TABLE other (id INTEGER)", false},
		"with a trigger missing":       {"DROP TRIGGER time_slots_changed", false},
		"with a view for a table":      {"DROP TABLE backups; CREATE VIEW backups AS SELECT 1", false},
		"that says an earlier version": {fmt.Sprint("DELETE FROM goose_db_version WHERE version_id = ", newestVersion), false},
	} {
		t.Run(name, func(t *testing.T) {
			path := withDay(t, "worklog.db", newDay)
			execute(t, path, test.statement)
			db := value(openReadOnly(path))(t)
			defer db.Close()
			found := value(objectsIn(t.Context(), db, "main"))(t)
			if got := newestOf(t.Context(), db, found) != nil; got != test.known {
				t.Errorf("got %t, want %t", got, test.known)
			}
		})
	}
}
