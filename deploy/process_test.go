package deploy_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/handlers"
	"worklog/handlers/api"
	"worklog/models/modelstest"
)

// patience is how long a test waits: a loaded machine takes minutes to start Home Assistant.
const patience = 10 * time.Minute

// until polls a condition until it is true.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !is(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// process is a program of others that a test runs.
type process struct {
	command *exec.Cmd
	log     *apptest.Log
	ended   chan struct{}
}

// launch starts a program, which is killed when the test ends. Its output is logged if that failed.
func launch(t *testing.T, command *exec.Cmd) *process {
	t.Helper()
	p := &process{command, &apptest.Log{}, make(chan struct{})}
	command.Stdout, command.Stderr = p.log, p.log
	modelstest.Must(t, command.Start())
	go func() { _ = command.Wait(); close(p.ended) }()
	t.Cleanup(func() {
		p.end(syscall.SIGKILL)
		if t.Failed() {
			t.Log(command, p.log)
		}
	})
	return p
}

// end sends a signal and waits until the program has ended.
func (p *process) end(signal os.Signal) {
	_ = p.command.Process.Signal(signal)
	<-p.ended
}

// until polls a condition until it is true, as long as the program runs.
func (p *process) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	until(t, what, func() bool {
		t.Helper()
		select {
		case <-p.ended:
			t.Fatalf("%s has ended", p.command)
		default:
		}
		return is()
	})
}

// says waits until the output matches, and returns the first group of the match.
func (p *process) says(t *testing.T, pattern *regexp.Regexp) (found string) {
	t.Helper()
	p.until(t, pattern.String(), func() bool {
		match := pattern.FindStringSubmatch(p.log.String())
		if match != nil {
			found = match[1]
		}
		return match != nil
	})
	return found
}

// received returns what comes from a channel.
func received[T any](t *testing.T, what string, from <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-from:
	case <-time.After(patience):
		t.Fatalf("waited in vain for %s", what)
	}
	return value
}

// program is the whole program, listening on loopback, on a database of its own. Its
// address stays when it is started again.
type program struct{ *apptest.Program }

// newProgram prepares the program on the starter configuration; Run starts it.
func newProgram(t *testing.T, token api.Token) *program {
	t.Helper()
	config := apptest.LoadConfig(t, string(app.Starter))
	config.Listen, config.API.Token = freeAddress(t), token
	return newProgramOn(t, config)
}

// newProgramOn is newProgram on a configuration.
func newProgramOn(t *testing.T, config app.Config) *program {
	t.Helper()
	p, began := apptest.New(t, config), time.Now()
	p.Times = handlers.Clock{Now: time.Now, Elapsed: func() time.Duration { return time.Since(began) }}
	return &program{p}
}

// ServeHTTP passes a request on to the program, and its response back.
func (p *program) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target, _ := url.Parse(p.URL)
	httputil.NewSingleHostReverseProxy(target).ServeHTTP(w, r)
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

// sentEvent is an event as it is queued, sent and recorded.
type sentEvent struct {
	Event      string `json:"event"`
	OccurredAt string `json:"occurred_at"`
	Key        string `json:"idempotency_key"`
}

// eventsIn returns the events of the files in a folder, in the order of their names.
func eventsIn(t testing.TB, folder string) (events []sentEvent) {
	t.Helper()
	for _, path := range modelstest.Got(filepath.Glob(filepath.Join(folder, "*.json")))(t) {
		var event sentEvent
		modelstest.Must(t, json.Unmarshal([]byte(read(t, path)), &event))
		events = append(events, event)
	}
	return events
}

// stored returns the recorded events as they were sent, in the order of recording.
func (p *program) stored() (events []sentEvent) {
	p.T.Helper()
	const query = "SELECT event, occurred_at_sent, idempotency_key FROM workplace_presence_events ORDER BY id"
	for _, row := range modelstest.Rows(p.T, p.DB, query) {
		of := strings.Split(row, " | ")
		events = append(events, sentEvent{of[0], of[1], of[2]})
	}
	return events
}

func (p *program) wantStored(want ...sentEvent) {
	p.T.Helper()
	modelstest.WantList(p.T, p.stored(), want)
}

func read(t testing.TB, elements ...string) string {
	t.Helper()
	return string(modelstest.Got(os.ReadFile(filepath.Join(elements...)))(t))
}

func written(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	modelstest.Must(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}
