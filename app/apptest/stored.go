package apptest

import (
	"net/url"
	"slices"
	"strings"

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
	modelstest.WantList(p.T, p.Stored(query), want, query)
}

// Unchanged checks that f changes nothing that is stored of the days.
func (p *Program) Unchanged(f func()) {
	p.T.Helper()
	p.keeps(f, "SELECT * FROM work_entries", "SELECT * FROM time_slots", "SELECT * FROM workplace_presence_events",
		"SELECT * FROM sqlite_sequence WHERE name IN ('work_entries', 'time_slots', 'workplace_presence_events')")
}

// SubmitInVain submits a form, which must change nothing that is stored of the days.
func (p *Program) SubmitInVain(path string, values url.Values) (got Answer) {
	p.T.Helper()
	p.Unchanged(func() { got = p.Submit(path, values) })
	return got
}

// UnchangedDays is unchanged but for what is noted beside the days.
func (p *Program) UnchangedDays(f func()) {
	p.T.Helper()
	p.keeps(f, "SELECT id, version FROM work_entries", "SELECT id, end_at FROM time_slots", "SELECT id, occurred_at FROM workplace_presence_events")
}

// keeps checks that f does not change the rows of queries.
func (p *Program) keeps(f func(), queries ...string) {
	p.T.Helper()
	stored := func() (rows []string) {
		for _, query := range queries {
			rows = append(rows, p.Stored(query)...)
		}
		return rows
	}
	before := stored()
	f()
	if after := stored(); !slices.Equal(after, before) {
		p.T.Errorf("the database changed:\nbefore\n%s\nafter\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
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

// Whole returns everything stored about the days except versions and times of changes.
const Whole = `SELECT 'entry', id, date, day_type || ifnull(half_day, ''), journey_profile_id, motor_vehicle_id, note || requested_by || reason, created_at, '' FROM work_entries
	UNION ALL SELECT 'slot', id, work_entry_id, start_at, end_at, '', '', '', '' FROM time_slots
	UNION ALL SELECT 'event', id, work_entry_id, time_slot_id, event, occurred_at, idempotency_key, closure, closed_at FROM workplace_presence_events
	UNION ALL SELECT 'first', id, first_entry_id, created_slot_id, '', '', '', '', '' FROM workplace_presence_events
	UNION ALL SELECT 'refused', id, event, occurred_at, idempotency_key, '', '', '', '' FROM refused_events ORDER BY 1, 2`

// WantSound checks that `worklog check` finds nothing.
func (p *Program) WantSound() {
	p.T.Helper()
	modelstest.WantSound(p.T, p.Config.Database)
}
