package app

import (
	"context"
	"log/slog"
	"net"
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

// stopTimeout is how long the requests in progress may take to finish.
const stopTimeout = 10 * time.Second

// cutTimeout is how long handlers may take to return after their requests were cut
// off: a little longer than a writer waits for another.
const cutTimeout = 6 * time.Second

// server is an HTTP server that can be shut down gracefully.
type server struct {
	http        *http.Server
	connections *connections
	log         *slog.Logger
	cut         context.CancelFunc // of the context that requests have
}

func newServer(handler http.Handler, connections *connections, log *slog.Logger) *server {
	cutting, cut := context.WithCancel(context.Background())
	return &server{
		http: &http.Server{
			Handler:           handler,
			ReadHeaderTimeout: headerTimeout,
			ReadTimeout:       readTimeout,
			WriteTimeout:      writeTimeout,
			IdleTimeout:       idleTimeout,
			MaxHeaderBytes:    maxHeaderBytes,
			// OPTIONS * goes to the handler like any other request
			DisableGeneralOptionsHandler: true,
			ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
			BaseContext:                  func(net.Listener) context.Context { return cutting },
			ConnState:                    connections.changed,
		},
		connections: connections,
		log:         log,
		cut:         cut,
	}
}

// stop accepts no new requests. It cuts off requests that do not finish in time.
func (s *server) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if err == nil || ctx.Err() == nil {
		return err
	}
	s.log.Warn("requests cut off")
	s.cut()
	err = s.http.Close()
	select {
	case <-s.connections.ended(): // a connection ends after its handler
	case <-time.After(cutTimeout):
		s.log.Warn("requests still running after they were cut off", "after", cutTimeout)
	}
	return err
}
