package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"worklog/app"
)

// endings are the signals that end the program: SIGHUP too, unless it was started
// to outlive its terminal, as by nohup.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// secondEnding returns a context that is cancelled by the second of the endings.
// That one no longer kills the program; a third does.
func secondEnding() (_ context.Context, undo func()) {
	ctx, cancel := context.WithCancel(context.Background())
	received := make(chan os.Signal, 2)
	signal.Notify(received, endings()...)
	go func() {
		<-received
		<-received
		signal.Stop(received)
		cancel()
	}()
	return ctx, func() { signal.Stop(received) }
}

// serversLog returns the log of a command that serves, and keeps the program alive
// when nobody reads it any longer: by default, writing to a closed pipe on standard
// error kills it.
func serversLog() *slog.Logger {
	signal.Ignore(syscall.SIGPIPE)
	return app.NewLog(os.Stderr)
}
