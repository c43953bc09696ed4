package app_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/app"
	"worklog/handlers"
	"worklog/models/modelstest"
)

const token = "a-token-of-more-than-32-characters-for-the-tests"

// program is the whole program under test: the real wiring, listening on
// loopback, on a real file. Only the clock is ours.
type program struct {
	t      testing.TB
	config app.Config
	clock  *clock
	wakes  chan time.Time
	log    *syncBuffer
	url    string
	db     *sql.DB // a connection of its own, to see what is stored
	stop   func()
	broken bool // the database is broken, so that closing it may fail
	routes *echo.Echo
	before []echo.MiddlewareFunc // of the test, before the routes
}

// start runs the program on the starter configuration, changed as told.
func start(t testing.TB, changes ...func(*app.Config)) *program {
	t.Helper()
	config := starterConfig(t)
	for _, change := range changes {
		change(&config)
	}
	if _, err := os.Stat(config.Database); os.IsNotExist(err) {
		modelstest.Create(t, config.Database)
	}
	p := &program{t: t, config: config, clock: newClock(), wakes: make(chan time.Time), log: &syncBuffer{}}
	p.run()
	p.db = modelstest.SQL(t, config.Database)
	return p
}

// run starts the program; start and restart call it.
func (p *program) run() {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	server, err := app.New(ctx, p.config, app.Clock{Clock: p.clock.handlers(), Wake: p.wakes}, app.NewLog(p.log))
	if err != nil {
		cancel()
		p.t.Fatal(err)
	}
	p.routes = server.Routes()
	p.routes.Pre(p.before...)
	p.url = server.URL()
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	p.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil && !p.broken {
			p.t.Error("the program ended with", err)
		}
	})
	p.t.Cleanup(p.stop)
}

func (p *program) restart() {
	p.t.Helper()
	p.stop()
	p.run()
}

// starterConfig is what `worklog init` writes, with a token, in a new folder.
func starterConfig(t testing.TB) app.Config {
	t.Helper()
	return loadConfig(t, string(app.Starter))
}

func loadConfig(t testing.TB, content string) app.Config {
	t.Helper()
	config, err := app.LoadConfig(writeConfig(t, content))
	if err != nil {
		t.Fatal(err)
	}
	config.Listen = "127.0.0.1:0"
	config.API.Token = token
	return config
}

func writeConfig(t testing.TB, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func noSection(config *app.Config) { config.Rules.Integrated = false }
func noToken(config *app.Config)   { config.API.Token = "" }
func noLimit(config *app.Config)   { config.API.RequestsPerMinute = 1 << 30 }

func inZone(t testing.TB, name string) func(*app.Config) {
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return func(config *app.Config) { config.Rules.Zone = zone }
}

// clock is moved by hand.
type clock struct {
	mu      sync.Mutex
	now     time.Time
	elapsed time.Duration
	asked   func() // called before the time is told; nil for nothing
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC)}
}

func (c *clock) advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.elapsed = c.now.Add(by), c.elapsed+by
}

func (c *clock) tell() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked != nil {
		c.asked()
	}
	return c.now
}

// whenAsked sets a function that is called once, when the clock is next asked.
func (c *clock) whenAsked(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = sync.OnceFunc(do)
}

func (c *clock) handlers() handlers.Clock {
	return handlers.Clock{
		Now:     c.tell,
		Elapsed: func() time.Duration { c.mu.Lock(); defer c.mu.Unlock(); return c.elapsed },
	}
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}
func (s *syncBuffer) String() string { s.mu.Lock(); defer s.mu.Unlock(); return s.b.String() }

// measured matches the time and the duration in a line of the log.
var measured = regexp.MustCompile(`"(?:time|duration_ms)":[^,}]*`)

// logged returns the log without times and durations, whose digits may be those that a test
// looks for.
func (p *program) logged() string { return measured.ReplaceAllString(p.log.String(), "") }

const endpoint = "/api/v1/workplace-presence"

// request is a POST to the endpoint with all that it needs; tests change it.
func (p *program) request(body string) *http.Request {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodPost, p.url+endpoint, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	return request
}

// answer is a response of the program.
type answer struct {
	status int
	header http.Header
	body   string
}

func (p *program) send(request *http.Request) answer {
	p.t.Helper()
	got, err := exchange(request)
	if err != nil {
		p.t.Fatal(err)
	}
	return got
}

// exchange is send for goroutines, in which a test must not be ended.
func exchange(request *http.Request) (answer, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}, err
	}
	got := answer{response.StatusCode, response.Header, strings.TrimSpace(string(body))}
	return got, got.asDocumented(request)
}

func (p *program) post(body string) answer {
	p.t.Helper()
	return p.send(p.request(body))
}

// event returns the body of a request.
func event(kind, occurredAt, key string) string {
	body, _ := json.Marshal(map[string]string{"event": kind, "occurred_at": occurredAt, "idempotency_key": key})
	return string(body)
}

func (p *program) arrive(occurredAt, key string) answer {
	p.t.Helper()
	return p.post(event("arrival", occurredAt, key))
}

func (p *program) leave(occurredAt, key string) answer {
	p.t.Helper()
	return p.post(event("departure", occurredAt, key))
}

// day posts an arrival and a departure, which must be accepted.
func (p *program) day(arrival, departure, key string) {
	p.t.Helper()
	p.arrive(arrival, key+"-in").want(p.t, 201)
	p.leave(departure, key+"-out").want(p.t, 200)
}

func (a answer) want(t testing.TB, status int, inBody ...string) {
	t.Helper()
	if a.status != status {
		t.Errorf("got %d %s, want %d", a.status, a.body, status)
		return
	}
	for _, text := range inBody {
		if !strings.Contains(a.body, text) {
			t.Errorf("got body %.300s…, want %s in it", a.body, text)
		}
	}
}

// wantError checks the error's JSON and what every answer of the API carries.
func (a answer) wantError(t testing.TB, status int, message string) {
	t.Helper()
	want := fmt.Sprintf(`{"error":%q}`, message)
	if a.status != status || a.body != want {
		t.Errorf("got %d %s, want %d %s", a.status, a.body, status, want)
	}
	a.wantHeader(t, "Cache-Control", "no-store")
	a.wantHeader(t, "Content-Type", "application/json")
}

func (a answer) wantHeader(t testing.TB, name, want string) {
	t.Helper()
	if got := a.header.Get(name); got != want {
		t.Errorf("got %s %q, want %q", name, got, want)
	}
}

// receipt reads a success body.
func (a answer) receipt(t testing.TB) (r struct {
	Status     string `json:"status"`
	EventID    int64  `json:"event_id"`
	EntryID    int64  `json:"entry_id"`
	TimeSlotID *int64 `json:"time_slot_id"`
	EventType  string `json:"event_type"`
}) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &r); err != nil {
		t.Fatalf("body %s: %v", a.body, err)
	}
	return r
}

// stored returns the rows of a query, the columns of each joined by " | ".
func (p *program) stored(query string, arguments ...any) []string {
	p.t.Helper()
	rows, err := p.db.Query(query, arguments...)
	if err != nil {
		p.t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		p.t.Fatal(err)
	}
	var lines []string
	for rows.Next() {
		values := make([]sql.NullString, len(columns))
		targets := make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			p.t.Fatal(err)
		}
		texts := make([]string, len(columns))
		for i, value := range values {
			texts[i] = value.String
			if !value.Valid {
				texts[i] = "NULL"
			}
		}
		lines = append(lines, strings.Join(texts, " | "))
	}
	if err := rows.Err(); err != nil {
		p.t.Fatal(err)
	}
	return lines
}

// wantStored compares the rows of a query.
func (p *program) wantStored(query string, want ...string) {
	p.t.Helper()
	got := p.stored(query)
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		p.t.Errorf("%s:\ngot  %q\nwant %q", query, got, want)
	}
}

// snapshot is all that is stored of the days, to see that nothing has changed.
func (p *program) snapshot() string {
	p.t.Helper()
	var all []string
	for _, table := range []string{"work_entries", "time_slots", "workplace_presence_events"} {
		all = append(all, p.stored("SELECT * FROM "+table)...)
		all = append(all, p.stored("SELECT * FROM sqlite_sequence WHERE name = ?", table)...)
	}
	return strings.Join(all, "\n")
}

// unchanged checks that f changes nothing that is stored.
func (p *program) unchanged(f func()) {
	p.t.Helper()
	before := p.snapshot()
	f()
	if after := p.snapshot(); after != before {
		p.t.Errorf("the database changed:\nbefore\n%s\nafter\n%s", before, after)
	}
}

// wantLocation checks that the answer leads to a path.
func (a answer) wantLocation(t testing.TB, path string) {
	t.Helper()
	if a.status != http.StatusSeeOther || a.header.Get("Location") != path {
		t.Errorf("got %d to %q, want 303 to %s: %.200s", a.status, a.header.Get("Location"), path, a.body)
	}
}
