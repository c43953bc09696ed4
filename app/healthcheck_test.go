package app_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAHealthCheckReportsWhetherTheDatabaseWorks(t *testing.T) {
	p := apptest.Start(t)
	p.Get("/healthz").Want(t, 200, `{"status":"ok"}`).WantHeader(t, "Cache-Control", "no-store")
	_, port, err := net.SplitHostPort(strings.TrimPrefix(p.URL, "http://"))
	modelstest.Must(t, err)
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0"} {
		modelstest.Must(t, app.Healthcheck(t.Context(), net.JoinHostPort(host, port)))
	}
	modelstest.Must(t, modelstest.Only(p.DB.Exec("ALTER TABLE work_entries RENAME TO gone")))
	wantUnhealthy(t, "127.0.0.1:"+port, "not healthy: the server responds 503 Service Unavailable")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("ALTER TABLE gone RENAME TO work_entries")))
	p.Get("/healthz").Want(t, 200)
	p.Stop()
	wantUnhealthy(t, "127.0.0.1:"+port, "no server responds: connect: connection refused")
}

func wantUnhealthy(t *testing.T, listen, want string) {
	t.Helper()
	modelstest.Want(t, fmt.Sprint(app.Healthcheck(t.Context(), listen)), listen+": "+want)
}

func TestAHealthCheckOfAnotherServerFails(t *testing.T) {
	t.Parallel()
	for want, handler := range map[string]http.HandlerFunc{
		"the response is not that of worklog": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"not healthy: the server responds 302 Found": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/login", http.StatusFound)
		},
	} {
		server := httptest.NewServer(handler)
		wantUnhealthy(t, strings.TrimPrefix(server.URL, "http://"), want)
		server.Close()
	}
	wantUnhealthy(t, "127.0.0.1:0", "the server chooses another port at each start: set one in server.listen")
}

func TestAHealthCheckOfAServerThatHangsEnds(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0") // it accepts connections and never responds
	modelstest.Must(t, err)
	defer listener.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond) // instead of waiting for the check's own bound
	defer cancel()
	listen := listener.Addr().String()
	modelstest.Want(t, fmt.Sprint(app.Healthcheck(ctx, listen)), listen+": no response within 5s")
}
