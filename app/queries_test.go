package app_test

import (
	"context"
	"database/sql"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"gorm.io/gorm/logger"

	"worklog/app"
	"worklog/models/modelstest"
)

// queriesKey is where the context of a request has how many queries it has made.
type queriesKey struct{}

// queryCounter counts the statements that GORM executes for a request.
type queryCounter struct{ logger.Interface }

func (queryCounter) Trace(ctx context.Context, _ time.Time, _ func() (string, int64), _ error) {
	if queries, counted := ctx.Value(queriesKey{}).(*int); counted {
		*queries++
	}
}

// countQueries counts those of the stores that are opened from now on.
func countQueries() { logger.Discard = queryCounter{logger.Discard} }

// queriesOf returns how many queries a page makes.
func queriesOf(t *testing.T, e http.Handler, path string) (queries int) {
	t.Helper()
	request := httptest.NewRequestWithContext(context.WithValue(t.Context(), queriesKey{}, &queries), http.MethodGet, path, nil)
	request.Host = "localhost"
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)
	if recorder.Code != 200 {
		t.Fatalf("%s: got %d", path, recorder.Code)
	}
	return queries
}

// Pages must not read one day after another, nor anew what has not changed.
func TestAPageMakesFewQueriesAndFewerIfNothingHasBeenWritten(t *testing.T) {
	var config *app.Config
	e, _ := yearsOfDays(t, 2, withHoursSince(t, 2025), func(c *app.Config) { config = c })
	db, err := sql.Open("sqlite3", config.Database+"?_busy_timeout=5000")
	modelstest.Must(t, err)
	defer db.Close()
	for path, most := range map[string]struct{ afterAWrite, again int }{
		"/months/2026-11":       {17, 10},
		"/months/2026-11/hours": {15, 8},
		"/months/2026-10/sheet": {20, 9},
		"/months/2026-11/pay":   {15, 8},
		"/years/2026":           {15, 8},
		"/years/2026/hours":     {15, 7},
		"/years/2026/rests":     {16, 8},
		"/years/2026/counters":  {15, 7},
		"/years/2026/costs":     {15, 7},
		"/journal":              {19, 12},
		"/today":                {15, 10},
		"/counters":             {17, 8},
		"/years/2026/sheets":    {13, 7},
	} {
		modelstest.Must(t, modelstest.Only(db.Exec("UPDATE work_entries SET note = note || '.' WHERE date = '2026-03-02'")))
		if got := queriesOf(t, e, path); got > most.afterAWrite {
			t.Errorf("%s after a write: got %d queries, want at most %d", path, got, most.afterAWrite)
		}
		if got := queriesOf(t, e, path); got > most.again {
			t.Errorf("%s again: got %d queries, want at most %d", path, got, most.again)
		}
	}
}
