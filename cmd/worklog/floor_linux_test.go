package main_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// What a round measures: how many requests are refused, how many days of two events each are recorded,
// and how often each page is asked for.
const (
	refusals   = 1000
	daysARound = 300
	views      = 100
)

// figures are what a program took, in the order of measured.
type figures [9]float64

var measured = [len(figures{})]string{
	"nothing, ms of processor", "start, ms", "start, ms of processor", "refusal, µs", "refusal, µs of processor", "idle, MiB", "idle, MiB of its own",
	"event, µs", "event, µs of processor",
}

// floorRounds is how many rounds WORKLOG_FLOOR asks for; without it, the test is skipped.
func floorRounds(t *testing.T) uint64 {
	t.Helper()
	rounds := setting(t, "WORKLOG_FLOOR", 0)
	if rounds == 0 {
		t.Skip("WORKLOG_FLOOR is not set: see task floor")
	}
	return rounds
}

// built is a command that runs a program of bin.
func built(t *testing.T, name string, arguments ...string) *exec.Cmd {
	t.Helper()
	path := modelstest.Got(filepath.Abs(filepath.Join("../../bin", name)))(t)
	return exec.Command(path, arguments...)
}

// TestBesideTheFloor compares bin/worklog with bin/floor. It prints figures and judges none: other
// programs on the machine change them.
func TestBesideTheFloor(t *testing.T) {
	modelstest.Alone(t)
	rounds := floorRounds(t)
	folder, _ := newFolder(t)
	programs := [2][2][]string{ // that do nothing, and serve
		{{"floor"}, {"floor", filepath.Join(folder, "floor.db")}},
		{{"worklog", "version"}, {"worklog"}},
	}
	var took [2][]figures
	for round := range rounds + 1 {
		for i, program := range programs {
			one := measure(t, folder, int(round)*daysARound, program[0], program[1])
			if round > 0 { // the first one makes the databases
				took[i] = append(took[i], one)
			}
		}
	}
	for i, name := range measured {
		floor, ours := sorted(took[0], i), sorted(took[1], i)
		middle := len(floor) / 2
		t.Logf("%-25s floor %7.2f (least %7.2f)  worklog %7.2f (least %7.2f)  %.2f times (least %.2f)",
			name, floor[middle], floor[0], ours[middle], ours[0], ours[middle]/floor[middle], ours[0]/floor[0])
	}
}

func sorted(took []figures, i int) []float64 {
	var values []float64
	for _, one := range took {
		values = append(values, one[i])
	}
	slices.Sort(values)
	return values
}

var listeningAt = regexp.MustCompile(`http://[0-9.:]+`)

// serving starts a program and waits until it says where it listens.
func serving(t *testing.T, folder string, command *exec.Cmd) *server {
	t.Helper()
	c := launchAs(t, command, folder)
	if !c.logs("http://") {
		t.Fatalf("it does not listen: %s", c.log)
	}
	c.url = listeningAt.FindString(c.log.String())
	return c
}

// measure runs the program that does nothing and the one that serves, which records the events of
// days from the first on.
func measure(t *testing.T, folder string, first int, nothing, serves []string) (took figures) {
	t.Helper()
	idle := built(t, nothing[0], nothing[1:]...)
	modelstest.Must(t, idle.Run())
	took[0] = milliseconds(idle.ProcessState.UserTime() + idle.ProcessState.SystemTime())

	began := time.Now()
	c := serving(t, folder, built(t, serves[0], serves[1:]...))
	pid := c.command.Process.Pid
	took[1], took[2] = milliseconds(time.Since(began)), processor(t, pid)
	c.refuses() // connects
	took[5], took[6] = resident(t, pid, "VmRSS"), resident(t, pid, "RssAnon")
	asked, before := time.Now(), processor(t, pid)
	for range refusals {
		c.refuses()
	}
	took[3], took[4] = milliseconds(time.Since(asked))*1000/refusals, (processor(t, pid)-before)*1000/refusals
	asked, before = time.Now(), processor(t, pid)
	for day := first; day < first+daysARound; day++ {
		date := time.Date(1990, 1, 1, 8, 0, 0, 0, time.UTC).AddDate(0, 0, day)
		c.records(signal{"arrival", date.Format(time.RFC3339), fmt.Sprint("in ", day)})
		c.records(signal{"departure", date.Add(9 * time.Hour).Format(time.RFC3339), fmt.Sprint("out ", day)})
	}
	took[7], took[8] = milliseconds(time.Since(asked))*1000/(2*daysARound), (processor(t, pid)-before)*1000/(2*daysARound)
	c.end(os.Kill)
	return took
}

// records sends an event, which the floor answers as it likes.
func (c *server) records(s signal) {
	c.t.Helper()
	if got, err := c.post(s); err != nil || got.status/100 != 2 {
		c.t.Fatalf("got %d to %v, %v", got.status, s, err)
	}
}

// refuses sends a request with another token.
func (c *server) refuses() {
	c.t.Helper()
	other := *c
	other.token = "guess"
	other.want(firstIn, http.StatusUnauthorized, "")
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// processor returns the milliseconds of processor time of a process that runs.
func processor(t *testing.T, pid int) (sum float64) {
	t.Helper()
	threads := modelstest.Got(filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid)))(t)
	for _, thread := range threads {
		text := modelstest.Got(os.ReadFile(thread))(t)
		var nanoseconds int64
		modelstest.Must(t, modelstest.Only(fmt.Sscan(string(text), &nanoseconds)))
		sum += milliseconds(time.Duration(nanoseconds))
	}
	return sum
}

// resident returns a size of a process's memory in MiB.
func resident(t *testing.T, pid int, name string) float64 {
	t.Helper()
	status := modelstest.Got(os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)))(t)
	var kibibytes float64
	_, rest, _ := strings.Cut(string(status), "\n"+name+":")
	modelstest.Must(t, modelstest.Only(fmt.Sscan(rest, &kibibytes)))
	return kibibytes / 1024
}

// figuresConfig configures whatever makes pages read days of long ago.
const figuresConfig = `
[presence_integration]
timezone = "Europe/Paris"
default_journey_profile_id = "bureau"
default_motor_vehicle_id = "clio"
[journeys.bureau]
distance_km = 18.5
[vehicles.clio]
type = "moteur"
category = "voiture"
power_cv = 5
[[targets]]
from = "1977-01-01"
week = "35h"
[balance]
from = "1977-01-01"
[counters.conges]
types = ["CONGE"]
allowance = 25
carry_over = "all"
[rules]
profile = "prive"
`

// manyYears fills a database with 13,000 days of two slots each, as the automation records them.
const manyYears = `
	INSERT INTO work_entries (date, timezone, day_type, journey_profile_id, motor_vehicle_id, created_at, updated_at)
		WITH RECURSIVE days (day) AS (SELECT '1977-01-01' UNION ALL SELECT date(day, '+1 day') FROM days WHERE day < '2026-12-31')
		SELECT day, 'Europe/Paris', iif(day LIKE '%-08-1_', 'CONGE', iif(day LIKE '%-_5', 'TT', 'WORK')), 'bureau', 'clio',
			day || 'T07:00:00.000000000Z', day || 'T07:00:00.000000000Z' FROM days WHERE strftime('%w', day) NOT IN ('0', '6');
	INSERT INTO time_slots (work_entry_id, start_at, end_at)
		SELECT id, date || 'T07:00:00.000000000Z', date || 'T11:00:00.000000000Z' FROM work_entries WHERE day_type <> 'CONGE' UNION ALL
		SELECT id, date || 'T12:00:00.000000000Z', date || 'T16:30:00.000000000Z' FROM work_entries WHERE day_type <> 'CONGE';
	INSERT INTO workplace_presence_events (work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, created_slot_id, closure, closed_at)
		SELECT work_entry_id, id, 'arrival', start_at, start_at, 'a' || id, start_at, NULL, 'departure', end_at FROM time_slots UNION ALL
		SELECT work_entry_id, id, 'departure', end_at, end_at, 'd' || id, end_at, id, NULL, NULL FROM time_slots`

// TestPagesBesideTheFloor compares pages of bin/worklog, with fifty years of days and
// everything configured, with a refusal by bin/floor.
// Each round asks for a page a hundred times, and the best round counts. A page is asked for
// again while nothing is written, and after each write. It judges nothing, as
// [TestBesideTheFloor].
func TestPagesBesideTheFloor(t *testing.T) {
	modelstest.Alone(t)
	rounds := floorRounds(t)
	folder, database := newFolder(t)
	write(t, folder, "config.toml", figuresConfig)
	floor, ours := serving(t, folder, built(t, "floor", filepath.Join(folder, "floor.db"))), serving(t, folder, built(t, "worklog"))
	db := modelstest.SQL(t, database)
	modelstest.Must(t, modelstest.Only(db.Exec(manyYears)))
	show := func(page string) {
		modelstest.Want(t, ours.get(page).status, http.StatusOK, page)
	}
	best := map[string]time.Duration{}
	take := func(name string, times int, do func()) {
		var took time.Duration
		for range times {
			began := time.Now()
			do()
			took += time.Since(began)
		}
		if known, there := best[name]; !there || took/time.Duration(times) < known {
			best[name] = took / time.Duration(times)
		}
	}
	pages := []string{
		"/months/2026-11", "/months/2026-11/hours", "/months/2026-10/sheet", "/months/2026-11/pay", "/years/2026", "/years/2026/hours",
		"/years/2026/rests", "/years/2026/counters", "/years/2026/costs", "/journal",
	}
	for range rounds {
		for _, page := range pages {
			take("refusal", views, floor.refuses)
			take(page, views, func() { show(page) })
			for range 5 {
				modelstest.Must(t, modelstest.Only(db.Exec("UPDATE work_entries SET note = note || '.' WHERE date = '2026-03-02'")))
				show("/help") // reads what the frame of every page needs
				take(page+" after a write", 1, func() { show(page) })
			}
		}
	}
	unit := best["refusal"]
	t.Logf("a refusal by the floor takes %s", unit)
	for _, page := range pages {
		later := best[page+" after a write"]
		t.Logf("%-22s %8s, %5.1f refusals; after a write %8s, %5.1f", page, best[page].Round(time.Microsecond), float64(best[page])/float64(unit),
			later.Round(time.Microsecond), float64(later)/float64(unit))
	}
}
