package odd_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/modelstest"
)

// oddTables are the tables of the records, each with the row that is made odd: of entry 1,
// or about it.
var oddTables = map[string]string{
	"work_entries":              "id = 1",
	"time_slots":                "id = 1",
	"workplace_presence_events": "id = 1",
	"refused_events":            "id = 1",
	"changes":                   "id = 1",
	"day_states":                "id = 1",
	"accepted_doubts":           "rowid = 1",
	"journal_lines":             "id = 1",
	"request_counts":            "rowid = 1",
	"contacts":                  "rowid = 1",
	"feeds":                     "id = 1",
	"settings_versions":         "id = 1",
}

// oddTexts are what another program may have written in the place of a date or an instant.
var oddTexts = []string{"garbage", "", "2026-11-31", "2026-11-20T27:61:00.000000000Z", "0000-00-00"}

// withHistory is a database with a row in each table of the records: entries 1 and 2, of which 1
// was edited, and what the automation and people left beside them.
func withHistory(t *testing.T) (path string) {
	t.Helper()
	p := apptest.RecordedDay(t)
	p.Edit(func(values url.Values) { values.Set("note", "x") })
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "other")
	p.Leave("2026-11-20T18:00:00+01:00", "refused").Want(t, 409)
	p.RenewFeeds()
	statements := `INSERT INTO accepted_doubts VALUES ('2026-11-19', 'long', '1', AT);
		INSERT INTO request_counts VALUES ('minute', AT, 'rate_limited', 1);
		INSERT INTO contacts VALUES ('feeds', '2026-11-19', 'presence', 'curl', 1, AT);
		INSERT INTO settings_versions VALUES (1, AT, '', '[person]')`
	modelstest.Must(t, modelstest.Only(p.DB.Exec(strings.ReplaceAll(statements, "AT", "'2026-11-20T06:59:00.000000000Z'"))))
	p.Stop()
	return p.Config.Database
}

// columnsOf returns the columns of a table with text.
func columnsOf(p *apptest.Program, table string) []string {
	p.T.Helper()
	return p.Stored("SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'", table)
}

// startOn starts the program on a copy of a database.
func startOn(t *testing.T, path string) *apptest.Program {
	t.Helper()
	content, err := os.ReadFile(path)
	modelstest.Must(t, err)
	return apptest.Start(t, apptest.NoLimit, func(config *app.Config) {
		modelstest.Must(t, os.WriteFile(config.Database, content, 0o600))
	})
}

// TestOneOddRowBlocksNothingElse writes odd text in each column of the records, and does all
// that a person and the automation do with the other days, and with the odd one. It tries one
// text in each column, and all of them where WORKLOG_CHECKS is set.
func TestOneOddRowBlocksNothingElse(t *testing.T) {
	t.Parallel()
	path := withHistory(t)
	columns := startOn(t, path)
	for table, row := range oddTables {
		for _, column := range columnsOf(columns, table) {
			t.Run(table+"."+column, func(t *testing.T) {
				t.Parallel()
				texts := oddTexts
				if os.Getenv("WORKLOG_CHECKS") == "" {
					texts = texts[len(column)%len(texts):][:1]
				}
				for _, text := range texts {
					p := startOn(t, path)
					done, err := p.DB.Exec(fmt.Sprintf("PRAGMA ignore_check_constraints = ON; UPDATE OR IGNORE %s SET %s = ? WHERE %s", table, column, row), text)
					modelstest.Must(t, err)
					if rows, err := done.RowsAffected(); rows != 1 || err != nil {
						t.Fatalf("%q: %d rows, %v", text, rows, err)
					}
					if problem := goesOn(p, table+"."+column); problem != "" {
						t.Errorf("%q: %s", text, problem)
					}
					p.Stop()
				}
			})
		}
	}
}

// goesOn does what is done every day, and says what failed first.
func goesOn(p *apptest.Program, column string) (problem string) {
	p.T.Helper()
	ctx := p.T.Context()
	did := func(what string, got apptest.Answer) {
		if got.Status >= 500 && problem == "" {
			log := p.Log.String()
			problem = fmt.Sprintf("%s: %d %.80s; the log ends with %s", what, got.Status, got.Body, log[max(0, len(log)-600):])
		}
	}
	look := func(paths ...string) {
		for _, path := range paths {
			did(path, p.Get(path))
		}
	}
	look("/months/2026-11", "/years/2026", "/review", "/journal", "/today", "/help", "/help/connect", "/data", "/feeds", "/entries/range",
		"/months/2026-11/hours", "/months/2026-11/sheet", "/months/2026-11/pay", "/years/2026/hours", "/years/2026/counters", "/years/2026/rests", "/years/2026/costs",
		"/entries/1/edit", "/entries/1/history", "/entries/1/delete", "/entries/2/edit", "/entries/new?date=2026-11-24",
		"/data/export", "/data/export?anyway=1", "/data/export?of=slots&anyway=1", "/data/export?of=days&anyway=1", "/data/export?of=months&anyway=1")
	for _, request := range []app.ExportRequest{{Format: "json"}, {Format: "csv"}, {Format: "csv", Of: "days"}, {Format: "csv", Of: "months"}} {
		if _, err := app.Export(ctx, p.Config, request, &bytes.Buffer{}); err != nil {
			return "export: " + err.Error()
		}
	}
	if _, err := models.Backup(ctx, p.Config.Database, filepath.Join(p.T.TempDir(), "copy.db")); err != nil {
		return "backup: " + err.Error()
	}

	// the other days
	p.Clock.Advance(24 * time.Hour)
	did("an arrival", p.Arrive("2026-11-21T08:00:00+01:00", "next-in"))
	did("a departure", p.Leave("2026-11-21T12:00:00+01:00", "next-out"))
	did("a departure that is refused", p.Leave("2026-11-21T13:00:00+01:00", "next-refused"))
	did("a press", p.Press(""))
	did("a press", p.Press(""))
	form := p.Form("/entries/2/edit")
	form.Set("note", "y")
	did("saving another day", p.Submit("/entries/2/edit", form))
	shown := p.Upload("date,start,end\n2026-11-10,08:00,12:00\n", "")
	did("reading a file", shown)
	did("an import", p.Submit("/data/import", shown.Fields()))
	did("a range", p.Submit("/entries/range", url.Values{"from": {"2026-11-23"}, "to": {"2026-11-25"}, "day_type": {"RTT"}}))

	// the odd one
	did("an arrival", p.Arrive("2026-11-20T18:00:00+01:00", "in again"))
	did("a departure", p.Leave("2026-11-20T19:00:00+01:00", "out again"))
	form = url.Values{"note": {"z"}, "day_type": {"WORK"}, "version": p.Form("/entries/1/history")["version"]}
	did("saving the odd day", p.Submit("/entries/1/edit", form))
	did("going back to a state", p.Submit("/entries/bring-back", url.Values{"state": {"1"}, "version": p.Form("/entries/1/history")["version"]}))
	found, err := models.Check(ctx, p.Config.Database)
	remedied := !strings.Contains(strings.Join(found.Findings, "\n"), "/entries/1/history")
	if err != nil || !remedied && column != "work_entries.date" && !strings.HasPrefix(column, "day_states.") && !strings.HasPrefix(column, "changes.") {
		return fmt.Sprintf("after going back to a state: %q, %v", found.Findings, err)
	}
	did("taking that back", p.Submit("/entries/take-back", url.Values{"change": p.Stored("SELECT max(change_id) FROM day_states")}))
	did("deleting the odd day", p.Submit("/entries/1/delete", p.Form("/entries/1/delete")))
	look("/entries/1/history", "/years/2026", "/months/2026-11", "/review")
	did("taking that back", p.Submit("/entries/take-back", url.Values{"change": p.Stored("SELECT max(change_id) FROM day_states")}))
	did("dismissing", p.Submit("/review/dismiss", url.Values{"refused_id": {"1"}}))
	look("/review")
	return problem
}
