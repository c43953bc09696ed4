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

	"worklog/models/modelstest"
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
	"khal":              readByKhal,
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

const khalConfig = `[calendars]
[[worklog]]
path = %s
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %%H:%%M:%%SZ
dateformat = %%Y-%%m-%%d
longdateformat = %%Y-%%m-%%d
datetimeformat = %%Y-%%m-%%dT%%H:%%M:%%SZ
longdatetimeformat = %%Y-%%m-%%dT%%H:%%M:%%SZ
[sqlite]
path = %s
`

// readByKhal imports the calendar and lists it, in UTC.
func readByKhal(t *testing.T, calendar []byte) map[string]readEvent {
	if os.Getenv("CI") == "" {
		t.Skip("runs only with CI=1: khal takes as long as all other tests of the package")
	}
	khal, err := exec.LookPath("khal")
	if err != nil {
		missing(t, "khal is not installed")
	}
	folder := t.TempDir()
	file, config := filepath.Join(folder, "worklog.ics"), filepath.Join(folder, "khal.conf")
	store := filepath.Join(folder, "store")
	modelstest.Must(t, os.Mkdir(store, 0o700))
	for name, content := range map[string]string{file: string(calendar), config: fmt.Sprintf(khalConfig, store, filepath.Join(folder, "khal.db"))} {
		modelstest.Must(t, os.WriteFile(name, []byte(content), 0o600))
	}
	run := func(arguments ...string) string {
		command := exec.CommandContext(t.Context(), khal, append([]string{"--config", config}, arguments...)...)
		command.Env = append(os.Environ(), "HOME="+folder, "XDG_CONFIG_HOME="+folder, "XDG_CACHE_HOME="+folder, "LC_ALL=C.UTF-8", "TZ=UTC")
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("khal %v: %v: %s", arguments, err, output)
		}
		return string(output)
	}
	run("import", "--batch", "-a", "worklog", file)
	const separator = "\x1f"
	format := strings.Join([]string{"{uid}", "{start-long}", "{end-long}", "{title}"}, separator)
	events := map[string]readEvent{}
	for line := range strings.Lines(run("list", "--once", "--day-format", "", "--format", format, "2026-01-01", "365d")) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), separator, 4)
		if len(fields) == 4 {
			events[fields[0]] = readEvent{UID: fields[0], Start: fields[1], End: fields[2], Title: fields[3]}
		}
	}
	return events
}
