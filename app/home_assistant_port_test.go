package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"worklog/app"
)

func TestSupervisorSaysWhichPortOfTheMachineIsOpen(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status int
		body   string
		port   int
		fails  bool
	}{
		"an open port":       {200, `{"result":"ok","data":{"slug":"local_worklog","network":{"8099/tcp":8100,"1/tcp":null}}}`, 8100, false},
		"a closed port":      {200, `{"result":"ok","data":{"network":{"8099/tcp":null}}}`, 0, false},
		"no ports":           {200, `{"result":"ok","data":{"network":null}}`, 0, false},
		"another port":       {200, `{"result":"ok","data":{"network":{"8099/udp":8100,"80/tcp":8101}}}`, 0, false},
		"a refusal":          {401, `{"result":"error","data":{"network":{"8099/tcp":8100}}}`, 0, true},
		"a redirect":         {307, ``, 0, true},
		"no JSON":            {200, `<html>`, 0, true},
		"no port":            {200, `{"data":{"network":{"8099/tcp":81000}}}`, 0, true},
		"more than is read":  {200, `{"data":{"long_description":"` + strings.Repeat("x", 1<<20) + `","network":{"8099/tcp":8100}}}`, 0, true},
		"a long description": {200, `{"data":{"long_description":"` + strings.Repeat("x", 1<<16) + `","network":{"8099/tcp":8100}}}`, 8100, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			supervisor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet || r.URL.Path != "/addons/self/info" || r.Header.Get("Authorization") != "Bearer a-secret" {
					t.Errorf("got %s %s %q", r.Method, r.URL, r.Header)
				}
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
			}))
			defer supervisor.Close()
			port, err := app.OpenPort(t.Context(), supervisor.URL, "a-secret", "0.0.0.0:8099")
			if port != test.port || (err != nil) != test.fails {
				t.Errorf("got %d, %v, want %d", port, err, test.port)
			}
			if err != nil && strings.Contains(err.Error(), "a-secret") {
				t.Error("the error has the token")
			}
		})
	}
}
