package models_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/imports"
	"worklog/models/modelstest"
)

const (
	dateCheck    = "date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'"
	madeAtCheck  = "made_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'"
	dayTypeCheck = "day_type IN ( 'WORK', 'TT', 'GARDE', 'ASTREINTE', 'FORMATION', 'RTT', 'CONGE', 'MALADE', 'FERIE')"

	ofEntry   = " WHERE id = ENTRY"
	ofSlot    = " WHERE id = SLOT"
	ofArrival = " WHERE id = ARRIVAL"
	ofLeaving = " WHERE id = DEPARTURE"
	isNoKey   = "has an idempotency key that is blank or not 1 to 255 characters of UTF-8"
	isNoText  = " that is not at most 10,000 characters of text"
)

// oddDays are statements that each make a day of its own odd, with what check finds, a line each. The
// day has an entry, a slot, an arrival and a departure.
var oddDays = []struct {
	statement string
	finds     string
	check     string // of the schema, that refuses it
}{
	{"UPDATE work_entries SET date = '1-1-ENTRY'" + ofEntry, "work entry ENTRY (1-1-ENTRY): has a date outside the years 1970 to 9999", "work_entries: " + dateCheck},
	{"UPDATE work_entries SET date = '2026-02-30'" + ofEntry, "work entry ENTRY (2026-02-30): has a date outside the years 1970 to 9999", ""},
	{"UPDATE work_entries SET date = '1969-12-31'" + ofEntry, "work entry ENTRY (1969-12-31): has a date outside the years 1970 to 9999", ""},
	{"UPDATE work_entries SET date = '2026-11-2' || char(10)" + ofEntry, "work entry ENTRY (2026-11-2\ufffd): has a date outside the years 1970 to 9999", ""},
	{"UPDATE work_entries SET timezone = 'Mars/Olympus'" + ofEntry, "work entry ENTRY (DATE): has an unknown time zone", ""},
	{"UPDATE work_entries SET version = 0" + ofEntry, "work entry ENTRY (DATE): has a version below 1", ""},
	{"UPDATE work_entries SET created_at = 'x', updated_at = '2026-11-20T07:00:00Z'" + ofEntry,
		"work entry ENTRY (DATE): has an invalid created_at\nwork entry ENTRY (DATE): has an invalid updated_at", ""},
	{"UPDATE work_entries SET day_type = 'work'" + ofEntry, "work entry ENTRY (DATE): has an invalid day type", "work_entries: " + dayTypeCheck},
	{"UPDATE work_entries SET half_day = 'GARDE'" + ofEntry, "work entry ENTRY (DATE): has an invalid half day", ""},
	{"UPDATE work_entries SET half_day = 'WORK'" + ofEntry, "work entry ENTRY (DATE): has an invalid half day", ""},
	{"UPDATE work_entries SET half_day = ''" + ofEntry, "work entry ENTRY (DATE): has an invalid half day", ""},
	{"UPDATE work_entries SET half_day = 'RTT', day_type = 'GARDE'" + ofEntry, "work entry ENTRY (DATE): has an invalid half day", ""},
	{"UPDATE work_entries SET half_day = 'REPOS', day_type = 'FORMATION'" + ofEntry, "work entry ENTRY (DATE): has an invalid half day", ""},
	{"UPDATE work_entries SET half_day = 'RTT', half = 'noon'" + ofEntry, "work entry ENTRY (DATE): has a half that is neither am nor pm", ""},
	{"UPDATE work_entries SET half = 'am'" + ofEntry, "work entry ENTRY (DATE): has a half without a half day", ""},
	{"UPDATE work_entries SET half_day = 'RTT', day_type = 'RTT'" + ofEntry, "work entry ENTRY (DATE): has an invalid half day", ""},
	{"UPDATE work_entries SET note = CAST(x'c3a9ff' AS TEXT)" + ofEntry, "work entry ENTRY (DATE): has a note" + isNoText, ""},
	{"UPDATE work_entries SET note = 'a' || char(0) || 'b'" + ofEntry, "work entry ENTRY (DATE): has a note" + isNoText, ""},
	{"UPDATE work_entries SET note = printf('%.*c', 3000000, 'x')" + ofEntry, "work entry ENTRY (DATE): has a note" + isNoText, ""},
	{"UPDATE work_entries SET journey_profile_id = CAST(x'ff' AS TEXT), motor_vehicle_id = char(0)" + ofEntry,
		"work entry ENTRY (DATE): has a journey_profile_id" + isNoText + "\nwork entry ENTRY (DATE): has a motor_vehicle_id" + isNoText, ""},
	{"UPDATE work_entries SET requested_by = printf('%.*c', 101, 'x'), reason = char(0)" + ofEntry,
		"work entry ENTRY (DATE): has a requested_by that is not at most 100 characters of text\nwork entry ENTRY (DATE): has a reason that is not at most 500 characters of text", ""},
	{"UPDATE time_slots SET start_at = '1', end_at = '2'" + ofSlot, "time slot SLOT: has an invalid start_at\ntime slot SLOT: has an invalid end_at", ""},
	{"UPDATE time_slots SET end_at = start_at" + ofSlot, "time slot SLOT: does not end after it starts", "time_slots: start_at < end_at"},
	{"UPDATE workplace_presence_events SET occurred_at = '', received_at = '', closed_at = ''" + ofArrival,
		"presence event ARRIVAL (arrival): has an invalid occurred_at\npresence event ARRIVAL (arrival): has an invalid received_at\npresence event ARRIVAL (arrival): has an invalid closed_at", ""},
	{"UPDATE workplace_presence_events SET received_at = '9999-12-31T48:00:00.000000000Z'" + ofArrival, "presence event ARRIVAL (arrival): has an invalid received_at", ""},
	{"UPDATE workplace_presence_events SET received_at = '2026-11-20T7:00:00.000000000Z'" + ofArrival, "presence event ARRIVAL (arrival): has an invalid received_at", ""},
	{"UPDATE workplace_presence_events SET time_slot_id = SLOT - 1" + ofArrival, "presence event ARRIVAL (arrival): is linked to a slot of another work entry", ""},
	{"UPDATE workplace_presence_events SET created_slot_id = NULL" + ofLeaving, "presence event DEPARTURE (departure): does not name the slot it created", ""},
	{"UPDATE workplace_presence_events SET created_slot_id = 0" + ofLeaving, "presence event DEPARTURE (departure): has an impossible created_slot_id", ""},
	{"UPDATE workplace_presence_events SET first_entry_id = 0" + ofLeaving, "presence event DEPARTURE (departure): has an impossible first_entry_id", ""},
	{"UPDATE workplace_presence_events SET created_slot_id = 1" + ofArrival, "presence event ARRIVAL (arrival): names a slot that it created, as only departures do", ""},
	{"DELETE FROM workplace_presence_events" + ofLeaving, "work entry ENTRY (DATE): has fewer departures than arrivals closed by a departure", ""},
	{"UPDATE workplace_presence_events SET event = 'pause'" + ofLeaving,
		"presence event DEPARTURE (pause): is neither arrival nor departure\nwork entry ENTRY (DATE): has fewer departures than arrivals closed by a departure", "workplace_presence_events: event IN ('arrival', 'departure')"},
	{"UPDATE workplace_presence_events SET closure = 'magic'" + ofArrival, "presence event ARRIVAL (arrival): has an invalid closure", "workplace_presence_events: closure IN ('departure', 'manual', 'discarded')"},
	{"UPDATE workplace_presence_events SET closure = 'manual', closed_at = received_at" + ofLeaving, "presence event DEPARTURE (departure): has an invalid closure", "workplace_presence_events: event = 'arrival' OR closure IS NULL"},
	{"UPDATE workplace_presence_events SET closed_at = NULL" + ofArrival,
		"presence event ARRIVAL (arrival): has a closure without a closing time, or a closing time without a closure", "workplace_presence_events: (closure IS NULL) = (closed_at IS NULL)"},
	{"UPDATE workplace_presence_events SET by_hand = 2" + ofLeaving, "presence event DEPARTURE (departure): has an invalid by_hand", "workplace_presence_events: by_hand IN (0, 1)"},
	{"UPDATE workplace_presence_events SET idempotency_key = ''" + ofLeaving, "presence event DEPARTURE (departure): " + isNoKey, "workplace_presence_events: idempotency_key <> ''"},
	{"UPDATE workplace_presence_events SET idempotency_key = '" + strings.Repeat("é", 256) + "'" + ofLeaving, "presence event DEPARTURE (departure): " + isNoKey, ""},
	{"UPDATE workplace_presence_events SET idempotency_key = CAST(x'6bff' AS TEXT)" + ofLeaving, "presence event DEPARTURE (departure): " + isNoKey, ""},
	{"UPDATE workplace_presence_events SET idempotency_key = '  '" + ofLeaving, "presence event DEPARTURE (departure): " + isNoKey, ""},
	{"UPDATE workplace_presence_events SET idempotency_key = char(0x2003)" + ofLeaving, "presence event DEPARTURE (departure): " + isNoKey, ""},
	{"UPDATE workplace_presence_events SET occurred_at_sent = char(0)" + ofArrival, "presence event ARRIVAL (arrival): has an occurred_at_sent" + isNoText, ""},
	{"UPDATE workplace_presence_events SET time_slot_id = SLOT, work_entry_id = ENTRY WHERE id = 3", "presence event 3 (arrival): is open but linked to a slot", ""},
}

// oddRows are statements that make rows beside the days odd.
var oddRows = []struct{ statement, finds, check string }{
	{"INSERT INTO time_slots (id, work_entry_id, start_at, end_at) VALUES (999, 998, '2026-11-20T07:00:00.000000000Z', '2026-11-20T08:00:00.000000000Z')", "time_slots 999: refers to a row of work_entries that does not exist", ""},
	{"UPDATE web_sessions SET created_at = '', seen_at = ''", "web session 1: has an invalid created_at\nweb session 1: has an invalid seen_at", ""},
	{"UPDATE backups SET made_at = '2026-11-20T07:00:00Z'", "backup /away/worklog-20261120T070000Z.db: has an invalid made_at", ""},
	{"UPDATE refused_events SET event = 'lunch'", "refused event 1 (lunch): is neither arrival nor departure", "refused_events: event IN ('arrival', 'departure')"},
	{"UPDATE refused_events SET idempotency_key = ''", "refused event 1 (lunch): " + isNoKey, "refused_events: idempotency_key <> ''"},
	{"UPDATE refused_events SET occurred_at_sent = CAST(x'ff' AS TEXT)", "refused event 1 (lunch): has an occurred_at_sent" + isNoText, ""},
	{"UPDATE request_counts SET span = 'day'", "has an unknown span", "request_counts: span IN ('minute', 'hour')"},
	{"UPDATE session_secrets SET id = 2", "session secret 2: is empty, or does not have the id 1", "session_secrets: id = 1"},
	{"UPDATE feeds SET id = 3", "feeds 3: does not have the id 1 or 2", ""},
	{"UPDATE feeds SET secret = 'short'", "feeds 3: has a secret that is not 64 digits long", ""},
	{"UPDATE database_state SET id = 2", "state of the database: does not have the id 1", "database_state: id = 1"},
	{"UPDATE accepted_doubts SET date = '1-1-1'", "accepted doubt of 1-1-1: has a date outside the years 1970 to 9999", "accepted_doubts: " + dateCheck},
	{"UPDATE contacts SET date = 'today', last_at = 'now', requests = 0",
		"contact 1 (feeds): has a date outside the years 1970 to 9999\ncontact 1 (feeds): has an invalid last_at\ncontact 1 (feeds): has an impossible number of requests", ""},
	{"UPDATE changes SET action = 'wished', made_at = 'now', made_by = CAST(x'ff' AS TEXT), refused = '[]'", `change 1: has an invalid made_at; see /entries/1/history
change 1: has an unknown action; see /entries/1/history
change 1: has a made_by` + isNoText + `; see /entries/1/history
change 1: has refused events that cannot be read; see /entries/1/history`, ""},
	{"UPDATE day_states SET date = '2026-02-3', state = '{\"entry\":{}}'", "day state 1 (2026-02-3): has a state that cannot be read\nday state 1 (2026-02-3): has a date that is none", "day_states: " + dateCheck},
	{"INSERT INTO day_states (change_id, work_entry_id, date) VALUES (3, 1, '2026-11-20')",
		"day state 2 (2026-11-20): has neither a state nor a version\nday_states 2: refers to a row of changes that does not exist", ""},
	{"UPDATE sqlite_sequence SET seq = 1 WHERE name = 'day_states'", "table day_states: would reuse an id", ""},
	{"UPDATE sqlite_sequence SET seq = 0 WHERE name = 'changes'", "table changes: would reuse an id", ""},
	{"UPDATE sqlite_sequence SET seq = 1 WHERE name = 'work_entries'", "table work_entries: would reuse an id", ""},
	{"DELETE FROM sqlite_sequence WHERE name = 'time_slots'", "table time_slots: would reuse an id", ""},
	{"UPDATE sqlite_sequence SET seq = 2 WHERE name = 'workplace_presence_events'", "table workplace_presence_events: would reuse an id", ""},
	{"UPDATE settings_versions SET made_at = date(made_at)", "settings 1: has an invalid made_at", "settings_versions: " + madeAtCheck},
	{"UPDATE settings_versions SET made_by = CAST(x'ff' AS TEXT)", "settings 1: has a made_by" + isNoText, ""},
	{"UPDATE settings_versions SET document = printf('%262145s', '')", "settings 1: has a document of more than 256 KiB", "settings_versions: length(CAST(document AS BLOB)) <= 262144"},
	{"UPDATE kept_sheets SET month = '2026-10-02', format = 0", `kept sheet of 2026-10-02: is not of the first date of a month of the years 1970 to 9999
kept sheet of 2026-10-02: has an invalid format or hide_illness`, ""},
	{"UPDATE kept_sheets SET digest = 'x', kept_at = ''", `kept sheet of 2026-10-02: has an invalid kept_at
kept sheet of 2026-10-02: has a digest that is not 64 hexadecimal digits, or day_digests that are not 8 for each date`, ""},
	{"DELETE FROM sqlite_sequence WHERE name = 'settings_versions'", "table settings_versions: would reuse an id", ""},
}

// everythingOdd makes a database with a row in every table and every odd day and row at once. It returns
// what check finds, and the ids of the odd days that a file can hold.
func everythingOdd(t *testing.T) (path string, finds []string, entries []int64) {
	t.Helper()
	path = full(t)
	const first = 11
	modelstest.Query(t, path, fmt.Sprintf(`
		CREATE TEMP TABLE odd AS WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i, date('2026-01-01', i || ' days') AS date FROM n;
		INSERT INTO work_entries (id, date, timezone, day_type, created_at, updated_at) SELECT i, odd.date, timezone, day_type, created_at, updated_at FROM odd, work_entries WHERE id = 1;
		INSERT INTO time_slots (id, work_entry_id, start_at, end_at) SELECT i, i, odd.date || substr(start_at, 11), odd.date || substr(end_at, 11) FROM odd, time_slots WHERE id = 1;
		INSERT INTO workplace_presence_events (id, work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, created_slot_id, closure, closed_at)
			SELECT 100 * id + i, i, i, event, occurred_at, occurred_at_sent, idempotency_key || ' ' || i, received_at, iif(event = 'departure', i, NULL), closure, closed_at FROM odd, workplace_presence_events WHERE id < 3`,
		first, first+len(oddDays)-1))
	db := modelstest.SQL(t, path)
	db.SetMaxOpenConns(1)
	checks := map[string]bool{}
	run := func(statement, finding, check string) {
		t.Helper()
		if check != "" {
			_, expression, _ := strings.Cut(check, ": ")
			if _, err := db.Exec(statement); err == nil || !strings.HasSuffix(strings.Join(strings.Fields(err.Error()), " "), expression) {
				t.Errorf("%s: got %v, want that the schema refuses it", statement, err)
			}
			checks[check] = true
		}
		modelstest.Must(t, modelstest.Only(db.Exec("PRAGMA ignore_check_constraints = ON; "+statement)))
		modelstest.Must(t, modelstest.Only(db.Exec("PRAGMA ignore_check_constraints = OFF")))
		finds = append(finds, strings.Split(finding, "\n")...)
	}
	for i, odd := range oddDays {
		id := int64(first + i)
		var date string
		modelstest.Must(t, db.QueryRow("SELECT date FROM work_entries WHERE id = ?", id).Scan(&date))
		named := strings.NewReplacer("ENTRY", fmt.Sprint(id), "SLOT", fmt.Sprint(id), "ARRIVAL", fmt.Sprint(100+id), "DEPARTURE", fmt.Sprint(200+id), "(DATE)", "("+date+")")
		run(named.Replace(odd.statement), named.Replace(odd.finds), odd.check)
		// which the reader of a file refuses, or takes for no half day
		if !strings.HasSuffix(odd.finds, "_at") && !strings.HasSuffix(odd.finds, "by_hand") && !strings.Contains(odd.statement, "half_day = ''") {
			entries = append(entries, id)
		}
	}
	for _, odd := range oddRows {
		run(odd.statement, odd.finds, odd.check)
	}
	if got, want := slices.Sorted(slices.Values(checksOf(t, db))), slices.Sorted(maps.Keys(checks)); !slices.Equal(got, want) {
		t.Errorf("the schema has the conditions\n%s\nand the test\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	modelstest.Must(t, db.Close())
	return path, finds, entries
}

func TestEveryOddRowIsFoundSavedAndRestored(t *testing.T) {
	t.Parallel()
	path, finds, entries := everythingOdd(t)
	got, err := models.Format.Check(t.Context(), path)
	if err != nil || got.Fatal != "" || len(got.Findings) != len(finds) {
		t.Errorf("got %q, %v, %d findings, want %d", got.Fatal, err, len(got.Findings), len(finds))
	}
	for _, want := range finds {
		if !slices.ContainsFunc(got.Findings, func(line string) bool { return strings.Contains(line, want) }) {
			t.Errorf("not found: %s", want)
		}
	}
	all := strings.Join(got.Findings, "\n")
	if t.Failed() {
		t.Log(all)
	}
	if strings.Count(all, "\n") != len(got.Findings)-1 || strings.Contains(all, "k3") {
		t.Errorf("a line break or a key in\n%s", all)
	}
	for _, rule := range models.DayRuleTexts() {
		if rule != "is open while another arrival is open" && !strings.Contains(all, rule) { // of which there is one at most
			t.Errorf("no day %s", rule)
		}
	}
	modelstest.WantList(t, modelstest.Got(models.Format.Backup(t.Context(), path, filepath.Join(t.TempDir(), "copy.db")))(t), got.Odd, "backup")
	to := filepath.Join(t.TempDir(), "worklog.db")
	if restored, err := models.Format.Restore(t.Context(), path, to, nil); err != nil || len(restored.Odd) > len(got.Odd) || len(restored.Odd) < len(got.Odd)/2 {
		t.Errorf("restore: got %q, %v", restored.Odd, err)
	}
	modelstest.WantList(t, rowsOf(t, path), rowsOf(t, to), "the restored records are others")
	for _, entry := range entries {
		wantImportRefused(t, path, entry)
	}
}

func TestADatabaseOnWhichNothingCanBeBuiltIsNeitherSavedNorRestored(t *testing.T) {
	t.Parallel()
	const schema = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET "
	const beyond = "4503599627370496" // 2^52
	const at = "'2026-11-20T07:00:00.000000000Z'"
	for name, test := range map[string]struct{ statement, finds string }{
		"two open arrivals": {"DROP INDEX workplace_presence_events_one_open_arrival; UPDATE workplace_presence_events SET closure = NULL, closed_at = NULL, time_slot_id = NULL WHERE id = 1",
			"index workplace_presence_events_one_open_arrival: is missing\npresence event 3 (arrival): is open while another arrival is open"},
		"rows whose day has no page": {`PRAGMA ignore_check_constraints = ON; UPDATE work_entries SET id = -1, version = 0 WHERE id = 2; UPDATE workplace_presence_events SET work_entry_id = -1, received_at = '' WHERE id = 3;
			UPDATE time_slots SET work_entry_id = 0, end_at = ''; INSERT INTO changes VALUES (1, 'wished', '2026-11-20T07:00:00.000000000Z', '', NULL, NULL, NULL); INSERT INTO day_states VALUES (1, 1, -1, '2026-11-20', 1, 2, '{')`,
			`work entry -1 (2026-11-20): has a version below 1; see row -1 of table work_entries
presence event 3 (arrival): has an invalid received_at; see row 3 of table workplace_presence_events (2026-11-20)
time slot 1: has an invalid end_at; see row 1 of table time_slots
day state 1 (2026-11-20): has a state that cannot be read; see row 1 of table day_states
change 1: has an unknown action; see row 1 of table day_states`},
		"a version older than the schema": {"DELETE FROM goose_db_version WHERE version_id > 2", "table session_secrets: belongs to a later schema than the database's own version"},
		"a foreign trigger and view": {"CREATE TRIGGER t AFTER DELETE ON time_slots BEGIN SELECT 1; END; CREATE VIEW v AS SELECT 1",
			"trigger t: is not part of the schema\nview v: is not part of the schema"},
		"a missing trigger":                   {"DROP TRIGGER time_slots_changed", "trigger time_slots_changed: is missing"},
		"a missing table":                     {"DROP TABLE web_sessions", "table web_sessions: is missing"},
		"a table with a different definition": {schema + "sql = replace(sql, 'NOT NULL UNIQUE', 'UNIQUE') WHERE name = 'work_entries'", "table work_entries: differs from the schema"},
		"the sequence of entries":             {"UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'work_entries'", "table work_entries: has an impossible last id"},
		"the sequence of events":              {"UPDATE sqlite_sequence SET seq = " + beyond + " WHERE name = 'workplace_presence_events'", "table workplace_presence_events: has an impossible last id"},
		"a sequence without room":             {"UPDATE sqlite_sequence SET seq = 4503599627370494 WHERE name = 'work_entries'", "table work_entries: has an impossible last id"},
		"a sequence that is text":             {"UPDATE sqlite_sequence SET seq = 'garbage' WHERE name = 'time_slots'", "table time_slots: has an impossible last id"},
		"the version of an entry":             {"UPDATE work_entries SET version = " + beyond + " WHERE id = 2", "work entry 2: has an impossible version"},
		"a version without room":              {"UPDATE work_entries SET version = 4503599627370494 WHERE id = 2", "work entry 2: has an impossible version"},
		"the id of an entry":                  {"INSERT INTO work_entries SELECT " + beyond + ", '2026-11-21', timezone, day_type, '', '', '', 1, created_at, updated_at, NULL, '', '', '' FROM work_entries WHERE id = 1", "work entry " + beyond + ": has an impossible id"},
		"the id of a slot":                    {"UPDATE time_slots SET id = " + beyond, "time slot " + beyond + ": has an impossible id"},
		"a negative id of a state":            {"INSERT INTO day_states VALUES (-1, 1, 1, '2026-11-19', NULL, 2, NULL)", "day state -1: has an impossible id"},
		"a negative id of settings":           {"INSERT INTO settings_versions VALUES (-1, " + at + ", '', '')", "settings -1: has an impossible id"},
		"a negative id of a change":           {"INSERT INTO changes VALUES (-1, 'edited', " + at + ", '', NULL, NULL, NULL)", "change -1: has an impossible id"},
		"an index with a missing row":         {schema + "rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'workplace_presence_events_time_slot_id') WHERE name = 'time_slots_work_entry_id'", "file: "},
	} {
		t.Run(name, func(t *testing.T) {
			path := soundDatabase(t)
			modelstest.Query(t, path, test.statement)
			got := modelstest.Got(models.Format.Check(t.Context(), path))(t)
			for want := range strings.SplitSeq(test.finds, "\n") {
				if !slices.ContainsFunc(got.Findings, func(line string) bool { return strings.HasPrefix(line, want) }) {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got.Findings, "\n"), want)
				}
			}
			wantNeitherSavedNorRestored(t, path)
			if name == "two open arrivals" {
				wantImportRefused(t, path, 1, 2)
			}
		})
	}
}

// wantImportRefused fails if a file with the days as they are is imported.
func wantImportRefused(t *testing.T, path string, days ...int64) {
	t.Helper()
	from := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer from.Close()
	to, _ := modelstest.Open(t)
	var entries []models.WorkEntry
	modelstest.Must(t, from.Read(t.Context()).Where("id IN ?", days).Find(&entries).Error)
	records := modelstest.Got(from.Read(t.Context()).Records(entries))(t)
	var file imports.File
	for i := range records {
		file.Days = append(file.Days, imports.Day{Record: &records[i]})
	}
	if plan, err := imports.PreviewOf(t.Context(), to, file); err != nil || plan.Count(models.EffectRefused) == 0 {
		t.Errorf("an import takes %d: got %+v, %v", days, plan, err)
	}
}
