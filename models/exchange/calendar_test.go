package exchange_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/modelstest"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	return modelstest.Got(time.LoadLocation(name))(t)
}

// day returns a day with one slot between two instants. The day and the slot have the id.
func day(t *testing.T, id int64, in *time.Location, from, to string) models.Day {
	t.Helper()
	start, end := instant(t, from), instant(t, to)
	return models.Day{
		WorkEntry: models.WorkEntry{ID: id, Date: civil.DateOf(start.In(in)), DayType: models.Duty, Note: "a private note",
			UpdatedAt: civil.NewInstant(time.Date(2026, 11, 20, 7, 0, 0, 5, time.UTC))},
		Slots: []models.TimeSlot{{ID: id, WorkEntryID: id, StartAt: start, EndAt: end}},
		Zone:  in,
	}
}

func titled(title string) exchange.CalendarWords {
	return exchange.CalendarWords{Name: "worklog", Title: func(models.Day) string { return title }}
}

func calendar(t *testing.T, words exchange.CalendarWords, days ...models.Day) []byte {
	t.Helper()
	return modelstest.Got(exchange.Calendar(days, nil, words))(t)
}

func TestCalendarFormat(t *testing.T) {
	got := calendar(t, titled("Garde"), day(t, 12, zone(t, "Europe/Paris"), "2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00.9+02:00"))
	want := `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//worklog//worklog//FR
CALSCALE:GREGORIAN
METHOD:PUBLISH
X-WR-CALNAME:worklog
BEGIN:VTIMEZONE
TZID:Europe/Paris
BEGIN:STANDARD
DTSTART:20260327T010000
TZOFFSETFROM:+0100
TZOFFSETTO:+0100
TZNAME:CET
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20260329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:entry-12@worklog
DTSTAMP:20261120T070000Z
LAST-MODIFIED:20261120T070000Z
SUMMARY:Garde
DTSTART;VALUE=DATE:20260328
DTEND;VALUE=DATE:20260329
TRANSP:TRANSPARENT
END:VEVENT
BEGIN:VEVENT
UID:slot-12@worklog
DTSTAMP:20261120T070000Z
LAST-MODIFIED:20261120T070000Z
SUMMARY:Garde
DTSTART;TZID=Europe/Paris:20260328T220000
DTEND;TZID=Europe/Paris:20260329T060000
TRANSP:OPAQUE
END:VEVENT
END:VCALENDAR
`
	modelstest.Want(t, string(got), strings.ReplaceAll(want, "\n", "\r\n"), got, want)
}

// Each reader reads the calendar twice: once with zones that it knows, and once with names
// that it does not, so that it has to use the calendar's own definitions.
func TestEveryReaderAgreesOnTheLengthOfASlot(t *testing.T) {
	paris := zone(t, "Europe/Paris")
	days := []models.Day{
		day(t, 1, paris, "2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00"), // 7 h
		day(t, 2, paris, "2026-07-01T22:00:00+02:00", "2026-07-02T06:00:00+02:00"), // 8 h
		day(t, 3, paris, "2026-10-24T22:00:00+02:00", "2026-10-25T06:00:00+01:00"), // 9 h
		day(t, 4, paris, "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"), // the hour that is repeated
		day(t, 5, paris, "2026-10-25T02:15:00+02:00", "2026-10-25T02:45:00+02:00"), // in the first one
		day(t, 6, paris, "2026-10-25T02:15:00+01:00", "2026-10-25T02:45:00+01:00"), // in the second one
		day(t, 7, paris, "2026-11-20T08:03:27+01:00", "2026-11-20T08:03:28+01:00"),
	}
	// half-hour changes, southern summer time, unusual offsets, far from UTC, no changes
	names := []string{"Europe/Paris", "Africa/Casablanca", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Europe/Dublin", "Pacific/Apia", "Pacific/Honolulu", "UTC"}
	for month := time.January; month <= time.December; month++ {
		for i, name := range names {
			start := time.Date(2026, month, 9+i, 8, 0, 0, 0, zone(t, name))
			days = append(days, day(t, int64(month)*100+int64(i), zone(t, name), start.Format(time.RFC3339), start.Add(9*time.Hour).Format(time.RFC3339)))
		}
	}
	slices.SortStableFunc(days, func(a, b models.Day) int { return b.Date.DaysUntil(a.Date) })
	known := calendar(t, titled(nasty), days...)
	unknown := known
	for _, name := range names {
		unknown = bytes.ReplaceAll(unknown, []byte("TZID="+name), []byte("TZID=Elsewhere/"+path.Base(name)))
		unknown = bytes.ReplaceAll(unknown, []byte("TZID:"+name), []byte("TZID:Elsewhere/"+path.Base(name)))
	}
	for reader, read := range readers {
		for name, content := range map[string][]byte{"zones that it knows": known, "zones that it does not know": unknown} {
			t.Run(reader+" and "+name, func(t *testing.T) {
				events := read(t, content)
				for _, day := range days {
					slot, recorded := events[fmt.Sprintf("slot-%d@worklog", day.ID)], day.Slots[0]
					if wantStart := recorded.StartAt.Format("2006-01-02T15:04:05Z"); slot.Start != wantStart || instant(t, slot.End).Sub(instant(t, slot.Start).Time) != recorded.EndAt.Sub(recorded.StartAt.Time) {
						t.Errorf("slot %d in %s: got %+v, want %+v", day.ID, day.Zone, slot, recorded)
					}
					modelstest.Want(t, events[fmt.Sprintf("entry-%d@worklog", day.ID)].Start, day.Date.String())
					modelstest.Want(t, slot.Title, nastyScrubbed)
				}
			})
		}
	}
}

// nasty is text with every character that is special in the format or not allowed in it.
const nasty = "a, b; c: \"d\" \\ e\r\nf\rg\nh\x00\x1b[2J\x7f\u0085i\u2028j\u2029k\tl\xffm é€𝒳 " +
	"and so long that the line must be folded, not once but twice: éééééééééééééééééééééééééééééééééééééééééééééééééééééé"

const nastyScrubbed = "a, b; c: \"d\" \\ e\nf\ng\nh  [2J \ni\nj\nk l\ufffdm é€𝒳 " +
	"and so long that the line must be folded, not once but twice: éééééééééééééééééééééééééééééééééééééééééééééééééééééé"

func TestTextIsScrubbed(t *testing.T) {
	content := calendar(t, titled(nasty), day(t, 1, zone(t, "Europe/Paris"), "2026-11-20T08:00:00+01:00", "2026-11-20T09:00:00+01:00"))
	wantWellFormed(t, content)
	unfolded := strings.ReplaceAll(string(content), "\r\n ", "")
	if want := "\r\nSUMMARY:" + strings.NewReplacer(`\`, `\\`, "\n", `\n`, ",", `\,`, ";", `\;`).Replace(nastyScrubbed) + "\r\n"; strings.Count(unfolded, want) != 2 {
		t.Errorf("got %s, want %s", unfolded, want)
	}
}

// wantWellFormed checks the lines of a calendar (RFC 5545, section 3.1).
func wantWellFormed(t *testing.T, content []byte) {
	t.Helper()
	text := string(content)
	if !utf8.ValidString(text) || strings.Count(text, "\n") != strings.Count(text, "\r\n") || strings.Count(text, "\r") != strings.Count(text, "\n") || !strings.HasSuffix(text, "\r\n") {
		t.Errorf("got %q", text)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) || line == "" || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Errorf("%d bytes: %q", len(line), line)
		}
	}
}

func TestTheSameDaysProduceTheSameBytes(t *testing.T) {
	days := []models.Day{day(t, 1, zone(t, "Europe/Paris"), "2026-11-20T08:00:00+01:00", "2026-11-20T09:00:00+01:00"),
		day(t, 2, zone(t, "Asia/Tokyo"), "2026-11-21T08:00:00+09:00", "2026-11-21T09:00:00+09:00")}
	first := string(calendar(t, titled("Garde"), days...))
	for range 10 {
		modelstest.Want(t, string(calendar(t, titled("Garde"), days...)), first)
	}
	modelstest.WantNone(t, first, "private")
	wantWellFormed(t, calendar(t, titled("")))
}

// A device without a clock sends an arrival from 1970, and slots of any length are
// accepted.
func TestUnusualSlotsAreWrittenToo(t *testing.T) {
	long := day(t, 1, zone(t, "Europe/Paris"), "1970-01-01T00:05:00Z", "2026-11-20T17:00:00+01:00")
	last := day(t, 2, zone(t, "America/New_York"), "9999-12-31T20:00:00-05:00", "9999-12-31T23:00:00-05:00")
	modelstest.WantIn(t, string(calendar(t, titled("Garde"), long, last)), "DTSTART;TZID=Europe/Paris:19700101T010500\r\nDTEND:20261120T160000Z\r\n")
}

type readEvent struct {
	UID, Title string
	Start, End string // instants in UTC, or dates
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
