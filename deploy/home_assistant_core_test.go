package deploy_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// One Core plays all scenes, because it takes long to start. A scene begins with the person at
// home, and leaves the integration to the next one.
func TestHomeAssistantCore(t *testing.T) {
	t.Parallel()
	c := newHACore(t)
	for _, scene := range []struct {
		name string
		play func(*haCore)
	}{
		{"records every move once", (*haCore).recordsEveryMoveOnce},
		{"says what worklog answers", (*haCore).saysWhatWorklogAnswers},
		{"finds the app", (*haCore).findsTheApp},
		{"loses nothing when it is killed", (*haCore).losesNothingWhenItIsKilled},
		{"records both instants of the hour that repeats", (*haCore).recordsBothInstantsOfTheHourThatRepeats},
	} {
		played := t.Run(scene.name, func(t *testing.T) {
			c.t = t
			if c.entry != "" {
				c.remove()
			}
			c.goes(home)
			scene.play(c)
			c.wantQuiet()
		})
		if !played {
			return // what Core does now says nothing of the other scenes
		}
	}
	c.t = t
	c.process.end(syscall.SIGTERM)
	c.wantQuiet()
}

func (c *haCore) recordsEveryMoveOnce() {
	s := c.server()
	c.connect(s)
	c.goes(work)
	c.wantWaiting(1)
	c.pass(4 * time.Minute)
	c.goes(home) // within the delay
	c.wantWaiting(0)
	c.goes(work)
	want := []string{arrival(c.changed())}
	c.wantWaiting(1)
	c.pass(5 * time.Minute)
	c.recorded(s, want...)
	c.until("the record's state", func() bool { return c.state("binary_sensor.worklog_at_work") == "on" })
	c.delay(0)
	c.goes(home)
	want = append(want, departure(c.changed()))
	c.recorded(s, want...)
	c.poll()
	c.until("the record's state", func() bool { return c.state("binary_sensor.worklog_at_work") == "off" })
	for figure, want := range map[string]string{"today": "0.0", "this_week": "0.0", "to_verify": "1", "waiting_to_be_sent": "0", "balance": "", "next_shift": ""} {
		modelstest.Want(c.t, c.state("sensor.worklog_"+figure), want, figure)
	}
	s.sets("[[targets]]\nfrom = '2026-10-23'\nfriday = '7h'\n[balance]\nfrom = '2026-10-23'\nstart = '12h30'\n")
	s.plans("date,start,end\n2026-10-25,07:00,15:00\n")
	c.wantFigures("5.5 h duration measurement", "2026-10-25T06:00:00+00:00 None timestamp None")

	// an hour of outage, after which it is not asked more often than every quarter of an hour
	s.Stop()
	c.goes(work)
	want = append(want, arrival(c.changed()))
	c.goes(home)
	want = append(want, departure(c.changed()))
	c.wantWaiting(2)
	c.until("their number", func() bool { return c.state("sensor.worklog_waiting_to_be_sent") == "2" })
	c.until("an hour", func() bool { c.pass(15 * time.Minute); return c.issues()["waiting"] != nil })
	c.until("the outage", func() bool { return c.state("binary_sensor.worklog_at_work") == "unavailable" })
	c.wantFigures("unavailable h duration measurement", "unavailable None timestamp None")
	s.plans("date,type\n2026-10-25,RH\n")
	s.Run()
	c.pass(15 * time.Minute)
	c.recorded(s, want...)
	c.wantFigures("5.5 h duration measurement", "unknown None timestamp None")

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
}

func (c *haCore) losesNothingWhenItIsKilled() {
	s := c.server()
	c.connect(s)
	c.delay(0)
	c.pass(15 * time.Minute)
	c.until("everything to be saved", func() bool {
		return strings.Contains(c.stored("core.config_entries"), `"delay_out"`) && strings.Contains(c.stored("core.restore_state"), "device_tracker.phone")
	})
	s.Stop()
	c.goes(work)
	want := arrival(c.changed())
	c.until("the event in the storage", func() bool { return strings.Contains(c.stored("worklog."+c.entry), `"arrival"`) })
	c.wantRemembered()
	c.process.end(syscall.SIGKILL)
	c.start()
	c.wantWaiting(1)
	s.Run()
	c.poll()
	c.recorded(s, want)

	// the phone could not report this before
	c.goes(home)
	c.asked("departure")
	s.wantEvents(want)
	c.fix("question", object{"next_step_id": "dismiss"})
	modelstest.Want(c.t, len(c.issues()), 0, c.issues())
	s.wantEvents(want)
	if checked := c.rest("POST", "/api/config/core/check_config", nil); checked["result"] != "valid" || checked["warnings"] != nil {
		c.t.Errorf("check_config: %v", checked)
	}
}

// The clock shows the hour from 2 to 3 twice on 25 October.
func (c *haCore) recordsBothInstantsOfTheHourThatRepeats() {
	s := c.server()
	c.connect(s)
	c.delay(0)
	var want []string
	for _, move := range []struct {
		at    string
		shows string
		place [2]float64
		event func(time.Time) string
	}{
		{"2026-10-25T00:10:00Z", "25/10 02:1", work, arrival},
		{"2026-10-25T01:20:00Z", "25/10 02:2", home, departure}, // for the second time
		{"2026-10-25T01:30:00Z", "25/10 02:3", work, arrival},
		{"2026-10-25T01:50:00Z", "25/10 02:5", home, departure},
	} {
		at := modelstest.Got(time.Parse(time.RFC3339, move.at))(c.t)
		c.pass(at.Sub(c.now()))
		modelstest.WantIn(c.t, c.template("{{ now().strftime('%d/%m %H:%M') }}"), move.shows)
		c.goes(move.place)
		modelstest.Want(c.t, c.changed().Before(at), false, "moved at", c.changed(), at)
		want = append(want, move.event(c.changed()))
		c.recorded(s, want...)
	}
}

func TestHomeAssistantIntegrationFollowsItsRules(t *testing.T) {
	c := &haCore{t: t, install: haCoreInstalled(t), config: t.TempDir()}
	c.env = []string{"PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=.."}
	if output, err := c.python(filepath.Join("testdata", "home_assistant_rules.py")).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}
