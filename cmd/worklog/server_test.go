package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// patience is how long a test waits before it assumes that the program hangs.
const patience = 3 * time.Minute

// plain is the shortest configuration with the API enabled.
const plain = "[presence_integration]\ntimezone = \"Europe/Paris\"\n"

// output collects a program's output and wakes those who wait for more.
type output struct {
	mu   sync.Mutex
	said strings.Builder
	more chan struct{} // closed by the next write
}

func (o *output) Write(words []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	close(o.more)
	o.more = make(chan struct{})
	return o.said.Write(words)
}

func (o *output) soFar() (said string, more <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.said.String(), o.more
}

func (o *output) String() string { said, _ := o.soFar(); return said }

// server is the running program with a worklog.db in its own folder. Its log is read
// continuously, because a full pipe would block it.
type server struct {
	t       *testing.T
	command *exec.Cmd
	log     *output
	ended   chan struct{}
	url     string // once it listens
	token   string
	client  *http.Client
}

func write(t *testing.T, folder, name, content string) string {
	t.Helper()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	return name
}

func names(t *testing.T, folder string) string {
	t.Helper()
	entries := modelstest.Got(os.ReadDir(folder))(t)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return strings.Join(names, " ")
}

// newFolder returns a folder with a configuration, and the path of its future database.
func newFolder(t *testing.T) (folder, database string) {
	t.Helper()
	return writeConfig(t, t.TempDir())
}

func writeConfig(t *testing.T, folder string) (_, database string) {
	t.Helper()
	write(t, folder, "config.toml", plain)
	return folder, filepath.Join(folder, "worklog.db")
}

// launch starts the program without waiting until it listens.
func launch(t *testing.T, folder string, environment ...string) *server {
	t.Helper()
	return launchAs(t, exec.Command(binary), folder, environment...)
}

// launchAs is launch for a command that executes the program.
func launchAs(t *testing.T, command *exec.Cmd, folder string, environment ...string) *server {
	t.Helper()
	modelstest.InParallel(t)
	needSignals(t)
	command.Dir = folder
	command.Env = append(minimal(token, "WORKLOG_SERVER_LISTEN=127.0.0.1:0",
		"WORKLOG_LIMITS_PRESENCE_REQUESTS_PER_MINUTE=1000000000"), environment...)
	c := &server{t: t, command: command, token: secret, log: &output{more: make(chan struct{})}, ended: make(chan struct{}),
		client: &http.Client{
			Transport:     &http.Transport{MaxIdleConnsPerHost: 16},
			Timeout:       patience,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}}
	command.Stderr = c.log
	modelstest.Must(t, command.Start())
	go func() { _ = command.Wait(); close(c.ended) }()
	t.Cleanup(func() { _ = command.Process.Kill(); <-c.ended; c.client.CloseIdleConnections() })
	return c
}

// begin starts the program and waits until it listens.
func begin(t *testing.T, folder string, environment ...string) *server {
	t.Helper()
	return beginAs(t, exec.Command(binary), folder, environment...)
}

// beginAs is begin for a command that executes the program.
func beginAs(t *testing.T, command *exec.Cmd, folder string, environment ...string) *server {
	t.Helper()
	c := launchAs(t, command, folder, environment...)
	if !c.logs(`"listening"`) {
		t.Fatalf("the program does not listen: %s", c.log)
	}
	c.url = urlInLog.FindStringSubmatch(c.log.String())[1]
	return c
}

// inShell returns a shell command that runs another command and then executes the program.
func inShell(before string) *exec.Cmd {
	return exec.Command("sh", "-c", before+` && exec "$0"`, binary)
}

// logs waits until the log contains the words, and returns false if the program exits
// without logging them.
func (c *server) logs(words string) bool {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		said, more := c.log.soFar()
		if strings.Contains(said, words) {
			return true
		}
		select {
		case <-more:
		case <-c.ended:
			return strings.Contains(c.log.String(), words)
		case <-ctx.Done():
			c.t.Fatalf("the log never contains %s: %s", words, said)
		}
	}
}

func (c *server) end(signal os.Signal) (code int) {
	c.t.Helper()
	if err := c.command.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		c.t.Fatal(err)
	}
	select {
	case <-c.ended:
	case <-time.After(patience):
		c.t.Fatalf("the program does not exit: %s", c.log)
	}
	c.client.CloseIdleConnections()
	return c.command.ProcessState.ExitCode()
}

func (c *server) stop() {
	c.t.Helper()
	c.client.CloseIdleConnections() // the server waits five seconds for a connection without a request
	modelstest.Want(c.t, c.end(syscall.SIGTERM), 0, c.log)
}

func (c *server) faults() (lines string) {
	for line := range strings.Lines(c.log.String()) {
		if strings.Contains(line, `"ERROR"`) {
			lines += line
		}
	}
	return lines
}

func (c *server) alive() {
	c.t.Helper()
	select {
	case <-c.ended:
		c.t.Fatalf("the program has exited: %s", c.log)
	default:
	}
}

type signal struct {
	Event string `json:"event"`
	At    string `json:"occurred_at"`
	Key   string `json:"idempotency_key"`
}

// A day of two slots.
var (
	firstIn   = signal{"arrival", "2026-11-20T08:00:00+01:00", "first in"}
	firstOut  = signal{"departure", "2026-11-20T12:00:00+01:00", "first out"}
	secondIn  = signal{"arrival", "2026-11-20T13:00:00+01:00", "second in"}
	secondOut = signal{"departure", "2026-11-20T17:00:00+01:00", "second out"}
)

type receipt struct {
	Status     string `json:"status"`
	EventID    int64  `json:"event_id"`
	EntryID    int64  `json:"entry_id"`
	TimeSlotID *int64 `json:"time_slot_id"`
	EventType  string `json:"event_type"`
}

type answer struct {
	status int
	header http.Header
	body   string
}

func (c *server) post(s signal) (answer, error) {
	body, _ := json.Marshal(s)
	return c.send(http.MethodPost, "/api/v1/workplace-presence", bytes.NewReader(body), "Authorization", "Bearer "+c.token, "Content-Type", "application/json")
}

// send sends a request with headers, which stand in pairs of a name and its value.
func (c *server) send(method, path string, body io.Reader, headers ...string) (answer, error) {
	request, err := http.NewRequest(method, c.url+path, body)
	if err != nil {
		return answer{}, err
	}
	for pair := range slices.Chunk(headers, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	response, err := c.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, string(content)}, err
}

func (c *server) get(path string) answer {
	c.t.Helper()
	return modelstest.Got(c.send(http.MethodGet, path, nil))(c.t)
}

// shows returns a page, which must be there, with plain spaces.
func (c *server) shows(path string) string {
	c.t.Helper()
	got := c.get(path)
	if got.status != http.StatusOK {
		c.t.Fatalf("%s: got %d %s", path, got.status, got.body)
	}
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(got.body)
}

func (c *server) wantShown(path string, texts ...string) {
	c.t.Helper()
	modelstest.WantIn(c.t, c.shows(path), texts...)
}

func (c *server) dial() net.Conn {
	c.t.Helper()
	connection := modelstest.Got(net.Dial("tcp", strings.TrimPrefix(c.url, "http://")))(c.t)
	c.t.Cleanup(func() { connection.Close() })
	return connection
}

// through returns the same program with another client, which dials its own connections.
func (c *server) through(dialer net.Dialer) *server {
	other := *c
	other.client = &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}, Timeout: patience}
	c.t.Cleanup(other.client.CloseIdleConnections)
	return &other
}

// formType is how a browser sends a form without a file.
const formType = "application/x-www-form-urlencoded"

func (c *server) submit(path string, values url.Values) (answer, error) {
	return c.postForm(path, formType, "", strings.NewReader(values.Encode()))
}

// postForm posts a form of a media type, which may be packed.
func (c *server) postForm(path, mediaType, coding string, body io.Reader) (answer, error) {
	return c.send(http.MethodPost, path, body, "Content-Type", mediaType, "Origin", c.url, "Content-Encoding", coding)
}

// enter records a day by hand: what is typed stands in pairs of a field and its value.
func (c *server) enter(date, dayType string, typed ...string) {
	c.t.Helper()
	values := url.Values{"day_type": {dayType}}
	for pair := range slices.Chunk(typed, 2) {
		values.Add(pair[0], pair[1])
	}
	if got, err := c.submit("/entries/new?date="+date, values); err != nil || got.status != http.StatusSeeOther {
		c.t.Fatalf("%s: got %d %s, %v", date, got.status, got.body, err)
	}
}

func (c *server) want(s signal, status int, words string) {
	c.t.Helper()
	got, err := c.post(s)
	if err != nil {
		c.t.Fatalf("%v: %v; log: %s", s, err, c.log)
	}
	modelstest.Want(c.t, got.status, status, s)
	modelstest.WantIn(c.t, got.body, words)
}

// wantPages checks that everything read-only still works.
func (c *server) wantPages() {
	c.t.Helper()
	for _, path := range []string{"/healthz", "/months/2026-11", "/entries/1/edit"} {
		c.wantShown(path)
	}
}
