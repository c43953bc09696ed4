// Package apptest runs the whole program for the tests of the packages that it is made of:
// the real wiring on a real file, requests to it, and what must be answered and stored.
package apptest

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/app"
	"worklog/handlers"
	"worklog/models"
	"worklog/models/modelstest"
)

// Token is the token of the API.
const Token = "a-token-of-more-than-32-characters-for-the-tests"

// Program is the whole program under test: the real wiring, listening on
// loopback, on a real file. Only the clock is ours.
type Program struct {
	T      testing.TB
	Config app.Config
	Clock  *Clock
	Times  handlers.Clock // which the program asks, at first the clock
	Wakes  chan struct{}
	Log    *Log
	URL    string
	DB     *sql.DB // a connection of its own, to see what is stored
	Stop   func()
	Broken bool // the database is broken, so that closing it may fail
	Routes *echo.Echo
	Before []echo.MiddlewareFunc // of the test, before the routes

	idle chan struct{} // sent on while nothing is done that is due by time
}

// Start runs the program on the configuration of the demonstration, changed as told, in a test that
// runs from then on as [modelstest.InParallel] has it.
func Start(t testing.TB, changes ...func(*app.Config)) *Program {
	t.Helper()
	modelstest.InParallel(t)
	config := DemoConfig(t)
	for _, change := range changes {
		change(&config)
	}
	p := New(t, config)
	p.Run()
	return p
}

// New makes a program that [Program.Run] starts.
func New(t testing.TB, config app.Config) *Program {
	t.Helper()
	if _, err := os.Stat(config.Database); os.IsNotExist(err) {
		modelstest.Create(t, config.Database)
	}
	clock := NewClock()
	return &Program{T: t, Config: config, Clock: clock, Times: clock.Handlers(), Wakes: make(chan struct{}), Log: &Log{},
		DB: modelstest.SQL(t, config.Database), idle: make(chan struct{})}
}

// Run starts the program, and waits until it has done what is due at the start; [Start] and
// [Program.Restart] call it.
func (p *Program) Run() {
	p.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	server, err := app.New(ctx, p.Config, app.Clock{Clock: p.Times, Wait: p.wait}, app.NewLog(p.Log))
	if err != nil {
		cancel()
		p.T.Fatal(err)
	}
	answering := server.Handler().(*handlers.Server)
	answering.Pre(p.Before...)
	p.Routes = answering.Echo
	p.URL = server.URL()
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	p.Stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil && !p.Broken {
			p.T.Error("the program ended with", err)
		}
	})
	p.T.Cleanup(p.Stop)
	<-p.idle
}

// Restart stops the program and runs it again, on the same file.
func (p *Program) Restart() {
	p.T.Helper()
	p.Stop()
	p.Run()
}

// demoConfig is the configuration of the demonstration, with the journey that is one of its settings.
var demoConfig = app.DemoConfig + `
[journeys.annexe]
label = "Domicile – annexe"
distance_km = 31
`

// DemoConfig is the configuration of the demonstration, with a token, in a new folder.
func DemoConfig(t testing.TB) app.Config {
	t.Helper()
	return LoadConfig(t, demoConfig)
}

// LoadConfig reads a configuration, to which it adds a token and a free port.
func LoadConfig(t testing.TB, content string) app.Config {
	t.Helper()
	config := modelstest.Got(app.LoadConfig(WriteConfig(t, content)))(t)
	config.Listen = "127.0.0.1:0"
	config.API.Token = Token
	return config
}

// WriteConfig writes a configuration into a new folder and returns its path.
func WriteConfig(t testing.TB, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	modelstest.Must(t, os.WriteFile(file, []byte(content), 0o600))
	return file
}

// NoSection leaves the presence integration out.
func NoSection(config *app.Config) {
	config.Rules.Integrated, config.Rules.Defaults = false, models.EntryDefaults{DayType: models.Work}
}

// NoToken leaves the token out.
func NoToken(config *app.Config) { config.API.Token = "" }

// NoLimit lets in as many requests as are sent.
func NoLimit(config *app.Config) { config.API.RequestsPerMinute = 1 << 30 }

// InZone sets the zone.
func InZone(t testing.TB, name string) func(*app.Config) {
	zone := modelstest.Got(time.LoadLocation(name))(t)
	return func(config *app.Config) { config.Rules.Zone = zone }
}

// Log is what the program has logged.
type Log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *Log) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}
func (s *Log) String() string { s.mu.Lock(); defer s.mu.Unlock(); return s.b.String() }

// measured matches the time and the duration in a line of the log.
var measured = regexp.MustCompile(`"(?:time|duration_ms)":[^,}]*`)

// Logged returns the log without times and durations, whose digits may be those that a test
// looks for.
func (p *Program) Logged() string { return measured.ReplaceAllString(p.Log.String(), "") }

// wait is called by the program when it has done what is due.
func (p *Program) wait(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.Wakes:
			return
		case p.idle <- struct{}{}:
		}
	}
}

// Wake makes the program do what is due, and waits until it has done so.
func (p *Program) Wake() {
	p.Wakes <- struct{}{}
	<-p.idle
}

// Later lets time pass, and makes the program do what is due by then.
func (p *Program) Later(by time.Duration) {
	p.Clock.Advance(by)
	p.Wake()
}

// CI is whether the variable of that name is set: tests then cover more.
var CI = os.Getenv("CI") != ""

// LeftOut returns the parts of pages that were left out according to the log, each with
// its request and cause.
func (p *Program) LeftOut() []string {
	p.T.Helper()
	var parts []string
	for line := range strings.Lines(p.Log.String()) {
		var logged struct {
			Level, Msg, Part, Error string
			RequestID               string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(line), &logged); err != nil {
			p.T.Fatalf("%q: %v", line, err)
		}
		if logged.Msg != "part of the page left out" {
			continue
		}
		if logged.Level != "ERROR" || logged.RequestID == "" || logged.Error == "" {
			p.T.Errorf("got %s", line)
		}
		parts = append(parts, logged.Part)
	}
	slices.Sort(parts)
	return slices.Compact(parts)
}

// Empty discards the log, which belongs to the test.
func (s *Log) Empty() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b = bytes.Buffer{}
}
