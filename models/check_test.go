package models_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
	"worklog/models/trial"
)

// soundDatabase makes a database with a day of two events and a slot (ids 1), an open
// arrival (event 3, entry 2) and a session.
func soundDatabase(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "worklog.db")
	modelstest.Create(t, path)
	store, err := models.Open(t.Context(), path, modelstest.Rules)
	modelstest.Must(t, err)
	defer store.Close()
	modelstest.Record(t, store, models.Arrival, "2026-11-19T07:00:00Z", "k1")
	modelstest.Record(t, store, models.Departure, "2026-11-19T16:00:00Z", "k2")
	modelstest.Record(t, store, models.Arrival, "2026-11-20T07:00:00Z", "k3")
	modelstest.Must(t, store.SaveWebSession(t.Context(), "digest", []byte{1}, modelstest.Instant("2026-11-20T07:00:00Z")))
	return path
}

func TestASoundDatabaseIsCountedWithoutFindings(t *testing.T) {
	t.Parallel()
	got, err := models.Check(t.Context(), soundDatabase(t))
	if err != nil || len(got.Findings) > 0 || got.Schema < 2 || got.Days != 2 || got.Slots != 1 || got.Events != 3 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestUnusualButValidRecordsAreNotFindings(t *testing.T) {
	for name, statement := range map[string]string{
		"a key of 255 characters":                                      "UPDATE workplace_presence_events SET idempotency_key = '" + strings.Repeat("é", 255) + "' WHERE id = 3",
		"a note of 10,000 characters":                                  "UPDATE work_entries SET note = '" + strings.Repeat("é", 10_000) + "' WHERE id = 1",
		"a departure that closed nothing, beside the one that did":     "UPDATE workplace_presence_events SET closure = 'manual' WHERE id = 1",
		"an instant on the last day of the calendar west of Greenwich": "UPDATE workplace_presence_events SET received_at = '9999-12-31T25:00:00.000000000Z' WHERE id = 3",
	} {
		path := soundDatabase(t)
		modelstest.Query(t, path, statement)
		if got, err := models.Check(t.Context(), path); err != nil || len(got.Findings) > 0 {
			t.Errorf("%s: got %q, %v", name, got.Findings, err)
		}
	}
}

func TestEveryProblemOfADatabaseIsFound(t *testing.T) {
	modelstest.SkipWithRaceDetector(t)
	t.Parallel()
	const (
		anything = "PRAGMA ignore_check_constraints = ON; "
		settings = "INSERT INTO settings_versions (made_at, document) VALUES ('2026-11-20T07:00:00.000000000Z', ''); INSERT INTO settings_versions (made_at, document) SELECT '2026-11-20T07:00:00.000000000Z', "
		event    = `INSERT INTO workplace_presence_events (work_entry_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at)
			VALUES (1, 'arrival', '2026-11-19T18:00:00.000000000Z', '', 'k4', '2026-11-19T18:00:00.000000000Z'); `
	)
	for name, test := range map[string]struct {
		statement string
		want      []string
	}{
		"two open arrivals": {"DROP INDEX workplace_presence_events_one_open_arrival; " + event, []string{
			"index workplace_presence_events_one_open_arrival: is missing", "presence event 4 (arrival): is open while another arrival is open"}},
		"an open arrival with a slot": {"UPDATE workplace_presence_events SET time_slot_id = 1 WHERE id = 3", []string{
			"presence event 3 (arrival): is open but linked to a slot"}},
		"a date that does not exist": {"UPDATE work_entries SET date = '2026-02-30' WHERE id = 1", []string{
			"work entry 1 (2026-02-30): has a date outside the years 1970 to 9999"}},
		"a date before 1970": {"UPDATE work_entries SET date = '1969-12-31' WHERE id = 1", []string{
			"work entry 1 (1969-12-31): has a date outside the years 1970 to 9999"}},
		"an invalid zone": {"UPDATE work_entries SET timezone = 'Mars/Olympus' WHERE id = 2", []string{
			"work entry 2 (2026-11-20): has an unknown time zone"}},
		"an invalid version": {"UPDATE work_entries SET version = 0 WHERE id = 2", []string{
			"work entry 2 (2026-11-20): has a version below 1"}},
		"invalid instants of an entry": {"UPDATE work_entries SET created_at = 'x', updated_at = '2026-11-20T07:00:00Z' WHERE id = 2", []string{
			"work entry 2 (2026-11-20): has an invalid created_at", "work entry 2 (2026-11-20): has an invalid updated_at"}},
		"invalid instants of a slot": {"UPDATE time_slots SET start_at = '1', end_at = '2'", []string{
			"time slot 1: has an invalid start_at", "time slot 1: has an invalid end_at"}},
		"invalid instants of an event": {"UPDATE workplace_presence_events SET occurred_at = '', received_at = '', closed_at = '' WHERE id = 1", []string{
			"presence event 1 (arrival): has an invalid occurred_at", "presence event 1 (arrival): has an invalid received_at", "presence event 1 (arrival): has an invalid closed_at"}},
		"an instant after the last day": {"UPDATE workplace_presence_events SET received_at = '9999-12-31T48:00:00.000000000Z' WHERE id = 3", []string{
			"presence event 3 (arrival): has an invalid received_at"}},
		"an instant in another format": {"UPDATE workplace_presence_events SET received_at = '2026-11-20T7:00:00.000000000Z' WHERE id = 3", []string{
			"presence event 3 (arrival): has an invalid received_at"}},
		"invalid instants of a session": {"UPDATE web_sessions SET created_at = '', seen_at = ''", []string{
			"web session 1: has an invalid created_at", "web session 1: has an invalid seen_at"}},
		"an open arrival whose time cannot be read": {"UPDATE workplace_presence_events SET occurred_at = 'noon' WHERE id = 3", []string{
			"presence event 3 (arrival): has an invalid occurred_at"}},
		"an invalid instant of a backup": {"INSERT INTO backups (path, made_at) VALUES ('/away/worklog-20261120T070000Z.db', '2026-11-20T07:00:00Z')", []string{
			"backup /away/worklog-20261120T070000Z.db: has an invalid made_at"}},
		"a slot that does not end after it starts": {anything + "UPDATE time_slots SET end_at = start_at", []string{
			"time slot 1: does not end after it starts"}},
		"a slot of another entry": {"UPDATE workplace_presence_events SET time_slot_id = 1 WHERE id = 3", []string{
			"presence event 3 (arrival): is linked to a slot of another work entry"}},
		"a departure without its slot": {"UPDATE workplace_presence_events SET created_slot_id = NULL WHERE id = 2", []string{
			"presence event 2 (departure): does not name the slot it created"}},
		"an arrival that created a slot": {"UPDATE workplace_presence_events SET created_slot_id = 1 WHERE id = 1", []string{
			"presence event 1 (arrival): names a slot that it created, as only departures do"}},
		"an arrival closed by a departure that is not there": {"DELETE FROM workplace_presence_events WHERE id = 2", []string{
			"work entry 1 (2026-11-19): has fewer departures than arrivals closed by a departure"}},
		"a version older than the schema": {"DELETE FROM goose_db_version WHERE version_id > 2", []string{
			"table session_secrets: belongs to a later schema than the database's own version"}},
		"an invalid day type": {anything + "UPDATE work_entries SET day_type = 'work' WHERE id = 1", []string{
			"work entry 1 (2026-11-19): has an invalid day type"}},
		"an invalid half day": {anything + "UPDATE work_entries SET half_day = 'GARDE' WHERE id = 1; UPDATE work_entries SET half_day = 'RTT', day_type = 'RTT' WHERE id = 2", []string{
			"work entry 1 (2026-11-19): has an invalid half day", "work entry 2 (2026-11-20): has an invalid half day"}},
		"an invalid event type": {anything + "UPDATE workplace_presence_events SET event = 'pause' WHERE id = 3", []string{
			"presence event 3 (pause): is neither arrival nor departure"}},
		"closures": {anything + "UPDATE workplace_presence_events SET closure = 'magic' WHERE id = 1; UPDATE workplace_presence_events SET closure = 'manual', closed_at = received_at WHERE id = 2", []string{
			"presence event 1 (arrival): has an invalid closure", "presence event 2 (departure): has an invalid closure"}},
		"closures without a closing time, and the reverse": {anything + "UPDATE workplace_presence_events SET closed_at = NULL WHERE id = 1; UPDATE workplace_presence_events SET closed_at = received_at WHERE id = 3", []string{
			"presence event 1 (arrival): has a closure without a closing time, or a closing time without a closure", "presence event 3 (arrival): has a closure without a closing time, or a closing time without a closure"}},
		"an empty key": {anything + "UPDATE workplace_presence_events SET idempotency_key = '' WHERE id = 3", []string{
			"presence event 3 (arrival): has an idempotency key that is blank or not 1 to 255 characters of UTF-8"}},
		"a long key": {"UPDATE workplace_presence_events SET idempotency_key = '" + strings.Repeat("é", 256) + "' WHERE id = 3", []string{
			"presence event 3 (arrival): has an idempotency key that is blank or not 1 to 255 characters of UTF-8"}},
		"a key that is not UTF-8": {"UPDATE workplace_presence_events SET idempotency_key = CAST(x'6bff' AS TEXT) WHERE id = 3", []string{
			"presence event 3 (arrival): has an idempotency key that is blank or not 1 to 255 characters of UTF-8"}},
		"a blank key": {"UPDATE workplace_presence_events SET idempotency_key = '  ' WHERE id = 3", []string{
			"presence event 3 (arrival): has an idempotency key that is blank or not 1 to 255 characters of UTF-8"}},
		"a key of other blanks": {"UPDATE workplace_presence_events SET idempotency_key = char(0x2003) WHERE id = 3", []string{
			"presence event 3 (arrival): has an idempotency key that is blank or not 1 to 255 characters of UTF-8"}},
		"a note that is not UTF-8": {"UPDATE work_entries SET note = CAST(x'c3a9ff' AS TEXT) WHERE id = 1", []string{
			"work entry 1 (2026-11-19): has a note that is not at most 10,000 characters of text; see /entries/1/history"}},
		"a note with a NUL": {"UPDATE work_entries SET note = 'a' || char(0) || 'b' WHERE id = 1", []string{
			"work entry 1 (2026-11-19): has a note that is not at most 10,000 characters of text"}},
		"a note as long as a book": {"UPDATE work_entries SET note = printf('%.*c', 3000000, 'x') WHERE id = 1", []string{
			"work entry 1 (2026-11-19): has a note that is not at most 10,000 characters of text"}},
		"ids that are not text": {"UPDATE work_entries SET journey_profile_id = CAST(x'ff' AS TEXT), motor_vehicle_id = char(0) WHERE id = 1", []string{
			"work entry 1 (2026-11-19): has a journey_profile_id that is not at most 10,000 characters of text", "work entry 1 (2026-11-19): has a motor_vehicle_id that is not at most 10,000 characters of text"}},
		"times as sent that are not text": {"UPDATE workplace_presence_events SET occurred_at_sent = char(0) WHERE id = 3; " +
			"INSERT INTO refused_events VALUES (1, 'departure', '2026-11-20T07:00:00.000000000Z', CAST(x'ff' AS TEXT), 'r', '2026-11-20T07:00:00.000000000Z', 'no_open_arrival')", []string{
			"presence event 3 (arrival): has an occurred_at_sent that is not at most 10,000 characters of text; see /entries/2/history (2026-11-20)",
			"refused event 1 (departure): has an occurred_at_sent that is not at most 10,000 characters of text"}},
		"rows whose day has no page": {anything + `UPDATE work_entries SET id = -1, version = 0 WHERE id = 2; UPDATE workplace_presence_events SET work_entry_id = -1, received_at = '' WHERE id = 3;
			UPDATE time_slots SET work_entry_id = 0, end_at = ''; INSERT INTO changes VALUES (1, 'wished', '2026-11-20T07:00:00.000000000Z', '', NULL, NULL, NULL);
			INSERT INTO day_states VALUES (1, 1, -1, '2026-11-20', 1, 2, '{')`, []string{
			"work entry -1 (2026-11-20): has a version below 1; see row -1 of table work_entries",
			"presence event 3 (arrival): has an invalid received_at; see row 3 of table workplace_presence_events (2026-11-20)",
			"time slot 1: has an invalid end_at; see row 1 of table time_slots",
			"day state 1 (2026-11-20): has a state that cannot be read; see row 1 of table day_states", "change 1: has an unknown action; see row 1 of table day_states"}},
		"an id that would be reused": {"UPDATE sqlite_sequence SET seq = 1 WHERE name = 'work_entries'; DELETE FROM sqlite_sequence WHERE name = 'time_slots'; UPDATE sqlite_sequence SET seq = 2 WHERE name = 'workplace_presence_events'", []string{
			"table work_entries: would reuse an id", "table time_slots: would reuse an id", "table workplace_presence_events: would reuse an id"}},
		"an event without its entry": {"DELETE FROM work_entries WHERE id = 2", []string{
			"workplace_presence_events 3: refers to a row of work_entries that does not exist"}},
		"states of days": {`INSERT INTO changes (action, made_at, made_by, refused) VALUES ('wished', 'now', CAST(x'ff' AS TEXT), '[]'), ('edited', '2026-11-20T07:00:00.000000000Z', '', NULL);
			INSERT INTO day_states (change_id, work_entry_id, date, state) VALUES (1, 1, '2026-02-30', '{"entry":{}}'), (3, 1, '2026-11-20', NULL);
			UPDATE sqlite_sequence SET seq = 1 WHERE name IN ('day_states', 'changes')`, []string{
			"change 1: has an invalid made_at; see /entries/1/history", "change 1: has an unknown action; see /entries/1/history",
			"change 1: has a made_by that is not at most 10,000 characters of text; see /entries/1/history", "change 1: has refused events that cannot be read; see /entries/1/history",
			"day state 1 (2026-02-30): has a state that cannot be read", "day state 2 (2026-11-20): has neither a state nor a version",
			"day_states 2: refers to a row of changes that does not exist", "table day_states: would reuse an id", "table changes: would reuse an id"}},
		"settings": {anything + "INSERT INTO settings_versions VALUES (1, 'now', CAST(x'ff' AS TEXT), '[server]'); DELETE FROM sqlite_sequence WHERE name = 'settings_versions'", []string{
			"settings 1: has an invalid made_at", "settings 1: has a made_by that is not at most 10,000 characters of text",
			"settings 1: has a document that is not TOML of the person's sections in UTF-8", "table settings_versions: would reuse an id"}},
		"settings that are not TOML":  {settings + "'[person'", []string{"settings 2: has a document that is not TOML of the person's sections in UTF-8"}},
		"settings that are not UTF-8": {settings + "CAST(x'23ff' AS TEXT)", []string{"settings 2: has a document that is not TOML of the person's sections in UTF-8"}},
		"settings that are too large": {anything + settings + "'#' || printf('%.*c', 262144, 'x')", []string{"settings 2: has a document of more than 256 KiB"}},
		"settings of the machine":     {settings + "'web.auth = \"none\"'", []string{"settings 2: has a document that is not TOML of the person's sections in UTF-8"}},
		"contacts": {"INSERT INTO contacts VALUES ('feeds', 'today', 'presence', '', 0, 'now')", []string{
			"contact 1 (feeds): has a date outside the years 1970 to 9999", "contact 1 (feeds): has an invalid last_at", "contact 1 (feeds): has an impossible number of requests"}},
		"a foreign trigger and view": {"CREATE TRIGGER t AFTER DELETE ON time_slots BEGIN SELECT 1; END; CREATE VIEW v AS SELECT 1", []string{
			"trigger t: is not part of the schema", "view v: is not part of the schema"}},
		"a missing trigger": {"DROP TRIGGER time_slots_changed", []string{"trigger time_slots_changed: is missing"}},
		"a missing table":   {"DROP TABLE web_sessions", []string{"table web_sessions: is missing"}},
		"a table with a different definition": {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL UNIQUE', 'UNIQUE') WHERE name = 'work_entries'", []string{
			"table work_entries: differs from the schema"}},
		"an index with a missing row": {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'workplace_presence_events_time_slot_id') WHERE name = 'time_slots_work_entry_id'", []string{
			"file: "}},
		"a value with a line break": {"UPDATE work_entries SET date = '2026-11-2' || char(10) WHERE id = 1", nil},
	} {
		t.Run(name, func(t *testing.T) {
			path := soundDatabase(t)
			if test.want == nil {
				test.statement, test.want = anything+test.statement, []string{"work entry 1 (2026-11-2\ufffd): has a date outside the years 1970 to 9999"}
			}
			modelstest.Query(t, path, test.statement)
			got, err := models.Check(t.Context(), path)
			modelstest.Must(t, err)
			for _, want := range test.want {
				if !slices.ContainsFunc(got.Findings, func(line string) bool { return strings.HasPrefix(line, want) }) {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got.Findings, "\n"), want)
				}
			}
			if strings.Contains(strings.Join(got.Findings, ""), "\n") || strings.Contains(strings.Join(got.Findings, ""), "k3") {
				t.Errorf("a line break or a key in %q", got.Findings)
			}
			if got.Fatal != "" {
				wantNeitherSavedNorRestored(t, path)
				return
			}
			wantSaved(t, path, got.Odd)
			wantRestored(t, path, got.Odd, !stopsEvents[name])
		})
	}
}

// stopsEvents are the odd records that keep the open arrival from being closed.
var stopsEvents = map[string]bool{"an event without its entry": true}

// wantSaved checks that a database is backed up with the odd records.
func wantSaved(t *testing.T, path string, odd []string) {
	t.Helper()
	got, err := models.Backup(t.Context(), path, filepath.Join(t.TempDir(), "copy.db"))
	if err != nil || !slices.Equal(got, odd) {
		t.Errorf("backup: got %q, %v", got, err)
	}
}

// wantRestored checks that a database can be restored with the odd records, or else that it is
// refused because no event could be recorded in it.
func wantRestored(t *testing.T, path string, odd []string, possible bool) {
	t.Helper()
	got, err := models.Restore(t.Context(), path, filepath.Join(t.TempDir(), "worklog.db"), trial.Recording)
	if !possible {
		if !errors.Is(err, dbfile.ErrDamaged) || !strings.Contains(err.Error(), "trial: recording an event fails") {
			t.Errorf("restore: got %v", err)
		}
		return
	}
	if err != nil || len(got.Odd) > len(odd) {
		t.Errorf("restore: got %q, %v", got.Odd, err)
	}
}

func TestCheckRefusesUnreadableFilesAndCreatesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "worklog.db")
	modelstest.WantError(t, modelstest.Only(models.Check(t.Context(), path)), os.ErrNotExist)
	if names, _ := filepath.Glob(path + "*"); len(names) > 0 {
		t.Errorf("made %q", names)
	}
	write(t, path, nil)
	modelstest.WantError(t, modelstest.Only(models.Check(t.Context(), path)), dbfile.ErrNotSQLite)
}

func TestCheckChangesNothingWhileAServerRunsOrAfterACrash(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	modelstest.Record(t, store, models.Arrival, "2026-11-20T07:00:00Z", "k") // only in the log
	crashed := filepath.Join(t.TempDir(), "worklog.db")
	for _, suffix := range []string{"", "-wal"} {
		write(t, crashed+suffix, content(t, path+suffix))
	}
	for _, name := range []string{path, crashed} {
		before := [][]byte{content(t, name), content(t, name+"-wal")}
		got, err := models.Check(t.Context(), name)
		if err != nil || len(got.Findings) > 0 || got.Events != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
		if !bytes.Equal(before[0], content(t, name)) || !bytes.Equal(before[1], content(t, name+"-wal")) {
			t.Error("a file has changed")
		}
	}
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	modelstest.Must(t, err)
	return content
}

func TestAnOlderVersionOfTheSettingsThatIsDamagedIsAWarning(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	modelstest.Query(t, path, `PRAGMA ignore_check_constraints = ON;
		INSERT INTO settings_versions (made_at, document) SELECT '2026-11-20T07:00:00.000000000Z', column1 FROM (VALUES ('[person'), (printf('%.*c', 262145, ' ')), ('[person]'))`)
	want := []string{"settings 2: has a document of more than 256 KiB", "settings 1: has a document that is not TOML of the person's sections in UTF-8"}
	got, err := models.Check(t.Context(), path)
	if err != nil || len(got.Findings) > 0 || !slices.Equal(got.Warnings, want) {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
	restored, err := models.Restore(t.Context(), path, filepath.Join(t.TempDir(), "worklog.db"), trial.Recording)
	if err != nil || !slices.Equal(restored.Warnings, want) {
		t.Errorf("restore: got %q, %v", restored.Warnings, err)
	}
}

func TestTheSettingsHaveEverySectionOfThePersonAndThoseOfOtherVersionsWithAWarning(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	modelstest.Query(t, path, "INSERT INTO settings_versions (made_at, document) VALUES ('2026-11-20T07:00:00.000000000Z', '"+strings.Join(models.SettingsSections, ".x = 1\n")+".x = 1')")
	if got, err := models.Check(t.Context(), path); err != nil || len(got.Findings)+len(got.Warnings) > 0 {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
	modelstest.Query(t, path, "UPDATE settings_versions SET document = document || '\n[leave]'")
	want := []string{"settings 1: has sections that this version of worklog does not know"}
	if got, err := models.Check(t.Context(), path); err != nil || len(got.Findings) > 0 || !slices.Equal(got.Warnings, want) {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
}
