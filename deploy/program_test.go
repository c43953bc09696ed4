package deploy_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"worklog/app"
	"worklog/handlers"
	"worklog/handlers/api"
	"worklog/models/modelstest"
)

// program is the whole program, listening on loopback, on a database of its own. Its
// address stays when it is started again.
type program struct {
	t      *testing.T
	config app.Config
	url    string
	now    func() time.Time
	log    io.Writer
	stop   func()
}

// newProgram prepares the program on the starter configuration; start starts it.
func newProgram(t *testing.T, token api.Token) *program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	modelstest.Must(t, os.WriteFile(file, app.Starter, 0o600))
	config, err := app.LoadConfig(file)
	modelstest.Must(t, err)
	modelstest.Create(t, config.Database)
	config.Listen, config.API.Token = freeAddress(t), token
	return &program{t: t, config: config, now: time.Now, log: io.Discard}
}

// start runs the program until it is stopped or the test ends.
func (p *program) start() {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	began := time.Now()
	clock := app.Clock{
		Clock: handlers.Clock{Now: p.now, Elapsed: func() time.Duration { return time.Since(began) }},
		Wait:  func(ctx context.Context) { <-ctx.Done() },
	}
	server, err := app.New(ctx, p.config, clock, app.NewLog(p.log))
	if err != nil {
		cancel()
		p.t.Fatal(err)
	}
	p.url = server.URL()
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	p.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			p.t.Error("the program ended with", err)
		}
	})
	p.t.Cleanup(p.stop)
}

// freeAddress returns an address on loopback where nothing listens. The system gives its
// port to nobody who asks for any: those are above 32767 on Linux, elsewhere above 49151.
// It is not tried by listening: a program that is started at that moment would keep the
// listener until it is executed, also if it is closed here.
func freeAddress(t *testing.T) string {
	t.Helper()
	first := uint32(os.Getpid()) * 50 // so that two processes try others
	for range 100 {
		address := fmt.Sprint("127.0.0.1:", 10_000+(first+lastPort.Add(1))%20_000)
		connection, err := net.Dial("tcp", address)
		if err != nil { // refused
			return address
		}
		connection.Close()
	}
	t.Fatal("no port is free")
	return ""
}

// lastPort counts the ports that freeAddress has tried.
var lastPort atomic.Uint32
