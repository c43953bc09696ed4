package exchange_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// readEvent is an event as read by another program.
type readEvent struct {
	UID, Title string
	Start, End string // instants in UTC, or dates
}

// lasts returns how long the event takes.
func (e readEvent) lasts(t *testing.T) time.Duration {
	t.Helper()
	start, startErr := time.Parse(time.RFC3339, e.Start)
	end, endErr := time.Parse(time.RFC3339, e.End)
	if startErr != nil || endErr != nil {
		t.Fatal(e, startErr, endErr)
	}
	return end.Sub(start)
}

// readers are programs that read a calendar, by name. Each returns the events by UID.
var readers = map[string]func(*testing.T, []byte) map[string]readEvent{
	"python3-icalendar": readByPython,
	"ical.js":           readByICalJS,
}

// missing skips a test whose program is not installed, or fails it in CI.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(what)
	}
	t.Skip(what + ": it is not tried on the calendar")
}

const pythonReader = `
import sys, json, datetime
from icalendar import Calendar
def text(value):
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return value.isoformat()
calendar = Calendar.from_ical(sys.stdin.buffer.read())
for event in calendar.walk("VEVENT"):
    start = event["DTSTART"].dt
    end = event["DTEND"].dt if "DTEND" in event else start
    print(json.dumps({"UID": str(event["UID"]), "Title": str(event["SUMMARY"]), "Start": text(start), "End": text(end)}))
`

func readByPython(t *testing.T, calendar []byte) map[string]readEvent {
	const python = "/usr/bin/python3" // the system's, which has Debian's packages
	return readBy(t, calendar, python, "-c", pythonReader)
}

const javaScriptReader = `
const ICAL = require(process.argv[1]);
const calendar = new ICAL.Component(ICAL.parse(require("fs").readFileSync(0, "utf8")));
const text = (time) => time.isDate ? time.toString() : time.convertToZone(ICAL.Timezone.utcTimezone).toString();
for (const component of calendar.getAllSubcomponents("vevent")) {
	const event = new ICAL.Event(component);
	console.log(JSON.stringify({UID: event.uid, Title: event.summary, Start: text(event.startDate), End: text(event.endDate)}));
}
`

// readByICalJS uses the ical.js that .ci/ical-js fetches.
func readByICalJS(t *testing.T, calendar []byte) map[string]readEvent {
	node, err := exec.LookPath("node")
	if err != nil {
		missing(t, "Node.js is not installed")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		missing(t, "there is no cache folder with ical.js")
	}
	library := filepath.Join(cache, "worklog-tests", "ical.js", "package", "dist", "ical.es5.cjs")
	if _, err := os.Stat(library); err != nil {
		missing(t, "ical.js is not at hand (.ci/ical-js fetches it)")
	}
	return readBy(t, calendar, node, "-e", javaScriptReader, library)
}

// readBy runs a program that prints one event per line.
func readBy(t *testing.T, calendar []byte, program string, arguments ...string) map[string]readEvent {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Stdin = bytes.NewReader(calendar)
	var problems bytes.Buffer
	command.Stderr = &problems
	output, err := command.Output()
	if strings.Contains(problems.String(), "ModuleNotFoundError") || errors.Is(err, fs.ErrNotExist) {
		missing(t, fmt.Sprintf("%s is not installed: %v %s", program, err, &problems))
	}
	if err != nil {
		t.Fatalf("%v: %s", err, problems.String())
	}
	events := map[string]readEvent{}
	for line := range strings.Lines(string(output)) {
		var event readEvent
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		events[event.UID] = event
	}
	return events
}
