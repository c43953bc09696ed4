package main_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// refusals is how many requests of a round are refused.
const refusals = 1000

// figures are what a program took, in the order of measured.
type figures [7]float64

var measured = [len(figures{})]string{
	"nothing, ms of processor", "start, ms", "start, ms of processor", "refusal, µs", "refusal, µs of processor", "idle, MiB", "idle, MiB of its own",
}

// TestBesideTheFloor compares bin/worklog with bin/floor in so many rounds as WORKLOG_FLOOR
// says. It prints figures and judges none: other programs on the machine change them.
func TestBesideTheFloor(t *testing.T) {
	rounds := setting(t, "WORKLOG_FLOOR", 0)
	if rounds == 0 {
		t.Skip("WORKLOG_FLOOR is not set: see task floor")
	}
	folder := t.TempDir()
	config := filepath.Join(folder, "config.toml")
	must(t, os.WriteFile(config, []byte(plain+"[server]\nlisten = \"127.0.0.1:0\"\n[database]\npath = \"worklog.db\"\n"), 0o600))
	programs := [2][2][]string{ // that do nothing, and serve
		{{"../../bin/floor"}, {"../../bin/floor", filepath.Join(folder, "floor.db")}},
		{{"../../bin/worklog", "version"}, {"../../bin/worklog", "--config", config}},
	}
	var took [2][]figures
	for round := range rounds + 1 {
		for i, program := range programs {
			one := measure(t, program[0], program[1])
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

// measure runs the program that does nothing and the one that serves.
func measure(t *testing.T, nothing, serving []string) (took figures) {
	t.Helper()
	idle := exec.Command(nothing[0], nothing[1:]...)
	must(t, idle.Run())
	took[0] = milliseconds(idle.ProcessState.UserTime() + idle.ProcessState.SystemTime())

	command := exec.Command(serving[0], serving[1:]...)
	command.Env = append(os.Environ(), "WORKLOG_API_TOKEN=a-token-for-measuring-0123456789abcdef")
	said, err := command.StderrPipe()
	must(t, err)
	began := time.Now()
	must(t, command.Start())
	lines := bufio.NewReader(said)
	line, err := lines.ReadString('\n')
	took[1], took[2] = milliseconds(time.Since(began)), processor(t, command.Process.Pid)
	must(t, err)
	go io.Copy(io.Discard, lines) // it logs each request
	url := listeningAt.FindString(line)
	refuse(t, url) // connects
	took[5], took[6] = resident(t, command.Process.Pid, "VmRSS"), resident(t, command.Process.Pid, "RssAnon")
	asked, before := time.Now(), processor(t, command.Process.Pid)
	for range refusals {
		refuse(t, url)
	}
	took[3] = milliseconds(time.Since(asked)) * 1000 / refusals
	took[4] = (processor(t, command.Process.Pid) - before) * 1000 / refusals
	must(t, command.Process.Kill())
	_ = command.Wait() // was killed
	return took
}

func refuse(t *testing.T, url string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, url+"/api/v1/workplace-presence", strings.NewReader("{}"))
	must(t, err)
	request.Header.Set("Authorization", "Bearer guess")
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	must(t, err)
	body := make([]byte, 100)
	for err == nil { // to the end, so that the connection is used again
		_, err = answer.Body.Read(body)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusUnauthorized {
		t.Fatalf("got %d", answer.StatusCode)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// processor returns the milliseconds of processor time of a process that runs.
func processor(t *testing.T, pid int) (sum float64) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	must(t, err)
	for _, thread := range threads {
		text, err := os.ReadFile(thread)
		must(t, err)
		var nanoseconds int64
		_, err = fmt.Sscan(string(text), &nanoseconds)
		must(t, err)
		sum += milliseconds(time.Duration(nanoseconds))
	}
	return sum
}

// resident returns a size of a process's memory in MiB.
func resident(t *testing.T, pid int, name string) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	must(t, err)
	var kibibytes float64
	_, rest, _ := strings.Cut(string(status), "\n"+name+":")
	_, err = fmt.Sscan(rest, &kibibytes)
	must(t, err)
	return kibibytes / 1024
}
