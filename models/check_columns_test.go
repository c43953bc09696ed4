package models_test

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/days"
	"worklog/models/imports"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

// anything are the columns that may have any value of their type.
var anything = []string{
	"work_entries.journey_profile_id", "work_entries.motor_vehicle_id", "work_entries.note",
	"workplace_presence_events.occurred_at_sent", "workplace_presence_events.idempotency_key",
	"refused_events.occurred_at_sent", "refused_events.idempotency_key",
	"journal_lines.source", "journal_lines.detail", "journal_lines.event", "journal_lines.occurred_at_sent", "journal_lines.idempotency_key",
	"accepted_doubts.doubt", "accepted_doubts.subject", "request_counts.kind",
	"contacts.name", "changes.made_by", "changes.request_key", "settings_versions.made_by", "journal_lines.user_agent", "web_sessions.token", "web_sessions.data", "backups.path",
}

// full makes a database with a row in every table.
func full(t *testing.T) (path string) {
	t.Helper()
	path = soundDatabase(t)
	const at = "'2026-11-20T07:00:00.000000000Z'"
	modelstest.Query(t, path, strings.ReplaceAll(`
		INSERT INTO session_secrets VALUES (1, x'01');
		INSERT INTO backups VALUES ('/away/worklog-20261120T070000Z.db', AT, 4096);
		INSERT INTO request_counts VALUES ('minute', AT, 'rate_limited', 1);
		INSERT INTO refused_events VALUES (1, 'departure', AT, '', 'r', AT, 'no_open_arrival');
		INSERT INTO feeds VALUES (1, zeroblob(32), AT);
		INSERT INTO changes VALUES (1, 'edited', AT, '', NULL, 'k', 1);
		REPLACE INTO database_state VALUES (1, '0123456789abcdef0123456789abcdef', AT);
		INSERT INTO day_states VALUES (1, 1, 1, '2026-11-19', NULL, 2, NULL);
		INSERT INTO settings_versions VALUES (1, AT, '', '[person]');
		INSERT INTO contacts VALUES ('feeds', '2026-11-19', 'presence', 'curl', 1, AT);
		INSERT INTO accepted_doubts VALUES ('2026-11-19', 'long', '1', AT)`, "AT", at))
	return path
}

func TestGarbageInAnyColumnIsFound(t *testing.T) {
	t.Parallel()
	path := full(t)
	if got, err := models.Check(t.Context(), path); err != nil || len(got.Findings) > 0 {
		t.Fatalf("got %q, %v", got.Findings, err)
	}
	rows, err := modelstest.SQL(t, path).Query(`SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
		WHERE t.type = 'table' AND t.name <> 'goose_db_version' AND t.name NOT GLOB 'sqlite_*'`)
	modelstest.Must(t, err)
	defer rows.Close()
	columns := 0
	for rows.Next() {
		var table, column, kind string
		modelstest.Must(t, rows.Scan(&table, &column, &kind))
		columns++
		if slices.Contains(anything, table+"."+column) {
			continue
		}
		t.Run(table+"."+column, func(t *testing.T) {
			t.Parallel()
			path := full(t)
			garbage := map[string]string{"TEXT": "'garbage'", "INTEGER": "1 << 62", "BLOB": "x''"}[kind]
			modelstest.Query(t, path, fmt.Sprintf("PRAGMA ignore_check_constraints = ON; UPDATE %[1]s SET %[2]s = %[3]s WHERE rowid = (SELECT max(rowid) FROM %[1]s)", table, column, garbage))
			if got, err := models.Check(t.Context(), path); err != nil || len(got.Findings) == 0 {
				t.Errorf("called sound: %v", err)
			}
		})
	}
	if err := rows.Err(); err != nil || columns < 60 {
		t.Errorf("got %d columns, %v", columns, err)
	}
}

// checksOf returns the CHECK constraints of the newest schema, each after its table.
func checksOf(t *testing.T, db *sql.DB) (checks []string) {
	t.Helper()
	rows, err := db.Query("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name")
	modelstest.Must(t, err)
	defer rows.Close()
	for rows.Next() {
		var table, text string
		modelstest.Must(t, rows.Scan(&table, &text))
		for _, rest := range strings.Split(text, "CHECK (")[1:] {
			end, depth := 0, 1
			for ; depth > 0; end++ {
				depth += strings.Count(rest[end:end+1], "(") - strings.Count(rest[end:end+1], ")")
			}
			checks = append(checks, table+": "+strings.Join(strings.Fields(rest[:end-1]), " "))
		}
	}
	modelstest.Must(t, rows.Err())
	return checks
}

// TestWhatTheSchemaRefusesCheckFinds breaks each CHECK constraint of the newest schema.
func TestWhatTheSchemaRefusesCheckFinds(t *testing.T) {
	t.Parallel()
	const day = "date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'"
	const instant = "GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'"
	breaches := map[string]struct{ statement, finding string }{
		"work_entries: " + day: {"UPDATE work_entries SET date = '1-1-1' WHERE id = 1", "has a date outside the years 1970 to 9999"},
		"work_entries: day_type IN ( 'WORK', 'TT', 'GARDE', 'ASTREINTE', 'FORMATION', 'RTT', 'CONGE', 'MALADE', 'FERIE')": {
			"UPDATE work_entries SET day_type = 'REPOS'", "has an invalid day type"},
		"time_slots: start_at < end_at": {"UPDATE time_slots SET end_at = start_at", "does not end after it starts"},
		"workplace_presence_events: event IN ('arrival', 'departure')": {
			"UPDATE workplace_presence_events SET event = 'lunch' WHERE id = 2", "is neither arrival nor departure"},
		"workplace_presence_events: idempotency_key <> ''": {
			"UPDATE workplace_presence_events SET idempotency_key = '' WHERE id = 2", "has an idempotency key that is blank"},
		"workplace_presence_events: closure IN ('departure', 'manual', 'discarded')": {
			"UPDATE workplace_presence_events SET closure = 'lost' WHERE id = 1", "has an invalid closure"},
		"workplace_presence_events: event = 'arrival' OR closure IS NULL": {
			"UPDATE workplace_presence_events SET closure = 'manual', closed_at = occurred_at WHERE id = 2", "has an invalid closure"},
		"workplace_presence_events: (closure IS NULL) = (closed_at IS NULL)": {
			"UPDATE workplace_presence_events SET closed_at = NULL WHERE id = 1", "has a closure without a closing time"},
		"workplace_presence_events: by_hand IN (0, 1)": {"UPDATE workplace_presence_events SET by_hand = 2 WHERE id = 2", "has an invalid by_hand"},

		"refused_events: event IN ('arrival', 'departure')": {"UPDATE refused_events SET event = 'lunch'", "is neither arrival nor departure"},
		"refused_events: idempotency_key <> ''":             {"UPDATE refused_events SET idempotency_key = ''", "has an idempotency key that is blank"},
		"request_counts: span IN ('minute', 'hour')":        {"UPDATE request_counts SET span = 'day'", "has an unknown span"},
		"session_secrets: id = 1":                           {"UPDATE session_secrets SET id = 2", "does not have the id 1"},
		"feeds: id = 1":                                     {"UPDATE feeds SET id = 2", "does not have the id 1"},
		"database_state: id = 1":                            {"UPDATE database_state SET id = 2", "does not have the id 1"},
		"day_states: " + day:                                {"UPDATE day_states SET date = '1-1-1'", "has a date that is none"},
		"accepted_doubts: " + day:                           {"UPDATE accepted_doubts SET date = '1-1-1'", "has a date outside the years 1970 to 9999"},
		"settings_versions: made_at " + instant:             {"UPDATE settings_versions SET made_at = date(made_at)", "has an invalid made_at"},
		"settings_versions: length(CAST(document AS BLOB)) <= 262144": {
			"UPDATE settings_versions SET document = printf('%262145s', '')", "has a document of more than 256 KiB"},
	}
	if got, want := checksOf(t, modelstest.SQL(t, full(t))), slices.Sorted(maps.Keys(breaches)); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Fatalf("the schema has\n%s\nand the test\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for check, breach := range breaches {
		t.Run(check, func(t *testing.T) {
			t.Parallel()
			path := full(t)
			_, expression, _ := strings.Cut(check, ": ")
			if _, err := modelstest.SQL(t, path).Exec(breach.statement); err == nil || !strings.HasSuffix(strings.Join(strings.Fields(err.Error()), " "), expression) {
				t.Fatalf("got %v", err)
			}
			modelstest.Query(t, path, "PRAGMA ignore_check_constraints = ON; "+breach.statement)
			got, err := models.Check(t.Context(), path)
			if err != nil || !slices.ContainsFunc(got.Findings, func(finding string) bool { return strings.Contains(finding, breach.finding) }) {
				t.Errorf("got %q, %v", got.Findings, err)
			}
		})
	}
}

func TestAnImportRefusesWhatCheckFindsFaultWith(t *testing.T) {
	t.Parallel()
	const event, entry = "UPDATE workplace_presence_events SET ", "UPDATE work_entries SET "
	breaches := map[string]string{
		"is open while another arrival is open": "DROP INDEX workplace_presence_events_one_open_arrival; " +
			event + "closure = NULL, closed_at = NULL, time_slot_id = NULL WHERE id = 1",
		"is open but linked to a slot":                                              event + "time_slot_id = 1 WHERE id = 3",
		"does not end after it starts":                                              "UPDATE time_slots SET end_at = start_at",
		"is linked to a slot of another work entry":                                 event + "time_slot_id = 1, closure = 'manual', closed_at = occurred_at WHERE id = 3",
		"does not name the slot it created":                                         event + "created_slot_id = NULL WHERE id = 2",
		"names a slot that it created, as only departures do":                       event + "created_slot_id = 1 WHERE id = 1",
		"has fewer departures than arrivals closed by a departure":                  "DELETE FROM workplace_presence_events WHERE id = 2",
		"has a version below 1":                                                     entry + "version = 0 WHERE id = 1",
		"has an idempotency key that is blank or not 1 to 255 characters of UTF-8":  event + "idempotency_key = ' ' WHERE id = 2",
		"has a note that is not at most 10,000 characters of text":                  entry + "note = char(0)",
		"has a journey_profile_id that is not at most 10,000 characters of text":    entry + "journey_profile_id = char(0)",
		"has a motor_vehicle_id that is not at most 10,000 characters of text":      entry + "motor_vehicle_id = char(0)",
		"has an occurred_at_sent that is not at most 10,000 characters of text":     event + "occurred_at_sent = char(0)",
		"has an invalid day type":                                                   entry + "day_type = 'REPOS'",
		"is neither arrival nor departure":                                          event + "event = 'lunch' WHERE id = 2",
		"has an invalid closure":                                                    event + "closure = 'lost' WHERE id = 1",
		"has a closure without a closing time, or a closing time without a closure": event + "closed_at = NULL WHERE id = 1",
		"has a date outside the years 1970 to 9999":                                 entry + "date = '1969-12-31' WHERE id = 1",
		"has an unknown time zone":                                                  entry + "timezone = 'Local'",
		"has an impossible created_slot_id":                                         event + "created_slot_id = 0 WHERE id = 2",
		"has an impossible first_entry_id":                                          event + "first_entry_id = 0 WHERE id = 2",
		"has an invalid half day":                                                   entry + "half_day = 'FERIE'",
	}
	reader := []string{"has an invalid by_hand", "has an invalid created_at", "has an invalid updated_at", "has an invalid start_at", "has an invalid end_at",
		"has an invalid occurred_at", "has an invalid received_at", "has an invalid closed_at"} // the reader of a file refuses it
	got, want := models.DayRuleTexts(), slices.Concat(slices.Collect(maps.Keys(breaches)), reader)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("the rules are\n%s\nand those of the test\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for rule, statement := range breaches {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			path := soundDatabase(t)
			modelstest.Query(t, path, "PRAGMA ignore_check_constraints = ON; "+statement)
			got, err := models.Check(t.Context(), path)
			if err != nil || !slices.ContainsFunc(got.Findings, func(finding string) bool { return strings.Contains(finding, rule) }) {
				t.Errorf("got %q, %v", got.Findings, err)
			}
			wantImportRefused(t, path)
		})
	}
}

// wantImportRefused fails unless a day of the database cannot be imported as it is.
func wantImportRefused(t *testing.T, path string) {
	t.Helper()
	from, err := models.Open(t.Context(), path, modelstest.Rules)
	modelstest.Must(t, err)
	defer from.Close()
	to, _ := modelstest.Open(t)
	var entries []models.WorkEntry
	modelstest.Must(t, from.Read(t.Context()).Find(&entries).Error)
	records, err := from.Read(t.Context()).Records(entries)
	modelstest.Must(t, err)
	var file imports.File
	for i := range records {
		file.Days = append(file.Days, imports.Day{Record: &records[i]})
	}
	if plan, err := imports.PlanOf(t.Context(), to, file); err != nil || plan.Count(models.EffectRefused) == 0 {
		t.Errorf("an import takes it: got %+v, %v", plan, err)
	}
}

func TestNoZoneButThoseOfTheDatabaseIsSound(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"", "Local", "Factory", "posixrules", "localtime", "posix/Europe/Paris", "right/Europe/Paris", "../Europe/Paris", "Europe/Pariz"} {
		path := soundDatabase(t)
		modelstest.Query(t, path, fmt.Sprintf("UPDATE work_entries SET timezone = '%s' WHERE id = 1", zone))
		const want = "work entry 1 (2026-11-19): has an unknown time zone; see /entries/1/history"
		if got, err := models.Check(t.Context(), path); err != nil || !slices.Contains(got.Odd, want) {
			t.Errorf("%q: got %q, %v", zone, got.Findings, err)
		}
	}
}

func TestAnIDAVersionOrASequenceOutOfBoundsIsNeitherSavedNorRestored(t *testing.T) {
	t.Parallel()
	const beyond = "4503599627370496" // 2^52
	for name, statement := range map[string]string{
		"the sequence of entries":   "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'work_entries'",
		"the sequence of events":    "UPDATE sqlite_sequence SET seq = " + beyond + " WHERE name = 'workplace_presence_events'",
		"a sequence without room":   "UPDATE sqlite_sequence SET seq = 4503599627370494 WHERE name = 'work_entries'",
		"a sequence that is text":   "UPDATE sqlite_sequence SET seq = 'garbage' WHERE name = 'time_slots'",
		"the version of an entry":   "UPDATE work_entries SET version = " + beyond + " WHERE id = 2",
		"the id of an entry":        "INSERT INTO work_entries SELECT " + beyond + ", '2026-11-21', timezone, day_type, '', '', '', 1, created_at, updated_at, NULL FROM work_entries WHERE id = 1",
		"the id of a slot":          "UPDATE time_slots SET id = " + beyond,
		"a negative id of a state":  "INSERT INTO day_states VALUES (-1, 1, 1, '2026-11-19', NULL, 2, NULL)",
		"a negative id of settings": "INSERT INTO settings_versions VALUES (-1, '2026-11-20T07:00:00.000000000Z', '', '')",
		"a negative id of a change": "INSERT INTO changes VALUES (-1, 'edited', '2026-11-20T07:00:00.000000000Z', '', NULL, NULL, NULL)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := soundDatabase(t)
			modelstest.Query(t, path, statement)
			got, err := models.Check(t.Context(), path)
			if err != nil || !strings.Contains(got.Fatal, "impossible") {
				t.Errorf("got %q, %v", got.Findings, err)
			}
			wantNeitherSavedNorRestored(t, path)
		})
	}
}

func TestAStateIsHeldToTheBoundOfIDs(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	store, err := models.Open(t.Context(), path, modelstest.Rules)
	modelstest.Must(t, err)
	_, err = days.Edit(t.Context(), store, 1, modelstest.Version(t, store, 1), models.EntryChange{DayType: models.Duty}, modelstest.Received)
	modelstest.Must(t, errors.Join(err, store.Close()))
	for member, values := range map[string][]string{
		"entry.version":             {"4503599627370496"},
		"slots[0].work_entry_id":    {"0", "4503599627370496"},
		"events[0].work_entry_id":   {"-1", "4503599627370496"},
		"events[0].time_slot_id":    {"0", "4503599627370496"},
		"events[1].created_slot_id": {"0", "4503599627370496"},
		"events[1].first_entry_id":  {"0", "4503599627370496"},
	} {
		for _, value := range values {
			spoiled := copyOf(t, path)
			modelstest.Query(t, spoiled, fmt.Sprintf("UPDATE day_states SET state = json_set(state, '$.%s', %s)", member, value))
			const want = "day state 1 (2026-11-19): has a state that cannot be read; see /entries/1/history"
			if got, err := models.Check(t.Context(), spoiled); err != nil || !slices.Equal(got.Odd, []string{want}) {
				t.Errorf("%s of %s: got %q, %v", member, value, got.Findings, err)
			}
		}
	}
}

func TestTextThatIsNoneIsNotWritten(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	at := modelstest.Instant("2026-11-20T07:00:00Z")
	for _, text := range []string{"\xff", "a\x00", strings.Repeat("é", 10_001)} {
		with := store.WithRules(models.Rules{Defaults: models.EntryDefaults{JourneyProfileID: text}})
		signal := models.Signal{Event: models.Arrival, OccurredAt: at, OccurredAtSent: at.String(), IdempotencyKey: "k", Source: models.FromAPI}
		if _, err := presence.Record(t.Context(), with, signal, at); !errors.Is(err, models.ErrUnsound) {
			t.Errorf("%.10q: got %v", text, err)
		}
	}
	if got, err := models.Check(t.Context(), path); err != nil || got.Days != 0 {
		t.Errorf("got %d days, %v", got.Days, err)
	}
}
