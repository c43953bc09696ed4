package main_test

import (
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// figuresConfig configures whatever makes pages read days of long ago.
const figuresConfig = `
[presence_integration]
timezone = "Europe/Paris"
default_journey_profile_id = "bureau"
default_motor_vehicle_id = "clio"
[journeys.bureau]
distance_km = 18.5
[vehicles.clio]
type = "moteur"
category = "voiture"
power_cv = 5
[[targets]]
from = "1977-01-01"
week = "35h"
[balance]
from = "1977-01-01"
[counters.conges]
types = ["CONGE"]
allowance = 25
carry_over = "all"
[rules]
profile = "prive"
`

// manyYears fills a database with 13,000 days of two slots each, as the automation records them.
const manyYears = `
	INSERT INTO work_entries (date, timezone, day_type, journey_profile_id, motor_vehicle_id, created_at, updated_at)
		WITH RECURSIVE days (day) AS (SELECT '1977-01-01' UNION ALL SELECT date(day, '+1 day') FROM days WHERE day < '2026-12-31')
		SELECT day, 'Europe/Paris', iif(day LIKE '%-08-1_', 'CONGE', iif(day LIKE '%-_5', 'TT', 'WORK')), 'bureau', 'clio',
			day || 'T07:00:00.000000000Z', day || 'T07:00:00.000000000Z' FROM days WHERE strftime('%w', day) NOT IN ('0', '6');
	INSERT INTO time_slots (work_entry_id, start_at, end_at)
		SELECT id, date || 'T07:00:00.000000000Z', date || 'T11:00:00.000000000Z' FROM work_entries WHERE day_type <> 'CONGE' UNION ALL
		SELECT id, date || 'T12:00:00.000000000Z', date || 'T16:30:00.000000000Z' FROM work_entries WHERE day_type <> 'CONGE';
	INSERT INTO workplace_presence_events (work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, created_slot_id, closure, closed_at)
		SELECT work_entry_id, id, 'arrival', start_at, start_at, 'a' || id, start_at, NULL, 'departure', end_at FROM time_slots UNION ALL
		SELECT work_entry_id, id, 'departure', end_at, end_at, 'd' || id, end_at, id, NULL, NULL FROM time_slots`

// TestPagesBesideTheFloor compares pages of bin/worklog, with fifty years of days and
// everything configured, with a refusal by bin/floor.
// Each round asks for a page a hundred times, and the best round counts. A page is asked for
// again while nothing is written, and after each write. It judges nothing, as
// [TestBesideTheFloor].
func TestPagesBesideTheFloor(t *testing.T) {
	modelstest.Alone(t)
	rounds := floorRounds(t)
	folder, database := newFolder(t)
	write(t, folder, "config.toml", figuresConfig)
	floor, ours := serving(t, folder, built(t, "floor", filepath.Join(folder, "floor.db"))), serving(t, folder, built(t, "worklog"))
	db := modelstest.SQL(t, database)
	modelstest.Must(t, modelstest.Only(db.Exec(manyYears)))
	show := func(page string) {
		modelstest.Want(t, ours.get(page).status, http.StatusOK, page)
	}
	best := map[string]time.Duration{}
	take := func(name string, times int, do func()) {
		var took time.Duration
		for range times {
			began := time.Now()
			do()
			took += time.Since(began)
		}
		if known, there := best[name]; !there || took/time.Duration(times) < known {
			best[name] = took / time.Duration(times)
		}
	}
	pages := []string{
		"/months/2026-11", "/months/2026-11/hours", "/months/2026-10/sheet", "/months/2026-11/pay", "/years/2026", "/years/2026/hours",
		"/years/2026/rests", "/years/2026/counters", "/years/2026/costs", "/journal",
	}
	for range rounds {
		for _, page := range pages {
			take("refusal", views, floor.refuses)
			take(page, views, func() { show(page) })
			for range 5 {
				modelstest.Must(t, modelstest.Only(db.Exec("UPDATE work_entries SET note = note || '.' WHERE date = '2026-03-02'")))
				show("/help") // reads what the frame of every page needs
				take(page+" after a write", 1, func() { show(page) })
			}
		}
	}
	unit := best["refusal"]
	t.Logf("a refusal by the floor takes %s", unit)
	for _, page := range pages {
		later := best[page+" after a write"]
		t.Logf("%-22s %8s, %5.1f refusals; after a write %8s, %5.1f", page, best[page].Round(time.Microsecond), float64(best[page])/float64(unit),
			later.Round(time.Microsecond), float64(later)/float64(unit))
	}
}
