package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm/logger"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/handlers"
	"worklog/handlers/api"
	"worklog/models"
	"worklog/models/modelstest"
)

// stack is the whole HTTP stack, middleware and logging included, without a
// socket: the cost of a request without the network.
func stack(b testing.TB, changes ...func(*app.Config)) http.Handler {
	b.Helper()
	config := apptest.DemoConfig(b)
	config.API.RequestsPerMinute = 1 << 30
	for _, change := range changes {
		change(&config)
	}
	store := modelstest.Got(models.Open(context.Background(), config.Database, config.Rules))(b)
	b.Cleanup(func() { store.Close() })
	plan := modelstest.Got(store.Plan(context.Background()))(b)
	config.Rules.Plan, config.Frame.Hours.Plan = plan, plan
	return handlers.NewServer(handlers.Config{
		API:     config.API,
		Access:  config.Access,
		Current: handlers.Current{Store: store.WithRules(config.Rules), Pages: config.Frame, Newest: models.RulesVersion{Plan: plan.Version()}},
		Counts:  api.NewCounts(store, apptest.NewClock().Handlers().Now),
		Clock:   apptest.NewClock().Handlers(),
		Log:     app.NewLog(io.Discard),
	})
}

// connection is an answer whose request can be given a deadline, as one over the network.
type connection struct{ *httptest.ResponseRecorder }

func (connection) SetReadDeadline(time.Time) error { return nil }

func serve(b testing.TB, e http.Handler, body string, want int, changes ...func(*http.Request)) {
	request := httptest.NewRequest(http.MethodPost, apptest.Endpoint, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+apptest.Token)
	request.Header.Set("Content-Type", "application/json")
	for _, change := range changes {
		change(request)
	}
	recorder := httptest.NewRecorder()
	e.ServeHTTP(connection{recorder}, request)
	if recorder.Code != want {
		b.Fatalf("got %d %s, want %d", recorder.Code, recorder.Body, want)
	}
}

func ask(b testing.TB, e http.Handler, path, encoding string) {
	askWithin(b, context.Background(), e, path, encoding)
}

// askWithin asks for a page in a request with a context.
func askWithin(b testing.TB, ctx context.Context, e http.Handler, path, encoding string) {
	request := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	request.Host = "localhost"
	request.Header.Set("Accept-Encoding", encoding)
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)
	if recorder.Code != 200 {
		b.Fatalf("%s: got %d", path, recorder.Code)
	}
}

// yearsOfDays returns the program over a database of so many years that end in
// 2026, 260 days each.
func yearsOfDays(b testing.TB, years int, changes ...func(*app.Config)) http.Handler {
	b.Helper()
	path := filepath.Join(b.TempDir(), "worklog.db")
	modelstest.Must(b, modelstest.Got(models.Open(context.Background(), path, models.Rules{}))(b).Close())
	db := modelstest.Got(sql.Open("sqlite3", path))(b)
	apptest.FillYears(b, db, years)
	modelstest.Must(b, db.Close())
	return stack(b, append([]func(*app.Config){func(c *app.Config) { c.Database = path }}, changes...)...)
}

// withHoursSince configures everything about the hours from a year on.
func withHoursSince(b testing.TB, year int) func(*app.Config) {
	config := apptest.LoadConfig(b, fmt.Sprintf(`
[presence_integration]
timezone = "Europe/Paris"
[[targets]]
from = "%[1]d-01-01"
week = "35h"
[balance]
from = "%[1]d-01-01"
[counters.conges]
types = ["CONGE"]
allowance = 25
carry_over = "all"
[rules]
profile = "prive"
`, year))
	return func(c *app.Config) { c.Frame.Hours = config.Frame.Hours }
}

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

func queriesOf(t *testing.T, e http.Handler, path string) (queries int) {
	t.Helper()
	askWithin(t, context.WithValue(t.Context(), queriesKey{}, &queries), e, path, "identity")
	return queries
}

func TestMain(m *testing.M) {
	countQueries()
	os.Exit(apptest.Main(m))
}
