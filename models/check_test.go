package models_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

// soundDatabase makes a database with a day of two events and a slot (ids 1), an open
// arrival (event 3, entry 2) and a session.
func soundDatabase(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "worklog.db")
	modelstest.Create(t, path)
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	defer store.Close()
	modelstest.Record(t, store, models.Arrival, "2026-11-19T07:00:00Z", "k1")
	modelstest.Record(t, store, models.Departure, "2026-11-19T16:00:00Z", "k2")
	modelstest.Record(t, store, models.Arrival, "2026-11-20T07:00:00Z", "k3")
	modelstest.Must(t, store.SaveWebSession(t.Context(), "digest", []byte{1}, modelstest.Instant("2026-11-20T07:00:00Z")))
	return path
}

func TestUnusualButValidRecordsAreNotFindings(t *testing.T) {
	path := soundDatabase(t)
	for _, statement := range map[string]string{
		"a key of 255 characters":                                      "UPDATE workplace_presence_events SET idempotency_key = '" + strings.Repeat("é", 255) + "' WHERE id = 3",
		"a note of 10,000 characters":                                  "UPDATE work_entries SET note = '" + strings.Repeat("é", 10_000) + "' WHERE id = 1",
		"a departure that closed nothing, beside the one that did":     "UPDATE workplace_presence_events SET closure = 'manual' WHERE id = 1",
		"an instant on the last day of the calendar west of Greenwich": "UPDATE workplace_presence_events SET received_at = '9999-12-31T25:00:00.000000000Z' WHERE id = 3",
	} {
		modelstest.Query(t, path, statement)
		modelstest.WantSound(t, path)
	}
}

func TestCheckRefusesUnreadableFilesAndCreatesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "worklog.db")
	modelstest.WantError(t, modelstest.Only(models.Format.Check(t.Context(), path)), os.ErrNotExist)
	modelstest.WantFiles(t, 0, path+"*")
	write(t, path, nil)
	modelstest.WantError(t, modelstest.Only(models.Format.Check(t.Context(), path)), dbfile.ErrNotSQLite)
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
		got, err := models.Format.Check(t.Context(), name)
		if err != nil || len(got.Findings) > 0 || got.Rows["workplace_presence_events"] != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
		if !bytes.Equal(before[0], content(t, name)) || !bytes.Equal(before[1], content(t, name+"-wal")) {
			t.Error("a file has changed")
		}
	}
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	return modelstest.Got(os.ReadFile(path))(t)
}

func TestAnOlderVersionOfTheSettingsThatIsDamagedIsAWarning(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	modelstest.Query(t, path, `PRAGMA ignore_check_constraints = ON;
		INSERT INTO settings_versions (made_at, document) SELECT '2026-11-20T07:00:00.000000000Z', column1 FROM (VALUES ('[person'), (printf('%.*c', 262145, ' ')), ('[person]'))`)
	want := []string{"settings 2: has a document of more than 256 KiB", "settings 1: has a document that is not TOML of the person's sections in UTF-8"}
	got, err := models.Format.Check(t.Context(), path)
	if err != nil || len(got.Findings) > 0 || !slices.Equal(got.Warnings, want) {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
	restored := modelstest.Got(models.Format.Restore(t.Context(), path, filepath.Join(t.TempDir(), "worklog.db"), nil))(t)
	modelstest.WantList(t, restored.Warnings, want, "restore")
}

func TestTheSettingsHaveEverySectionOfThePersonAndThoseOfOtherVersionsWithAWarning(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	modelstest.Query(t, path, "INSERT INTO settings_versions (made_at, document) VALUES ('2026-11-20T07:00:00.000000000Z', '"+strings.Join(models.SettingsSections, ".x = 1\n")+".x = 1')")
	if got, err := models.Format.Check(t.Context(), path); err != nil || len(got.Findings)+len(got.Warnings) > 0 {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
	modelstest.Query(t, path, "UPDATE settings_versions SET document = document || '\n[leave]'")
	want := []string{"settings 1: has sections that this version of worklog does not know"}
	if got, err := models.Format.Check(t.Context(), path); err != nil || len(got.Findings) > 0 || !slices.Equal(got.Warnings, want) {
		t.Errorf("got %q, %q, %v", got.Findings, got.Warnings, err)
	}
}

func TestAMissingStateOfTheDatabaseIsFoundAndMadeAgainByARestore(t *testing.T) {
	t.Parallel()
	path, restored := soundDatabase(t), filepath.Join(t.TempDir(), "worklog.db")
	modelstest.Query(t, path, "DELETE FROM database_state")
	modelstest.WantList(t, modelstest.Got(models.Format.Check(t.Context(), path))(t).Odd, []string{"state of the database: is missing"})
	modelstest.Must(t, modelstest.Only(models.Format.Restore(t.Context(), path, restored, nil)))
	modelstest.WantSound(t, restored)
}

// anything are the columns that may have any value of their type.
var anything = []string{
	"work_entries.journey_profile_id", "work_entries.motor_vehicle_id", "work_entries.note", "work_entries.requested_by", "work_entries.reason", "work_entries.half",
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
		INSERT INTO feeds VALUES (1, zeroblob(32), AT, hex(zeroblob(32)));
		INSERT INTO changes VALUES (1, 'edited', AT, '', NULL, 'k', 1);
		REPLACE INTO database_state VALUES (1, '0123456789abcdef0123456789abcdef', AT, 1);
		INSERT INTO plan_cycles VALUES ('2026-11-02', '2026-12-31', '[[[{"start":"19:45","end":"07:15","type":"GARDE"}],[],[],[],[],[],[]]]');
		INSERT INTO plan_dates VALUES ('2026-11-20', '[{"start_at":"2026-11-20T06:00:00.000000000Z","end_at":"2026-11-20T14:00:00.000000000Z","type":"WORK"}]');
		INSERT INTO day_states VALUES (1, 1, 1, '2026-11-19', NULL, 2, NULL);
		INSERT INTO settings_versions VALUES (1, AT, '', '[person]');
		INSERT INTO contacts VALUES ('feeds', '2026-11-19', 'presence', 'curl', 1, AT);
		INSERT INTO kept_sheets VALUES ('2026-10-01', 3, printf('%064d', 1), 1, printf('%0248d', 1), AT);
		INSERT INTO accepted_doubts VALUES ('2026-11-19', 'long', '1', AT)`, "AT", at))
	return path
}

func TestGarbageInAnyColumnIsFound(t *testing.T) {
	t.Parallel()
	path := full(t)
	modelstest.WantSound(t, path)
	columns := modelstest.Lines(t, path, `SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
		WHERE t.type = 'table' AND t.name <> 'goose_db_version' AND t.name NOT GLOB 'sqlite_*'`)
	for _, line := range columns {
		of := strings.Split(line, " | ")
		table, column, kind := of[0], of[1], of[2]
		if slices.Contains(anything, table+"."+column) {
			continue
		}
		t.Run(table+"."+column, func(t *testing.T) {
			t.Parallel()
			path := full(t)
			garbage := map[string]string{"TEXT": "'garbage'", "INTEGER": "1 << 62", "BLOB": "x''"}[kind]
			modelstest.Query(t, path, fmt.Sprintf("PRAGMA ignore_check_constraints = ON; UPDATE %[1]s SET %[2]s = %[3]s WHERE rowid = (SELECT max(rowid) FROM %[1]s)", table, column, garbage))
			if got, err := models.Format.Check(t.Context(), path); err != nil || len(got.Findings) == 0 {
				t.Errorf("called sound: %v", err)
			}
		})
	}
	if len(columns) < 60 {
		t.Errorf("got %d columns", len(columns))
	}
}

// checksOf returns the CHECK constraints of the newest schema, each after its table.
func checksOf(t *testing.T, db *sql.DB) (checks []string) {
	t.Helper()
	for _, line := range modelstest.Rows(t, db, "SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
		table, text, _ := strings.Cut(line, " | ")
		for _, rest := range strings.Split(text, "CHECK (")[1:] {
			end, depth := 0, 1
			for ; depth > 0; end++ {
				depth += strings.Count(rest[end:end+1], "(") - strings.Count(rest[end:end+1], ")")
			}
			checks = append(checks, table+": "+strings.Join(strings.Fields(rest[:end-1]), " "))
		}
	}
	return checks
}

func TestNoZoneButThoseOfTheDatabaseIsSound(t *testing.T) {
	path := soundDatabase(t)
	for _, zone := range []string{"", "Local", "Factory", "posixrules", "localtime", "posix/Europe/Paris", "right/Europe/Paris", "../Europe/Paris", "Europe/Pariz"} {
		modelstest.Query(t, path, fmt.Sprintf("UPDATE work_entries SET timezone = '%s' WHERE id = 1", zone))
		const want = "work entry 1 (2026-11-19): has an unknown time zone; see /entries/1/history"
		if got, err := models.Format.Check(t.Context(), path); err != nil || !slices.Contains(got.Odd, want) {
			t.Errorf("%q: got %q, %v", zone, got.Findings, err)
		}
	}
}

func TestAStateIsHeldToTheBoundOfIDs(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t)
	store := modelstest.Got(models.Open(t.Context(), path, modelstest.Rules))(t)
	_, err := days.Edit(t.Context(), store, 1, modelstest.Version(t, store, 1), models.EntryChange{DayType: models.Duty}, modelstest.Received)
	modelstest.Must(t, errors.Join(err, store.Close()))
	for member, values := range map[string][]string{
		"entry.version":             {"4503599627370496"},
		"slots[0].id":               {"0", "4503599627370496"},
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
			if got, err := models.Format.Check(t.Context(), spoiled); err != nil || !slices.Equal(got.Odd, []string{want}) {
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
		signal := models.Signal{Event: models.Arrival, OccurredAt: at, OccurredAtSent: at.String(), IdempotencyKey: "k", Source: models.DoorAPI}
		modelstest.WantError(t, modelstest.Only(presence.Record(t.Context(), with, signal, at)), models.ErrUnsound, text)
	}
	if got, err := models.Format.Check(t.Context(), path); err != nil || got.Rows["work_entries"] != 0 {
		t.Errorf("got %d days, %v", got.Rows["work_entries"], err)
	}
}

func TestAnInstantThatIsNoneIsNotWritten(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	modelstest.Record(t, store, models.Arrival, "2026-11-20T07:00:00Z", "in")
	modelstest.Record(t, store, models.Departure, "2026-11-20T08:00:00Z", "out")
	for _, column := range []string{"work_entries SET updated_at", "time_slots SET end_at", "workplace_presence_events SET received_at"} {
		err := store.Write(t.Context(), func(tx *models.Tx) error {
			_, err := tx.Changing(models.ActionEdited, modelstest.Received, []civil.Date{modelstest.Date(20)}, func() error {
				return tx.Exec("UPDATE " + column + " = '2026-12-32T08:00:00.000000000Z'").Error
			})
			return err
		})
		modelstest.WantError(t, err, models.ErrUnsound, column)
	}
}
