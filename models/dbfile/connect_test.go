package dbfile

import (
	"fmt"
	"testing"
)

func TestEveryPooledConnectionHasThePragmas(t *testing.T) {
	t.Parallel()
	pool := openTemporary(t).Pool
	for i := range idleConnections + 4 {
		connection, err := pool.Conn(t.Context()) // held, so that the next one is different
		must(t, err)
		defer connection.Close()
		for pragma, want := range map[string]string{
			"journal_mode": "wal",
			"synchronous":  "2", // FULL
			"foreign_keys": "1",
			"busy_timeout": fmt.Sprint(WriterWait.Milliseconds()),
		} {
			var got string
			if err := connection.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
				t.Errorf("connection %d: got %s = %s, %v, want %s", i, pragma, got, err, want)
			}
		}
	}
}

func TestSQLiteIsNewEnoughForItsWriteAheadLog(t *testing.T) {
	t.Parallel()
	var version string
	must(t, openTemporary(t).Pool.QueryRow("SELECT sqlite_version()").Scan(&version))
	var major, minor, patch int
	_, err := fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch)
	must(t, err)
	if got := major*1_000_000 + minor*1000 + patch; got < 3_051_003 {
		t.Errorf("SQLite %s can corrupt a write-ahead log that is reset; 3.51.3 does not", version)
	}
}

func TestEveryConnectionDistrustsWhatItReads(t *testing.T) {
	t.Parallel()
	file := value(openReadOnly(withDay(t, "worklog.db", newDay)))(t)
	defer file.Close()
	for _, db := range []queryer{openTemporary(t).Pool, file} {
		for pragma, want := range map[string]string{"trusted_schema": "0", "cell_size_check": "1", "temp_store": "2"} {
			var got string
			if err := db.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
				t.Errorf("got %s = %s, %v, want %s", pragma, got, err, want)
			}
		}
	}
}
