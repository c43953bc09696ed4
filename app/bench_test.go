package app_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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

// nthDay returns the n-th day, so that each iteration has one of its own.
func nthDay(n int) time.Time { return time.Date(1970, 1, 2, 8, 0, 0, 0, time.UTC).AddDate(0, 0, n) }

// BenchmarkDay measures a day, its arrival and its departure, and BenchmarkRefusal refused requests.
func BenchmarkDay(b *testing.B) {
	e := stack(b)
	for i := 0; b.Loop(); i++ {
		day := nthDay(i)
		serve(b, e, apptest.Event("arrival", day.Format(time.RFC3339), fmt.Sprint("a", i)), 201)
		serve(b, e, apptest.Event("departure", day.Add(9*time.Hour).Format(time.RFC3339), fmt.Sprint("d", i)), 200)
	}
}

func BenchmarkRefusal(b *testing.B) {
	e := stack(b)
	for status, body := range map[int]string{401: "", 422: apptest.Event("lunch", "2026-11-20T08:00:00Z", "k")} {
		b.Run(fmt.Sprint(status), func(b *testing.B) {
			for b.Loop() {
				serve(b, e, body, status, func(r *http.Request) {
					if status == 401 {
						r.Header.Set("Authorization", "Bearer guess")
					}
				})
			}
		})
	}
}
