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

func serve(b testing.TB, e http.Handler, body string, want int, changes ...func(*http.Request)) {
	request := httptest.NewRequest(http.MethodPost, apptest.Endpoint, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+apptest.Token)
	request.Header.Set("Content-Type", "application/json")
	for _, change := range changes {
		change(request)
	}
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)
	if recorder.Code != want {
		b.Fatalf("got %d %s, want %d", recorder.Code, recorder.Body, want)
	}
}

// BenchmarkDay measures a day, its arrival and its departure.
func BenchmarkDay(b *testing.B) {
	e := stack(b)
	for i := 0; b.Loop(); i++ {
		day := time.Date(1970, 1, 2, 8, 0, 0, 0, time.UTC).AddDate(0, 0, i)
		serve(b, e, apptest.Event("arrival", day.Format(time.RFC3339), fmt.Sprint("a", i)), 201)
		serve(b, e, apptest.Event("departure", day.Add(9*time.Hour).Format(time.RFC3339), fmt.Sprint("d", i)), 200)
	}
}

// BenchmarkPages compares the pages of November 2026 in a database of one year
// with those in one of fifty: 13,000 days, 30,000 slots. Where everything about the hours
// is configured, it begins with the record.
func BenchmarkPages(b *testing.B) {
	for _, page := range []struct {
		name, path string
		hours      bool
		plan       string // SQL
	}{
		{"today", "/today", false, ""},
		{"month", "/months/2026-11", false, ""},
		{"edit", "", false, ""},
		{"year", "/years/2026", false, ""},
		{"today with hours", "/today", true, ""},
		{"month with hours", "/months/2026-11", true, ""},
		{"edit with hours", "", true, ""},
		{"month with hours and a plan", "/months/2026-11", true, planned},
		{"year with hours", "/years/2026", true, ""},
		{"hours of a month", "/months/2026-11/hours", true, ""},
		{"hours of a year", "/years/2026/hours", true, ""},
		{"rests", "/years/2026/rests", true, ""},
		{"counters", "/counters", true, ""},
		{"counters of a year", "/years/2026/counters", true, ""},
		{"sheet", "/months/2026-11/sheet", true, ""},
		{"annex", "/months/2026-11/sheet?annex=1", true, ""},
		{"planned", "/years/2026/planned", true, ""},
		{"leave", "/years/2026/leave", true, ""},
		{"pay", "/months/2026-11/pay", true, ""},
		{"costs", "/years/2026/costs", false, ""},
		{"journal", "/journal", false, ""},
	} {
		for _, years := range []int{1, 50} {
			for _, encoding := range []string{"identity", "gzip"} {
				b.Run(fmt.Sprintf("%s/%d-years/%s", page.name, years, encoding), func(b *testing.B) {
					changes := []func(*app.Config){}
					if page.hours {
						changes = append(changes, withHoursSince(b, 2027-years))
					}
					changes = append(changes, func(c *app.Config) {
						modelstest.Must(b, modelstest.Only(modelstest.SQL(b, c.Database).Exec(page.plan)))
					})
					e, id := yearsOfDays(b, years, changes...)
					path := page.path
					if path == "" {
						path = fmt.Sprintf("/entries/%d/edit", id)
					}
					for b.Loop() {
						ask(b, e, path, encoding)
					}
				})
			}
		}
	}
}

// planned is a cycle of two weeks of days, and ten years of dates of their own.
const planned = `INSERT INTO plan_cycles SELECT '2026-01-05', NULL, '[' || week || ',' || week || ']' FROM
		(SELECT '[' || day || ',' || day || ',' || day || ',' || day || ',' || day || ',[],[]]' AS week FROM (SELECT '[{"start":"08:00","end":"15:00","type":"WORK"}]' AS day));
	WITH RECURSIVE n (date) AS (SELECT '2016-12-01' UNION ALL SELECT date(date, '+1 day') FROM n WHERE date < '2026-11-12')
		INSERT INTO plan_dates SELECT date, '[{"start_at":"' || date || 'T08:00:00.000000000Z","end_at":"' || date || 'T15:00:00.000000000Z","type":"WORK"}]' FROM n;
	UPDATE database_state SET plan_version = 1`

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
// 2026, 260 days each, and the id of a day in November 2026.
func yearsOfDays(b testing.TB, years int, changes ...func(*app.Config)) (e http.Handler, id int64) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "worklog.db")
	modelstest.Must(b, modelstest.Got(models.Open(context.Background(), path, models.Rules{}))(b).Close())
	db := modelstest.Got(sql.Open("sqlite3", path))(b)
	apptest.FillYears(b, db, years)
	modelstest.Must(b, db.QueryRow("SELECT id FROM work_entries WHERE date = '2026-11-12'").Scan(&id))
	modelstest.Must(b, db.Close())
	return stack(b, append([]func(*app.Config){func(c *app.Config) { c.Database = path }}, changes...)...), id
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
