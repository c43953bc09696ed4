package main_test

import (
	"database/sql"
	"os"
	"testing"

	"worklog/models/modelstest"
)

// rulesOfTheFile find what must never be in a database, whatever happened to
// it. They look at the tables themselves: an index may be what is wrong.
var rulesOfTheFile = map[string]string{
	"the file is whole":                  "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
	"what is named exists":               `SELECT "table" || ' ' || rowid FROM pragma_foreign_key_check`,
	"one arrival is open at most":        "SELECT count(*) FROM workplace_presence_events NOT INDEXED WHERE event = 'arrival' AND closure IS NULL HAVING count(*) > 1",
	"a key is recorded once":             "SELECT idempotency_key FROM workplace_presence_events NOT INDEXED GROUP BY 1 HAVING count(*) > 1",
	"a date has one entry":               "SELECT date FROM work_entries NOT INDEXED GROUP BY 1 HAVING count(*) > 1",
	"a slot starts before it ends":       "SELECT id FROM time_slots WHERE start_at >= end_at",
	"an event's slot is of its entry":    "SELECT e.id FROM workplace_presence_events e JOIN time_slots s ON s.id = e.time_slot_id WHERE s.work_entry_id <> e.work_entry_id",
	"an open arrival has no slot":        "SELECT id FROM workplace_presence_events WHERE event = 'arrival' AND closure IS NULL AND time_slot_id IS NOT NULL",
	"a departure has closed one arrival": "SELECT work_entry_id FROM workplace_presence_events GROUP BY 1 HAVING sum(event = 'departure') <> sum(closure IS 'departure')",
}

// wantSound checks the file by those rules.
func wantSound(t *testing.T, path string) {
	t.Helper()
	db := inspected(t, path)
	defer db.Close()
	for rule, query := range rulesOfTheFile {
		for _, found := range column(t, db, query) {
			t.Errorf("%s: not %s", rule, found)
		}
	}
}

// inspected opens the file as another program would. It must be there.
func inspected(t *testing.T, path string) *sql.DB {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return modelstest.SQL(t, path)
}

// column gives the first column of a query as text.
func column(t *testing.T, db *sql.DB, query string) (values []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var value string
		if err := rows.Scan(&value); err != nil {
			t.Fatal(err)
		}
		values = append(values, value)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return values
}
