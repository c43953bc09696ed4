// Package app assembles the program from configuration, store, handlers and server.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"worklog/handlers"
	"worklog/handlers/api"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/dbfile"
	"worklog/models/history"
)

// App is the program with an open listener.
type App struct {
	store    *models.Store
	listener net.Listener
	server   *server
	backups  *backups // nil for none
	counts   *api.Counts
	clock    Clock
	log      *slog.Logger
}

// Clock tells the time.
type Clock struct {
	handlers.Clock
	// Wait returns after about a minute, or when the context ends. What is due by time is done at
	// the start and after each wait.
	Wait func(context.Context)
}

// New opens the listening socket and the database. Its errors are those of
// [models.Open] and of the socket.
func New(ctx context.Context, config Config, clock Clock, log *slog.Logger) (*App, error) {
	listener, err := listen(config) // first: only root may have the right to a port or a socket's folder
	if err != nil {
		return nil, err
	}
	if err := dbfile.ActAsOwner(config.Database); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	store, err := models.Open(ctx, config.Database, config.Rules)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	if upgraded := store.Upgrade; upgraded != nil {
		log.Info("database upgraded", "from", upgraded.From, "to", upgraded.To, "as_it_was", upgraded.Backup)
		logInvalid(log, upgraded.Odd)
	}
	backups, err := newBackups(config.Backup, store, clock, log)
	if err != nil {
		return nil, errors.Join(err, store.Close(), listener.Close())
	}
	var backupState func() frame.BackupState
	if backups != nil {
		backupState = backups.State
	}
	counts := api.NewCounts(store, clock.Now)
	routes := handlers.NewServer(handlers.Config{
		API:        config.API,
		Access:     config.Access,
		Current:    config.current(store),
		Reload:     func(ctx context.Context) (handlers.Current, error) { return config.reload(ctx, store) },
		ConfigFile: config.File,

		Counts:  counts,
		Backups: backupState,
		BackUp: func(ctx context.Context) error {
			_, err := backupBeforeImport(ctx, config, store, clock.Now())
			return err
		},
		Version: build(),
		Clock:   clock.Clock,
		Log:     log,
	})
	connections := newConnections(boundsWithin(maxDescriptors()), config.Access.TrustedProxies, clock.Elapsed, log)
	return &App{store, listener, newServer(routes, connections, log), backups, counts, clock, log}, nil
}

// URL returns a URL at which the program can be opened, or [SocketPrefix] and the path of
// its socket.
func (a *App) URL() string {
	address := a.listener.Addr()
	if address.Network() == "unix" {
		return SocketPrefix + address.String()
	}
	if listening, err := netip.ParseAddrPort(address.String()); err == nil && listening.Addr().IsUnspecified() {
		return "http://" + netip.AddrPortFrom(ownAddr(), listening.Port()).String()
	}
	return "http://" + address.String()
}

// Ping returns an error if the database does not answer, like /healthz.
func (a *App) Ping(ctx context.Context) error { return a.store.Ping(ctx) }

// Handler is what answers requests: a *handlers.Server.
func (a *App) Handler() http.Handler { return a.server.http.Handler }

// Run serves until the context ends. It then finishes the requests in progress,
// abandons a backup in progress and closes the database. It may be called only once.
func (a *App) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var background sync.WaitGroup
	background.Go(func() { a.runPeriodically(ctx) })
	err := a.serve(ctx)
	cancel()
	background.Wait()
	a.writeCounts(context.WithoutCancel(ctx), true)
	return errors.Join(err, a.store.Close())
}

const (
	// firstPurge is how long after a start the history is purged, and purgeEvery how often from
	// then on, by the time that elapses whatever the clock says.
	firstPurge = time.Hour
	purgeEvery = 24 * time.Hour
)

// runPeriodically does what is due by time, at once and after each wait, until the context ends.
func (a *App) runPeriodically(ctx context.Context) {
	nextPurge := a.clock.Elapsed() + firstPurge
	for ; ctx.Err() == nil; a.clock.Wait(ctx) {
		if a.backups != nil {
			a.backups.runIfDue(ctx)
		}
		a.writeCounts(ctx, false)
		if elapsed := a.clock.Elapsed(); elapsed >= nextPurge {
			nextPurge = elapsed + purgeEvery
			// removes what days and settings were before changes that cannot be taken back any more
			if err := history.Purge(ctx, a.store, civil.NewInstant(a.clock.Now())); err != nil && ctx.Err() == nil {
				a.log.Warn("old states of days and settings not removed", "error", err)
			}
		}
	}
}

func (a *App) writeCounts(ctx context.Context, all bool) {
	if err := a.counts.Write(ctx, all); err != nil {
		a.log.Warn("counts of requests not written", "error", err)
	}
}

func (a *App) serve(ctx context.Context) error {
	failed := make(chan error, 1)
	go func() { failed <- a.server.http.Serve(a.listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	a.log.Info("stopping")
	err := a.server.stop()
	<-failed // Serve closes the listener, also if it began only now
	return err
}
