package handlers

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"
)

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
