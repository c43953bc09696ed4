package apptest

import (
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
)

// Stored returns the rows of a query, the columns of each joined by " | ".
func (p *Program) Stored(query string, arguments ...any) []string {
	p.T.Helper()
	return modelstest.Rows(p.T, p.DB, query, arguments...)
}

// WantStored compares the rows of a query.
func (p *Program) WantStored(query string, want ...string) {
	p.T.Helper()
	got := p.Stored(query)
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		p.T.Errorf("%s:\ngot  %q\nwant %q", query, got, want)
	}
}

// snapshot is all that is stored of the days, to see that nothing has changed.
func (p *Program) snapshot() string {
	p.T.Helper()
	var all []string
	for _, table := range []string{"work_entries", "time_slots", "workplace_presence_events"} {
		all = append(all, p.Stored("SELECT * FROM "+table)...)
		all = append(all, p.Stored("SELECT * FROM sqlite_sequence WHERE name = ?", table)...)
	}
	return strings.Join(all, "\n")
}

// Unchanged checks that f changes nothing that is stored.
func (p *Program) Unchanged(f func()) {
	p.T.Helper()
	before := p.snapshot()
	f()
	if after := p.snapshot(); after != before {
		p.T.Errorf("the database changed:\nbefore\n%s\nafter\n%s", before, after)
	}
}

// Hold locks the database for writing, as another program may, and returns a function
// that unlocks it.
func (p *Program) Hold() (release func()) {
	p.T.Helper()
	p.DB.SetMaxOpenConns(1)
	modelstest.Must(p.T, modelstest.Only(p.DB.Exec("BEGIN IMMEDIATE")))
	return func() {
		p.T.Helper()
		modelstest.Must(p.T, modelstest.Only(p.DB.Exec("ROLLBACK")))
	}
}

// UnchangedDays is unchanged but for what is noted beside the days.
func (p *Program) UnchangedDays(t *testing.T, f func()) {
	t.Helper()
	const all = "SELECT id, version FROM work_entries UNION ALL SELECT id, end_at FROM time_slots UNION ALL SELECT id, occurred_at FROM workplace_presence_events"
	before := strings.Join(p.Stored(all), "\n")
	f()
	if after := strings.Join(p.Stored(all), "\n"); after != before {
		t.Errorf("got\n%s\nwant\n%s", after, before)
	}
}

// Whole returns everything stored about the days except versions and times of changes.
const Whole = `SELECT 'entry', id, date, day_type || ifnull(half_day, ''), journey_profile_id, motor_vehicle_id, note || requested_by || reason, created_at, '' FROM work_entries
	UNION ALL SELECT 'slot', id, work_entry_id, start_at, end_at, '', '', '', '' FROM time_slots
	UNION ALL SELECT 'event', id, work_entry_id, time_slot_id, event, occurred_at, idempotency_key, closure, closed_at FROM workplace_presence_events
	UNION ALL SELECT 'first', id, first_entry_id, created_slot_id, '', '', '', '', '' FROM workplace_presence_events
	UNION ALL SELECT 'refused', id, event, occurred_at, idempotency_key, '', '', '', '' FROM refused_events ORDER BY 1, 2`

// WantSound checks that `worklog check` finds nothing.
func (p *Program) WantSound() {
	p.T.Helper()
	found, err := models.Check(p.T.Context(), p.Config.Database)
	if err != nil || len(found.Findings) > 0 {
		p.T.Fatalf("check: %q, %v", found.Findings, err)
	}
}
