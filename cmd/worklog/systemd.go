package main

import (
	"context"
	"log/slog"
	"net"
	"os"
	"strconv"
	"sync"
	"time"
)

// notifyTimeout is how long systemd may take to accept a message.
const notifyTimeout = 5 * time.Second

// supervisor is systemd, if it has started the program as a service of Type=notify
// (sd_notify(3)).
type supervisor struct {
	socket string // empty for none; a leading @ stands for an abstract socket
	// interval is how often it is told that the program works; 0 for never.
	interval time.Duration
	log      *slog.Logger
}

// checksPerTimeout is how often the program says that it works within the watchdog's timeout, so
// that one check that fails, such as while another program locks the database, does not
// end it.
const checksPerTimeout = 4

// newSupervisor reads the environment that systemd has set.
func newSupervisor(log *slog.Logger) supervisor {
	s := supervisor{socket: os.Getenv("NOTIFY_SOCKET"), log: log}
	timeout, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	pid := os.Getenv("WATCHDOG_PID") // may be that of the shell that has started us
	if err == nil && timeout >= checksPerTimeout && (pid == "" || pid == strconv.Itoa(os.Getpid())) {
		s.interval = time.Duration(timeout) * time.Microsecond / checksPerTimeout
	}
	return s
}

// notify tells systemd the program's state.
func (s supervisor) notify(state string) {
	if s.socket == "" {
		return
	}
	connection, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: s.socket, Net: "unixgram"})
	if err == nil {
		defer connection.Close()
		_ = connection.SetWriteDeadline(time.Now().Add(notifyTimeout))
		_, err = connection.Write([]byte(state))
	}
	if err != nil {
		s.log.Warn("systemd not notified", "state", state, "error", err)
	}
}

// supervise tells systemd that the program is ready, then that it works, as long as it
// does, and that it is stopping once the context ends. The caller calls end when the
// program has stopped.
func (s supervisor) supervise(ctx context.Context, check func(context.Context) error) (end func()) {
	s.notify("READY=1")
	ctx, cancel := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() {
		s.watch(ctx, check)
		s.notify("STOPPING=1")
	})
	return func() {
		cancel()
		watching.Wait()
	}
}

func (s supervisor) watch(ctx context.Context, check func(context.Context) error) {
	var ticks <-chan time.Time
	if s.interval > 0 {
		ticks = time.Tick(s.interval)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		if err := check(ctx); err == nil {
			s.notify("WATCHDOG=1")
		} else if ctx.Err() == nil {
			s.log.Error("systemd's watchdog not reset: the database does not answer", "error", err)
		}
	}
}
