package deploy_test

import (
	"os"
	"os/exec"
	"regexp"
	"syscall"
	"testing"
	"time"

	"worklog/app/apptest"
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
