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

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/static"
)

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
