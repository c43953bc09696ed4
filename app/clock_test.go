package app_test

import (
	"html"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

// setBack sets the wall clock back, as on a machine whose clock was wrong, while one
// second elapses.
func (c *clock) setBack(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.elapsed = c.now.Add(-by), c.elapsed+time.Second
}

func TestAClockThatIsSetBackAnHourChangesNothingOfWhatIsRecorded(t *testing.T) {
	t.Parallel()
	p := start(t) // at 08:00
	p.arrive("2026-11-20T07:30:00+01:00", "in").want(t, 201)
	before := p.arrive("2026-11-20T07:30:00+01:00", "in").receipt(t)
	p.clock.setBack(time.Hour)
	if after := p.arrive("2026-11-20T07:30:00+01:00", "in").receipt(t); after != before {
		t.Errorf("got %+v, want %+v", after, before)
	}
	pages := func() {
		t.Helper()
		for _, path := range []string{"/months/2026-11", "/years/2026", editDay, "/healthz"} {
			p.get(path).want(t, 200)
		}
	}
	pages() // with an arrival that is still to come
	p.arrive("2026-11-20T07:00:00+01:00", "rival").wantError(t, 409, "Conflit métier")
	p.leave("2026-11-20T07:30:00+01:00", "out").wantError(t, 422, "Événement invalide")
	p.leave("2026-11-20T07:45:00+01:00", "out").want(t, 200, "created")
	p.leave("2026-11-20T07:45:00+01:00", "out").want(t, 200, "replayed")
	pages()
	p.wantStored("SELECT start_at, end_at FROM time_slots", "2026-11-20T06:30:00.000000000Z | 2026-11-20T06:45:00.000000000Z")
	p.wantStored("SELECT version FROM work_entries", "2")
	values := p.form(editDay)
	p.clock.setBack(time.Hour)
	values.Set("note", "plus tôt")
	p.wantSaved(editDay, values, editDay) // the order is that of the versions, not of the clock
	p.submit(editDay, values).want(t, 409)
}

func TestAfterTheClockWasSetBackAnArrivalIsClosedByHandUpToThePresent(t *testing.T) {
	t.Parallel()
	p := start(t) // at 08:00
	p.arrive("2026-11-20T07:30:00+01:00", "in").want(t, 201)
	p.clock.setBack(time.Hour)
	closing := func(end string) answer {
		return p.submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {end}, "end_day": {"0"}})
	}
	p.unchanged(func() {
		if got := closing("7:45"); got.status != 422 || !strings.Contains(html.UnescapeString(got.body), "Ce départ est à venir.") {
			t.Errorf("got %d %s", got.status, alertOf(got))
		}
	})
	p.clock.advance(time.Hour)
	closing("7:45").want(t, 303)
	p.arrive("2026-11-19T08:00:00+01:00", "forgotten").want(t, 201)
	p.clock.setBack(time.Hour)
	p.submit("/presence/discard", url.Values{"arrival_id": {"2"}}).want(t, 303)
	p.wantStored("SELECT closure FROM workplace_presence_events ORDER BY id", "manual", "discarded")
	p.get("/months/2026-11").want(t, 200)
}

func TestTheRateLimitCountsTimeThatPassesWhateverTheClockSays(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *app.Config) { c.API.RequestsPerMinute = 2 })
	p.arrive("2026-11-20T07:30:00+01:00", "in").want(t, 201)
	p.arrive("2026-11-20T07:30:00+01:00", "in").want(t, 200)
	p.clock.setBack(time.Hour)
	refused := p.arrive("2026-11-20T07:30:00+01:00", "in")
	refused.wantError(t, 429, "Trop de requêtes")
	refused.wantHeader(t, "Retry-After", "59")
	p.clock.advance(59 * time.Second)
	p.clock.setBack(time.Hour)
	p.arrive("2026-11-20T07:30:00+01:00", "in").want(t, 200, "replayed")
}
