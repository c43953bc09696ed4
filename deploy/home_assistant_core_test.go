package deploy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

func TestHomeAssistantCoreRecordsEveryMoveOnce(t *testing.T) {
	c := newHACore(t)
	s := haCoreServer(t, time.Now)
	c.start()
	c.connect(s, 60)
	c.goes(work)
	c.wantWaiting(1)
	c.goes(home) // within the delay
	c.wantWaiting(0)
	c.delay(0)
	c.goes(work)
	want := []string{arrival(c.changed())}
	c.recorded(s, want...)
	c.until("the record's state", func() bool { return c.state("binary_sensor.worklog_at_work") == "on" })
	c.goes(home)
	want = append(want, departure(c.changed()))
	c.recorded(s, want...)
	c.poll()
	c.until("the record's state", func() bool { return c.state("binary_sensor.worklog_at_work") == "off" })
	for figure, want := range map[string]string{"today": "0.0", "this_week": "0.0", "to_verify": "1", "waiting_to_be_sent": "0"} { // seconds at work are a very short presence
		if got := c.state("sensor.worklog_" + figure); got != want {
			t.Errorf("%s is %q, want %q", figure, got, want)
		}
	}

	s.stop()
	c.goes(work)
	want = append(want, arrival(c.changed()))
	c.goes(home)
	want = append(want, departure(c.changed()))
	c.wantWaiting(2)
	c.poll()
	c.until("the outage", func() bool { return c.state("binary_sensor.worklog_at_work") == "unavailable" })
	s.start()
	c.poll()
	c.recorded(s, want...)

	for _, state := range []string{"unavailable", "unknown"} { // and back where she was
		c.rest("POST", "/api/states/person.camille", object{"state": state})
		c.goes(home)
	}
	c.rest("POST", "/api/states/person.camille", object{"state": "unavailable"})
	c.goes(work) // at a moment that nobody saw
	c.asked("arrival")
	s.wantEvents(want...)
	c.fix("question", object{"next_step_id": "record"}, object{"moment": "2026-01-05 08:03:00"})
	want = append(want, "arrival 2026-01-05T07:03:00.000000000Z")
	c.recorded(s, want...)
	c.call("button/press", "button.worklog_i_leave")
	c.until("the departure by hand", func() bool { return len(s.events()) == len(want)+1 })
	c.wantQuiet()
}

func TestHomeAssistantCoreLosesNothingWhenItIsKilled(t *testing.T) {
	c := newHACore(t)
	s := haCoreServer(t, time.Now)
	c.start()
	c.connect(s, 0)
	s.stop()
	c.goes(work)
	want := arrival(c.changed())
	stored := filepath.Join(c.config, ".storage", "worklog."+c.entry)
	c.until("the event in the storage", func() bool {
		content, _ := os.ReadFile(stored)
		return strings.Contains(string(content), `"arrival"`)
	})
	c.stop(syscall.SIGKILL)
	c.start()
	c.wantWaiting(1)
	s.start()
	c.poll()
	c.recorded(s, want)

	// the phone could not report this before
	c.goes(home)
	c.asked("departure")
	s.wantEvents(want)
	c.fix("question", object{"next_step_id": "dismiss"})
	if got := c.issues(); len(got) != 0 {
		t.Errorf("got issues %v", got)
	}
	s.wantEvents(want)
	c.wantQuiet()
	c.stop(syscall.SIGTERM)
	output, err := c.python("-m", "homeassistant", "--script", "check_config", "--config", c.config).CombinedOutput()
	if err != nil || strings.Contains(string(output), "Failed config") || strings.Contains(string(output), "custom_components/") {
		t.Errorf("check_config: %v: %s", err, output)
	}
}

// The clock shows the hour from 2 to 3 twice on 25 October.
func TestHomeAssistantCoreRecordsBothInstantsOfTheHourThatRepeats(t *testing.T) {
	c := newHACore(t)
	libraries, err := filepath.Glob(filepath.Join(c.install, "debian", "usr", "lib", "*", "faketime", "libfaketimeMT.so.1"))
	modelstest.Must(t, err)
	offsets := filepath.Join(t.TempDir(), "offset")
	c.env = []string{"FAKETIME_LIBRARY=" + strings.Join(libraries, ""), "FAKETIME_TIMESTAMP_FILE=" + offsets,
		"FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1"}
	var offset atomic.Int64
	set := func(clock string) {
		at, err := time.Parse(time.RFC3339, "2026-10-25T"+clock+":00Z")
		modelstest.Must(t, err)
		offset.Store(int64(time.Until(at).Seconds()))
		modelstest.Must(t, os.WriteFile(offsets+".new", fmt.Appendf(nil, "%+d", offset.Load()), 0o600))
		modelstest.Must(t, os.Rename(offsets+".new", offsets)) // half a number would end Core
	}
	set("00:00")
	s := haCoreServer(t, func() time.Time { return time.Now().Add(time.Duration(offset.Load()) * time.Second) })
	c.start()
	c.connect(s, 0)
	var want []string
	for _, move := range []struct {
		clock, day string
		place      [2]float64
		event      func(time.Time) string
	}{
		{"00:10", "25/10 02:1", work, arrival},
		{"01:20", "25/10 02:2", home, departure}, // at 2:20, for the second time
		{"01:30", "25/10 02:3", work, arrival},
		{"01:50", "25/10 02:5", home, departure},
	} {
		set(move.clock)
		c.token = "" // it would have expired
		c.until("the clock", func() bool {
			return c.answers() && strings.HasPrefix(c.template("{{ now().strftime('%d/%m %H:%M') }}"), move.day)
		})
		c.goes(move.place)
		at := c.changed()
		if got := at.UTC().Format("15:04"); got < move.clock {
			t.Errorf("moved at %s, want %s", got, move.clock)
		}
		want = append(want, move.event(at))
		c.recorded(s, want...)
	}
	c.wantQuiet()
}

func TestHomeAssistantIntegrationFollowsItsRules(t *testing.T) {
	c := &haCore{t: t, install: haCoreInstalled(t), config: t.TempDir()}
	c.env = []string{"PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=.."}
	if output, err := c.python(filepath.Join("testdata", "home_assistant_rules.py")).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}
