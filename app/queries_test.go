package app_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"gorm.io/gorm/logger"
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
