package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// Limits against slow clients.
const (
	headerTimeout  = 5 * time.Second
	readTimeout    = 10 * time.Second // header and body
	writeTimeout   = 15 * time.Second
	idleTimeout    = 60 * time.Second
	maxHeaderBytes = 16 << 10
)

// stopTimeout is how long the requests under way may take to finish.
const stopTimeout = 10 * time.Second

func newServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		// OPTIONS * is answered as any other request
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// stop takes no new request, and cuts those that do not finish in time.
func stop(server *http.Server, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("requests cut off", "after", stopTimeout)
		return server.Close()
	}
	return err
}
