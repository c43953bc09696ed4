package app_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// leftOut returns the parts of pages that were left out according to the log, each with
// its request and cause.
func (p *program) leftOut() []string {
	p.t.Helper()
	var parts []string
	for line := range strings.Lines(p.log.String()) {
		var logged struct {
			Level, Msg, Part, Error string
			RequestID               string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(line), &logged); err != nil {
			p.t.Fatalf("%q: %v", line, err)
		}
		if logged.Msg != "part of the page left out" {
			continue
		}
		if logged.Level != "ERROR" || logged.RequestID == "" || logged.Error == "" {
			p.t.Errorf("got %s", line)
		}
		parts = append(parts, logged.Part)
	}
	slices.Sort(parts)
	return slices.Compact(parts)
}

func TestAPartOfAPageThatTheDatabaseDoesNotGiveIsLeftOutAndLogged(t *testing.T) {
	t.Parallel()
	const unreadable = `PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = replace(sql, 'received_at      TEXT', 'received_at      ANY') WHERE name = 'workplace_presence_events';
		PRAGMA writable_schema = RESET;
		UPDATE workplace_presence_events SET received_at = x'00'`
	for _, test := range []struct {
		name   string
		before func(p *program)
		broken string
		path   string
		want   []string
	}{
		{"an open arrival that cannot be read", func(p *program) { p.arrive("2026-11-20T08:00:00+01:00", "in").want(t, 201) },
			unreadable, editDay, []string{"arrival under way", "events", "forgotten departure", "presence"}},
		{"an event that cannot be read", func(p *program) { p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k") },
			unreadable, editDay, []string{"events"}},
		{"a day before whose slots cannot be read", func(p *program) {
			p.submit("/entries/new?date=2026-11-12", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"17"}}).want(t, 303)
			p.arrive("2026-11-19T08:00:00+01:00", "in").want(t, 201)
		}, "ALTER TABLE time_slots RENAME COLUMN end_at TO x", "/entries/new?date=2026-11-21", []string{"doubts", "usual departure"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := start(t)
			test.before(p)
			p.get(test.path).want(t, 200)
			if got := p.leftOut(); got != nil {
				t.Fatalf("got %q before anything is broken", got)
			}
			p.db.SetMaxOpenConns(1)
			if _, err := p.db.Exec(test.broken); err != nil {
				t.Fatal(err)
			}
			p.get(test.path).want(t, 200)
			if got := p.leftOut(); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
