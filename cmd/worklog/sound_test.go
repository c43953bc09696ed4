package main_test

import (
	"database/sql"
	"os"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

// wantSound checks the file like `worklog check`.
func wantSound(t *testing.T, path string) {
	t.Helper()
	checkup, err := models.Check(t.Context(), path)
	if err != nil {
		t.Error(err)
	}
	for _, finding := range checkup.Findings {
		t.Error(finding)
	}
}

// inspected opens the file as another program would. The file must exist.
func inspected(t *testing.T, path string) *sql.DB {
	t.Helper()
	modelstest.Must(t, modelstest.Only(os.Stat(path)))
	return modelstest.SQL(t, path)
}

// column returns the first column of a query as text.
func column(t *testing.T, db *sql.DB, query string) (values []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var value string
		modelstest.Must(t, rows.Scan(&value))
		values = append(values, value)
	}
	modelstest.Must(t, rows.Err())
	return values
}
