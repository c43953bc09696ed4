//go:build cgo

package app_test

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/modelstest"
)

// fullTables fills what grows beside the days: the journal to its limit, with lines of the last
// events, sessions and contacts.
const fullTables = `
	INSERT INTO journal_lines (received_at, source, outcome, event, occurred_at_sent, idempotency_key, user_agent, date)
		WITH RECURSIVE r (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM r WHERE value < %d)
		SELECT '2026-11-20T07:00:00.000000000Z', '', iif(value %% 50, 'recorded', 'arrival_open'), 'arrival', '2026-11-20T07:00:00Z', 'key ' || value, 'curl', '2026-11-20' FROM r;`

// What a page reads is what it shows, however long the record, also after a write.
func TestAPageReadsLittleAfterAnEvent(t *testing.T) {
	const most = 20_000 // steps of SQLite's machine
	steps := modelstest.CountSteps(t)
	var config *app.Config
	e := yearsOfDays(t, 50, withHoursSince(t, 1977), func(c *app.Config) { config = c })
	db := modelstest.Got(sql.Open("sqlite3", config.Database+"?_busy_timeout=5000"))(t)
	defer db.Close()
	modelstest.Must(t, modelstest.Only(db.Exec(fmt.Sprintf(fullTables, models.MaxJournalLines))))
	pages, n := []string{"/months/2026-11", "/today", "/journal"}, 0
	for _, page := range pages {
		ask(t, e, page, "identity")
	}
	for _, page := range pages {
		for _, event := range []string{"arrival", "departure", "departure"} { // the last one is refused
			status := map[string]int{"arrival": 201, "departure": 200}[event]
			if n%3 == 2 {
				status = 409
			}
			serve(t, e, apptest.Event(event, time.Date(2026, 11, 20, 17+n/3, 1+n%3, 0, 0, time.UTC).Format(time.RFC3339), fmt.Sprint("steps", n)), status)
			n++
			got := steps(func() { ask(t, e, page, "identity") })
			t.Logf("%s after %s %d: %d steps", page, event, status, got)
			modelstest.WantAtMost(t, got, most, page, "after", event, status)
		}
	}
}
