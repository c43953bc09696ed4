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
