package handlers

import (
	"bytes"
	"context"
	"errors"
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
	"worklog/static"
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
		if stopped {
			t.Error("the guard returned before the handler")
		}
		return c.NoContent(204)
	}, reportSlow(slog.New(slog.NewTextHandler(&log, nil)), after))
	e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/slow?note=secret", nil))
	if got := log.String(); !strings.Contains(got, "request still worked on") || !strings.Contains(got, "path=/slow ") {
		t.Errorf("got log %q", got)
	}
	if waited != 5*time.Second || !stopped {
		t.Errorf("got a guard of %s, stopped %t", waited, stopped)
	}
}

func TestAServerThatCannotAnswerNowSaysWhenToTryAgain(t *testing.T) {
	t.Parallel()
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
		if response.Code != http.StatusServiceUnavailable || !strings.Contains(response.Body.String(), test.words) {
			t.Errorf("%s: got %d %s, want 503 %s", test.path, response.Code, response.Body, test.words)
		}
		if got := response.Header().Get("Retry-After"); got != "10" {
			t.Errorf("%s: got Retry-After %q, want 10", test.path, got)
		}
	}
}

func TestOneWhoHangsUpLeavesNoErrorInTheLog(t *testing.T) {
	t.Parallel()
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
	if lines := strings.Count(logged.String(), "level=ERROR"); lines != 2 {
		t.Errorf("got %s", &logged)
	}
	logged.Reset()
	leave()
	if ask(fmt.Errorf("read days: %w", gone.Err())); logged.Len() > 0 {
		t.Errorf("got %s", &logged)
	}
}

// bareWebsite is the pages without a configuration and a database.
func bareWebsite() *website {
	current := Current{Store: &models.Store{}}
	return newWebsite(Config{Current: current}, current, shared{assets: new(static.Assets)})
}

func TestSixteenPagesAndFourFilesAreWorkedOnAtOnceAndStrangersDoNotWait(t *testing.T) {
	t.Parallel()
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
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("one too many: got %v", err)
	}
	go ask(t.Context(), "/login", false)
	<-working
	go ask(t.Context(), "/feeds/secret/presence.json", false)
	<-working
	for range maxFilesAtOnce {
		go ask(t.Context(), "/data/export", true)
		<-working
	}
	go ask(gone, "/data/export", true)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("one file too many: got %v", err)
	}
	close(release)
	for range maxPagesAtOnce + 2 + maxFilesAtOnce {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	go ask(t.Context(), "/months/2026-11", true)
	<-working
	if err := <-ended; err != nil {
		t.Errorf("once others are done: %v", err)
	}
}
