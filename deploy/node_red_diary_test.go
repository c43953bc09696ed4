package deploy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"worklog/models/modelstest"
)

func (n *nodeRED) diary() string { return filepath.Join(n.userDir, "diary") }

func (n *nodeRED) queue() string { return filepath.Join(n.userDir, "worklog-queue") }

// queued waits until the queue contains that many events, and returns them in order.
func (n *nodeRED) queued(count int) []sentEvent {
	n.t.Helper()
	nodeREDUntil(n.t, fmt.Sprintf("%d events in the queue", count), func() bool {
		return len(nodeREDNames(n.t, n.queue())) == count
	})
	return nodeREDEvents(n.t, n.queue())
}

// refused returns the refused events, in order.
func (n *nodeRED) refused() []sentEvent {
	n.t.Helper()
	return nodeREDEvents(n.t, filepath.Join(n.queue(), "refused"))
}

// file writes a file into the queue, as a person would by hand.
func (n *nodeRED) file(name, content string) {
	n.t.Helper()
	modelstest.Must(n.t, os.WriteFile(filepath.Join(n.queue(), name), []byte(content), 0o600))
}

// nodeREDNames returns the paths of the events in a folder, in order.
func nodeREDNames(t *testing.T, folder string) []string {
	t.Helper()
	paths := modelstest.Got(filepath.Glob(filepath.Join(folder, "*.json")))(t)
	return paths
}

func nodeREDEvents(t *testing.T, folder string) []sentEvent {
	t.Helper()
	var events []sentEvent
	for _, path := range nodeREDNames(t, folder) {
		var event sentEvent
		modelstest.Must(t, json.Unmarshal([]byte(read(t, path)), &event))
		events = append(events, event)
	}
	return events
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
	nodeREDUntil(n.t, "a line of the diary", func() bool {
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

// wantRetryIn checks the time of the next attempt in the node's status, with a minute of
// tolerance for a slow machine.
func (n *nodeRED) wantRetryIn(want time.Duration) {
	n.t.Helper()
	_, clock, _ := strings.Cut(n.status, "nouvel essai à ")
	at, err := time.Parse(time.TimeOnly, clock)
	if err != nil {
		n.t.Fatalf("%q: %v", n.status, err)
	}
	now := time.Now().UTC()
	got := at.Sub(time.Date(at.Year(), at.Month(), at.Day(), now.Hour(), now.Minute(), now.Second(), 0, time.UTC))
	if got < 0 {
		got += 24 * time.Hour
	}
	if got < want-time.Minute || got > want+time.Minute {
		n.t.Errorf("%q: the next attempt is in %v, want %v", n.status, got, want)
	}
}
