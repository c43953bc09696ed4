package odd_test

import (
	"bytes"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/exchange"
	"worklog/models/modelstest"
)

// oddTexts are what another program may have written in the place of a date or an instant.
var oddTexts = []string{"garbage", "", "2026-11-31", "2026-11-20T27:61:00.000000000Z", "0000-00-00"}

// everyOddRow starts the program on a database with odd text in each column of the records, each in
// a row of its own. It returns the ids of the odd days, the first of which has an odd date.
func everyOddRow(t *testing.T) (p *apptest.Program, entries []string) {
	t.Helper()
	p = apptest.Start(t, apptest.NoLimit, apptest.InZone(t, "Europe/Paris"))
	odd := 0
	spoil := func(table, column, row string, arguments ...any) {
		t.Helper()
		text := oddTexts[odd%len(oddTexts)]
		if odd++; column == "idempotency_key" && text != "" {
			text += table // each is there once
		}
		done := modelstest.Got(p.DB.Exec(fmt.Sprintf("PRAGMA ignore_check_constraints = ON; UPDATE %s SET %s = ? WHERE %s", table, column, row), append([]any{text}, arguments...)...))(t)
		if rows, err := done.RowsAffected(); rows != 1 || err != nil {
			t.Fatalf("%s.%s of %s: %d rows, %v", table, column, row, rows, err)
		}
	}
	columns := func(table string) []string {
		return p.Stored("SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT' ORDER BY name <> 'date'", table)
	}
	for _, table := range []string{"work_entries", "time_slots", "workplace_presence_events"} {
		for _, column := range columns(table) {
			date := fmt.Sprintf("2026-11-%02d", len(entries))
			if len(entries) == 0 {
				date = "2026-10-31"
			}
			p.Day(date+"T08:00:00+01:00", date+"T12:00:00+01:00", date)
			id := p.Stored("SELECT id FROM work_entries WHERE date = ?", date)[0]
			edited := p.Form("/entries/" + id + "/edit")
			edited.Set("note", "x")
			p.Submit("/entries/"+id+"/edit", edited).Want(t, 303)
			entries = append(entries, id)
			key := map[string]string{"work_entries": "id", "time_slots": "work_entry_id"}[table]
			if key == "" {
				key = "event = 'arrival' AND work_entry_id"
			}
			spoil(table, column, key+" = ?", id)
		}
	}
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "other")
	for i, column := range columns("refused_events") {
		p.Leave(fmt.Sprintf("2026-11-20T18:0%d:00+01:00", i), fmt.Sprint("refused ", i)).Want(t, 409)
		spoil("refused_events", column, "id = ?", i+1)
	}
	p.RenewFeeds()
	for i, table := range []string{"changes", "day_states"} { // of the last seven odd days
		for j, column := range columns(table) {
			spoil(table, column, "id = (SELECT max(id) FROM "+table+") - ?", 5*i+j)
		}
	}
	modelstest.Must(t, modelstest.Only(p.DB.Exec(strings.ReplaceAll(`INSERT INTO accepted_doubts SELECT date('2026-01-01', value || ' days'), 'long', value, AT FROM json_each('[1, 2, 3, 4]');
		INSERT INTO request_counts SELECT 'minute', AT || value, 'rate_limited', 1 FROM json_each('[1, 2, 3]');
		INSERT INTO contacts SELECT 'feeds', '2026-11-19', 'presence', value, 1, AT FROM json_each('[1, 2, 3, 4, 5]');
		INSERT INTO kept_sheets SELECT date('2026-01-01', value || ' months'), 3, printf('%064d', 1), 1, printf('%0248d', 1), AT FROM json_each('[0, 2, 4, 6]');
		INSERT OR IGNORE INTO feeds SELECT value, zeroblob(32), AT, NULL FROM json_each('[1, 2, 3, 4]');
		INSERT INTO settings_versions SELECT value, AT, '', '[person]' FROM json_each('[1, 2, 3]')`, "AT", "'2026-11-20T06:59:00.000000000Z'"))))
	for _, table := range []string{"accepted_doubts", "journal_lines", "request_counts", "contacts", "settings_versions", "kept_sheets", "feeds"} {
		for i, column := range columns(table) {
			spoil(table, column, "rowid = ?", i+1)
		}
	}
	return p, entries
}

// TestOddRowsBlockNothingElse does all that a person and the automation do with the other days, and with
// each of the odd ones.
func TestOddRowsBlockNothingElse(t *testing.T) {
	p, entries := everyOddRow(t)
	did := func(what string, got apptest.Answer) {
		t.Helper()
		if got.Status >= 500 {
			log := p.Log.String()
			t.Errorf("%s: %d %.80s; the log ends with %s", what, got.Status, got.Body, log[max(0, len(log)-600):])
		}
	}
	look := func(paths ...string) {
		t.Helper()
		for _, path := range paths {
			did(path, p.Get(path))
		}
	}
	pages := []string{"/months/2026-11", "/years/2026", "/review", "/journal", "/today", "/help", "/help/connect", "/data", "/feeds", "/entries/range",
		"/months/2026-11/hours", "/months/2026-11/sheet", "/months/2026-11/pay", "/years/2026/hours", "/years/2026/counters", "/years/2026/rests", "/years/2026/costs",
		"/entries/new?date=2026-11-24", "/data/export", "/data/export?anyway=1", "/data/export?of=slots&anyway=1", "/data/export?of=days&anyway=1", "/data/export?of=months&anyway=1"}
	look(pages...)
	for _, request := range []exchange.Export{{}, {Table: exchange.Slots}, {Table: exchange.Days}, {Table: exchange.Months}} {
		modelstest.Must(t, modelstest.Only(app.Export(t.Context(), p.Config, request, &bytes.Buffer{})))
	}
	modelstest.Must(t, modelstest.Only(models.Format.Backup(t.Context(), p.Config.Database, filepath.Join(t.TempDir(), "copy.db"))))

	// the other days
	p.Clock.Advance(24 * time.Hour)
	did("an arrival", p.Arrive("2026-11-21T08:00:00+01:00", "next-in"))
	did("a departure", p.Leave("2026-11-21T12:00:00+01:00", "next-out"))
	did("a departure that is refused", p.Leave("2026-11-21T13:00:00+01:00", "next-refused"))
	did("a press", p.Press(""))
	did("a press", p.Press(""))
	other := "/entries/" + p.Stored("SELECT id FROM work_entries WHERE date = '2026-11-19'")[0] + "/edit"
	form := p.Form(other)
	form.Set("note", "y")
	did("saving another day", p.Submit(other, form))
	shown := p.Upload("date,start,end\n2026-10-10,08:00,12:00\n", "")
	did("reading a file", shown)
	did("an import", p.Submit("/data/import", shown.Fields()))
	did("a range", p.Submit("/entries/range", url.Values{"from": {"2026-11-23"}, "to": {"2026-11-25"}, "day_type": {"RTT"}}))

	for i, id := range entries { // the odd ones
		day := "/entries/" + id
		look(day+"/edit", day+"/history", day+"/delete")
		at := time.Date(2026, time.October, 31+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) // its date
		did("an arrival", p.Arrive(at+"T18:00:00+01:00", "in again "+id))
		look("/months/2026-11", "/today", day+"/edit")
		did("a departure", p.Leave(at+"T19:00:00+01:00", "out again "+id))
		did("saving it", p.Submit(day+"/edit", url.Values{"note": {"z"}, "day_type": {"WORK"}, "version": p.Form(day + "/history")["version"]}))
		did("going back to a state", p.Submit("/entries/bring-back", url.Values{"state": p.Stored("SELECT min(id) FROM day_states WHERE work_entry_id = ?", id), "version": p.Form(day + "/history")["version"]}))
		found, err := models.Format.Check(t.Context(), p.Config.Database)
		if row := day + "/history"; err != nil || i > 0 && i < len(entries)-7 && slices.ContainsFunc(found.Findings, func(line string) bool {
			return strings.HasPrefix(line, "work entry "+id+" ") || strings.Contains(line, row+" (")
		}) {
			t.Errorf("%s: after going back to a state: %q, %v", day, found.Findings, err)
		}
		take := func() {
			did("taking that back", p.Submit("/entries/take-back", url.Values{"change": p.Stored("SELECT max(change_id) FROM day_states")}))
		}
		take()
		did("deleting it", p.Submit(day+"/delete", p.Form(day+"/delete")))
		take()
	}
	for id := range 6 {
		did("dismissing", p.Submit("/review/dismiss", url.Values{"refused_id": {fmt.Sprint(id + 1)}}))
	}
	look(pages...)
}
