package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"worklog/app"
)

// stopSignals returns the signals that stop the program. SIGHUP is one of them unless
// it is ignored, as with nohup.
func stopSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// secondStopSignal returns a context that is cancelled by the second stop signal,
// which does not kill the program; a third does.
func secondStopSignal() (_ context.Context, undo func()) {
	ctx, cancel := context.WithCancel(context.Background())
	received := make(chan os.Signal, 2)
	signal.Notify(received, stopSignals()...)
	go func() {
		<-received
		<-received
		signal.Stop(received)
		cancel()
	}()
	return ctx, func() { signal.Stop(received) }
}

// newServerLog returns the log of a command that serves. It ignores SIGPIPE: otherwise
// the program would be killed when it writes to a standard error that is closed.
func newServerLog() *slog.Logger {
	signal.Ignore(syscall.SIGPIPE)
	return app.NewLog(os.Stderr)
}
