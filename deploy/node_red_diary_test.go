package deploy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"worklog/models/modelstest"
)

func (n *nodeRED) diary() string { return filepath.Join(n.userDir, "diary") }

func (n *nodeRED) queue() string { return filepath.Join(n.userDir, "worklog-queue") }

// queued waits until the queue contains that many events, and returns them in order.
func (n *nodeRED) queued(count int) []sentEvent {
	n.t.Helper()
	n.process.until(n.t, fmt.Sprintf("%d events in the queue", count), func() bool {
		names, _ := filepath.Glob(filepath.Join(n.queue(), "*.json"))
		return len(names) == count
	})
	return eventsIn(n.t, n.queue())
}

// refused returns the refused events, in order.
func (n *nodeRED) refused() []sentEvent {
	n.t.Helper()
	return eventsIn(n.t, filepath.Join(n.queue(), "refused"))
}

// file writes a file into the queue, as a person would by hand.
func (n *nodeRED) file(name, content string) {
	n.t.Helper()
	modelstest.Must(n.t, os.WriteFile(filepath.Join(n.queue(), name), []byte(content), 0o600))
}

// nodeREDLine is a line of the diary: a status of the queue's node, or a message from its
// second output.
type nodeREDLine struct {
	Status *struct{ Fill, Shape, Text string }
	Told   string
}

func (l nodeREDLine) String() string {
	if l.Status == nil {
		return "reported " + l.Told
	}
	return l.Status.Fill + " " + l.Status.Shape + " " + l.Status.Text
}

// next waits for the next line of the diary.
func (n *nodeRED) next() nodeREDLine {
	n.t.Helper()
	var line nodeREDLine
	n.process.until(n.t, "a line of the diary", func() bool {
		text, err := os.ReadFile(n.diary())
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			n.t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n") // the text after the last line break is incomplete
		if len(lines)-1 <= n.read {
			return false
		}
		modelstest.Must(n.t, json.Unmarshal([]byte(lines[n.read]), &line))
		n.read++
		return true
	})
	if line.Status != nil {
		n.status = line.Status.Text
	}
	return line
}

// wantStatus reads the diary until this status of the queue's node, and fails if something
// is reported before.
func (n *nodeRED) wantStatus(dot, text string) {
	n.t.Helper()
	for {
		line := n.next()
		if line.Status == nil {
			n.t.Fatalf("got %s, want %s %s", line, dot, text)
		}
		if strings.HasPrefix(line.String(), dot+" "+text) {
			return
		}
	}
}

// wantReported reads the diary until the next report, which must be this.
func (n *nodeRED) wantReported(text string) {
	n.t.Helper()
	for {
		if line := n.next(); line.Status == nil {
			if !strings.HasPrefix(line.Told, text) {
				n.t.Fatalf("got %s, want %s", line, text)
			}
			return
		}
	}
}

// wantRetryIn checks the time of the next attempt in the node's status: so long after a moment
// between the last request and now.
func (n *nodeRED) wantRetryIn(want time.Duration) {
	n.t.Helper()
	_, clock, _ := strings.Cut(n.status, "nouvel essai à ")
	first, last := n.asked.Add(want-time.Second), time.Now().Add(want+time.Second) // the status has whole seconds
	for at := first; !at.After(last); at = at.Add(time.Second) {
		if at.UTC().Format(time.TimeOnly) == clock {
			return
		}
	}
	n.t.Errorf("%q: want the next attempt from %v to %v", n.status, first, last)
}
