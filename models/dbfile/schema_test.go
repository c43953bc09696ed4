package dbfile

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

func TestTheNewestSchemaIsThatOfTheMigrations(t *testing.T) {
	t.Parallel()
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
