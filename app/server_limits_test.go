package app

import (
	"log/slog"
	"net/http"
	"testing"
	"time"

	"worklog/models/modelstest"
)

func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	server := newServer(http.NotFoundHandler(), newConnections(boundsWithin(1024), nil, nil, log), log).http
	for name, limit := range map[string]struct{ got, want time.Duration }{
		"header": {server.ReadHeaderTimeout, 5 * time.Second},
		"read":   {server.ReadTimeout, 10 * time.Second},
		"write":  {server.WriteTimeout, 15 * time.Second},
		"idle":   {server.IdleTimeout, 60 * time.Second},
	} {
		modelstest.Want(t, limit.got, limit.want, name)
	}
	modelstest.Want(t, server.MaxHeaderBytes, 16<<10)
}
