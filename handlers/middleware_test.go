package handlers

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
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
