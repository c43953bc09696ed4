package models_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

// records are the tables of the first schema, which every later one keeps.
var records = []string{"work_entries", "time_slots", "workplace_presence_events"}

// TestADatabaseOfEveryReleasedSchemaIsUpgradedWithItsRecords opens the files
// that the programs of those schemas have written.
func TestADatabaseOfEveryReleasedSchemaIsUpgradedWithItsRecords(t *testing.T) {
	released, err := filepath.Glob("testdata/schema-*.db")
	if err != nil || len(released) == 0 {
		t.Fatalf("got %q, %v", released, err)
	}
	for _, name := range released {
		t.Run(filepath.Base(name), func(t *testing.T) {
			path := copyOf(t, name)
			before := rowsOf(t, path)
			store, err := models.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			if after := rowsOf(t, path); !slices.Equal(before, after) || len(before) < 20 {
				t.Errorf("before\n%q\nafter\n%q", before, after)
			}
			if err := store.SaveWebSession(t.Context(), "digest", []byte{1}, models.Instant{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// copyOf copies a file of testdata to where it may be changed.
func copyOf(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "worklog.db")
	write(t, path, content)
	return path
}

// rowsOf gives every record as text.
func rowsOf(t *testing.T, path string) []string {
	t.Helper()
	var all []string
	db := modelstest.SQL(t, path)
	defer db.Close()
	for _, table := range records {
		rows, err := db.Query("SELECT * FROM " + table + " ORDER BY id")
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			all = append(all, fmt.Sprint(table, values))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}
