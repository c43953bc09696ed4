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

	"worklog/models/modelstest"
)

// refusals is how many requests of a round are refused.
const refusals = 1000

// daysARound is how many days of two events each are recorded in a round.
const daysARound = 300

// figures are what a program took, in the order of measured.
type figures [9]float64

var measured = [len(figures{})]string{
	"nothing, ms of processor", "start, ms", "start, ms of processor", "refusal, µs", "refusal, µs of processor", "idle, MiB", "idle, MiB of its own",
	"event, µs", "event, µs of processor",
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
	modelstest.Must(t, os.WriteFile(config, []byte(plain+"[server]\nlisten = \"127.0.0.1:0\"\n[database]\npath = \"worklog.db\"\n"+
		"[limits]\npresence_requests_per_minute = 1000000\n"), 0o600))
	programs := [2][2][]string{ // that do nothing, and serve
		{{"../../bin/floor"}, {"../../bin/floor", filepath.Join(folder, "floor.db")}},
		{{"../../bin/worklog", "version"}, {"../../bin/worklog", "--config", config}},
	}
	var took [2][]figures
	for round := range rounds + 1 {
		for i, program := range programs {
			one := measure(t, int(round)*daysARound, program[0], program[1])
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

// measure runs the program that does nothing and the one that serves, which records the events of
// days from the first on.
func measure(t *testing.T, first int, nothing, serving []string) (took figures) {
	t.Helper()
	idle := exec.Command(nothing[0], nothing[1:]...)
	modelstest.Must(t, idle.Run())
	took[0] = milliseconds(idle.ProcessState.UserTime() + idle.ProcessState.SystemTime())

	command := exec.Command(serving[0], serving[1:]...)
	command.Env = append(os.Environ(), "WORKLOG_API_TOKEN="+measuringToken)
	said, err := command.StderrPipe()
	modelstest.Must(t, err)
	began := time.Now()
	modelstest.Must(t, command.Start())
	lines := bufio.NewReader(said)
	line, err := lines.ReadString('\n')
	took[1], took[2] = milliseconds(time.Since(began)), processor(t, command.Process.Pid)
	modelstest.Must(t, err)
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
	asked, before = time.Now(), processor(t, command.Process.Pid)
	for day := first; day < first+daysARound; day++ {
		date := time.Date(1990, 1, 1, 8, 0, 0, 0, time.UTC).AddDate(0, 0, day)
		send(t, url, "arrival", date)
		send(t, url, "departure", date.Add(9*time.Hour))
	}
	took[7] = milliseconds(time.Since(asked)) * 1000 / (2 * daysARound)
	took[8] = (processor(t, command.Process.Pid) - before) * 1000 / (2 * daysARound)
	modelstest.Must(t, command.Process.Kill())
	_ = command.Wait() // was killed
	return took
}

func refuse(t *testing.T, url string) {
	t.Helper()
	if got := post(t, url, "guess", "{}"); got != http.StatusUnauthorized {
		t.Fatalf("got %d", got)
	}
}

// send records an event.
func send(t *testing.T, url, event string, at time.Time) {
	t.Helper()
	body := fmt.Sprintf(`{"event":%q,"occurred_at":%q,"idempotency_key":"%[1]s-%[2]s"}`, event, at.Format(time.RFC3339))
	if got := post(t, url, measuringToken, body); got >= 300 {
		t.Fatalf("got %d to %s", got, body)
	}
}

const measuringToken = "a-token-for-measuring-0123456789abcdef"

// post returns the status of the answer to a request of the endpoint.
func post(t *testing.T, url, token, sent string) int {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, url+"/api/v1/workplace-presence", strings.NewReader(sent))
	modelstest.Must(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	modelstest.Must(t, err)
	body := make([]byte, 100)
	for err == nil { // to the end, so that the connection is used again
		_, err = answer.Body.Read(body)
	}
	answer.Body.Close()
	return answer.StatusCode
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// processor returns the milliseconds of processor time of a process that runs.
func processor(t *testing.T, pid int) (sum float64) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	modelstest.Must(t, err)
	for _, thread := range threads {
		text, err := os.ReadFile(thread)
		modelstest.Must(t, err)
		var nanoseconds int64
		_, err = fmt.Sscan(string(text), &nanoseconds)
		modelstest.Must(t, err)
		sum += milliseconds(time.Duration(nanoseconds))
	}
	return sum
}

// resident returns a size of a process's memory in MiB.
func resident(t *testing.T, pid int, name string) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	modelstest.Must(t, err)
	var kibibytes float64
	_, rest, _ := strings.Cut(string(status), "\n"+name+":")
	_, err = fmt.Sscan(rest, &kibibytes)
	modelstest.Must(t, err)
	return kibibytes / 1024
}
