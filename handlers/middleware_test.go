package handlers

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/modelstest"
)

func TestASlowRequestIsReported(t *testing.T) {
	var log bytes.Buffer
	var waited time.Duration
	stopped := false
	after := func(wait time.Duration, report func()) (stop func() bool) {
		waited = wait
		report() // as if the time were over before the handler returns
		return func() bool { stopped = true; return true }
	}
	e := echo.New()
	e.GET("/slow", func(c echo.Context) error {
		modelstest.Want(t, stopped, false, "the guard returned before the handler")
		return c.NoContent(204)
	}, reportSlow(slog.New(slog.NewTextHandler(&log, nil)), after))
	e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/slow?note=secret", nil))
	modelstest.Want(t, strings.Contains(log.String(), "request still worked on") && strings.Contains(log.String(), "path=/slow "), true, &log)
	modelstest.Want(t, waited, 5*time.Second)
	modelstest.Want(t, stopped, true)
}

func TestAServerThatCannotAnswerNowSaysWhenToTryAgain(t *testing.T) {
	bare := bareWebsite()
	handle := answerError(func(echo.Context) *website { return bare }, slog.New(slog.DiscardHandler))
	for _, test := range []struct {
		path  string
		err   error
		words string
	}{
		{"/months/2026-11", frame.ErrBusy, "<h1>Serveur occupé</h1>"},
		{"/data/export", frame.ErrBusy, "trop de demandes sont en cours"},
		{"/feeds/secret/calendar.ics", frame.ErrBusy, `{"error":"Serveur occupé"}`},
		{"/healthz", errDatabaseUnanswered, `{"status":"unavailable"}`},
	} {
		response := httptest.NewRecorder()
		handle(test.err, echo.New().NewContext(httptest.NewRequest(http.MethodGet, test.path, nil), response))
		modelstest.Want(t, response.Code == http.StatusServiceUnavailable && strings.Contains(response.Body.String(), test.words), true, test.path, response.Code, response.Body, test.words)
		modelstest.Want(t, response.Header().Get("Retry-After"), "10", test.path)
	}
}

func TestOneWhoHangsUpLeavesNoErrorInTheLog(t *testing.T) {
	var logged bytes.Buffer
	log := slog.New(slog.NewTextHandler(&logged, nil))
	bare := bareWebsite()
	bare.frame.Log = log
	handle := answerError(func(echo.Context) *website { return bare }, log)
	gone, leave := context.WithCancel(t.Context())
	ask := func(err error) {
		c := echo.New().NewContext(httptest.NewRequestWithContext(gone, http.MethodGet, "/months/2026-11", nil), httptest.NewRecorder())
		bare.frame.LogOmitted(c, "hours", err)
		handle(err, c)
	}
	ask(errDatabaseUnanswered)
	modelstest.Want(t, strings.Count(logged.String(), "level=ERROR"), 2, &logged)
	logged.Reset()
	leave()
	if ask(fmt.Errorf("read days: %w", gone.Err())); logged.Len() > 0 {
		t.Errorf("got %s", &logged)
	}
}

// bareWebsite is the pages without a configuration and a database.
func bareWebsite() *website {
	current := Current{Store: &models.Store{}}
	return (&Server{config: Config{Current: current}}).newWebsite(current)
}

func TestSixteenPagesAndFourFilesAreWorkedOnAtOnceAndStrangersDoNotWait(t *testing.T) {
	working, release := make(chan struct{}), make(chan struct{})
	ended := make(chan error)
	handler := inTurn()(func(c echo.Context) error {
		working <- struct{}{}
		<-release
		return nil
	})
	ask := func(ctx context.Context, path string, admitted bool) {
		request := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
		c := echo.New().NewContext(request, httptest.NewRecorder())
		c.Set("admitted", admitted)
		ended <- handler(c)
	}
	for range maxPagesAtOnce {
		go ask(t.Context(), "/months/2026-11", true)
		<-working
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	go ask(gone, "/months/2026-11", true)
	modelstest.WantError(t, <-ended, context.Canceled) // one too many
	go ask(t.Context(), "/login", false)
	<-working
	go ask(t.Context(), "/feeds/secret/presence.json", false)
	<-working
	for range maxFilesAtOnce {
		go ask(t.Context(), "/data/export", true)
		<-working
	}
	go ask(gone, "/data/export", true)
	modelstest.WantError(t, <-ended, context.Canceled) // one file too many
	close(release)
	for range maxPagesAtOnce + 2 + maxFilesAtOnce {
		modelstest.WantError(t, <-ended, nil)
	}
	go ask(t.Context(), "/months/2026-11", true) // once others are done
	<-working
	modelstest.WantError(t, <-ended, nil)
}
