package models

import (
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"worklog/models/dbfile"
)

// rule is a [dbfile.Rule] that can be written without field names.
type rule dbfile.Rule

func formatRules() []dbfile.Rule {
	var all []dbfile.Rule
	for _, rule := range rules {
		all = append(all, dbfile.Rule(rule))
	}
	return all
}

// The start of each rule's query: how its findings name a row. Idempotency keys
// are private and never shown.
const (
	selectEntry   = "SELECT 'work entry ' || work_entries.id || ' (' || date || ')', "
	selectSlot    = "SELECT 'time slot ' || time_slots.id, "
	selectEvent   = "SELECT 'presence event ' || workplace_presence_events.id || ' (' || event || ')', "
	selectSession = "SELECT 'web session ' || rowid, "
	selectBackup  = "SELECT 'backup ' || path, "
	selectLine    = "SELECT 'journal line ' || id, "
	selectState   = "SELECT 'day state ' || id || ' (' || date || ')', "
	selectRefused = "SELECT 'refused event ' || id || ' (' || event || ')', "
)

// rules are the invariants of the records.
var rules = []rule{
	{1, "is open while another arrival is open",
		selectEvent + `'' FROM workplace_presence_events WHERE event = 'arrival' AND closure IS NULL
			AND id > (SELECT min(id) FROM workplace_presence_events WHERE event = 'arrival' AND closure IS NULL)`, nil},
	{1, "is open but linked to a slot",
		selectEvent + "'' FROM workplace_presence_events WHERE event = 'arrival' AND closure IS NULL AND time_slot_id IS NOT NULL", nil},
	{1, "does not end after it starts",
		selectSlot + "'' FROM time_slots WHERE start_at >= end_at", nil},
	{1, "is linked to a slot of another work entry",
		selectEvent + `'' FROM workplace_presence_events JOIN time_slots ON time_slots.id = time_slot_id
			WHERE time_slots.work_entry_id <> workplace_presence_events.work_entry_id`, nil},
	{1, "does not name the slot it created",
		selectEvent + "'' FROM workplace_presence_events WHERE event = 'departure' AND created_slot_id IS NULL", nil},
	{1, "claims to have created a slot",
		selectEvent + "'' FROM workplace_presence_events WHERE event = 'arrival' AND created_slot_id IS NOT NULL", nil},
	{1, "does not have as many departures as arrivals closed by a departure",
		selectEntry + `'' FROM work_entries JOIN workplace_presence_events ON work_entry_id = work_entries.id
			GROUP BY work_entries.id HAVING sum(event = 'departure') <> sum(closure IS 'departure')`, nil},
	{1, "has a version below 1",
		selectEntry + "'' FROM work_entries WHERE version < 1", nil},
	{1, "has an idempotency key that is not 1 to 255 characters of UTF-8",
		selectEvent + "idempotency_key FROM workplace_presence_events " + notShortASCII, isKey},

	{1, "has an invalid day type", selectEntry + "day_type FROM work_entries", func(text string) bool { return DayType(text).Valid() }},
	{1, "is neither arrival nor departure", selectEvent + "event FROM workplace_presence_events WHERE event NOT IN ('arrival', 'departure')", func(text string) bool { return EventType(text).Valid() }},
	{1, "has an invalid closure", selectEvent + `'' FROM workplace_presence_events
		WHERE closure IS NOT NULL AND (event <> 'arrival' OR closure NOT IN ('departure', 'manual', 'discarded'))`, nil},
	{1, "has a closure without a closing time, or the reverse",
		selectEvent + "'' FROM workplace_presence_events WHERE (closure IS NULL) <> (closed_at IS NULL)", nil},

	{1, "has a date outside the years 1970 to 9999", selectEntry + "date FROM work_entries", isDate},
	{1, "has an unknown time zone", selectEntry + "timezone FROM work_entries", isZone},
	{1, "has an invalid created_at", selectEntry + suspectInstants("work_entries", "created_at"), isInstant},
	{1, "has an invalid updated_at", selectEntry + suspectInstants("work_entries", "updated_at"), isInstant},
	{1, "has an invalid start_at", selectSlot + suspectInstants("time_slots", "start_at"), isInstant},
	{1, "has an invalid end_at", selectSlot + suspectInstants("time_slots", "end_at"), isInstant},
	{1, "has an invalid occurred_at", selectEvent + suspectInstants("workplace_presence_events", "occurred_at"), isInstant},
	{1, "has an invalid received_at", selectEvent + suspectInstants("workplace_presence_events", "received_at"), isInstant},
	{1, "has an invalid closed_at", selectEvent + suspectInstants("workplace_presence_events", "closed_at"), isInstant},
	{2, "has an invalid created_at", selectSession + suspectInstants("web_sessions", "created_at"), isInstant},
	{2, "has an invalid seen_at", selectSession + suspectInstants("web_sessions", "seen_at"), isInstant},
	{2, "has an invalid made_at", selectBackup + suspectInstants("backups", "made_at"), isInstant},
	{4, "has an invalid received_at", selectLine + suspectInstants("journal_lines", "received_at"), isInstant},
	{4, "has a date outside the years 1970 to 9999", selectLine + "date FROM journal_lines", isDate},
	{4, "has an invalid occurred_at", selectRefused + suspectInstants("refused_events", "occurred_at"), isInstant},
	{4, "has an invalid received_at", selectRefused + suspectInstants("refused_events", "received_at"), isInstant},
	{4, "has an idempotency key that is not 1 to 255 characters of UTF-8",
		selectRefused + "idempotency_key FROM refused_events " + notShortASCII, isKey},
	{4, "is neither arrival nor departure", selectRefused + "event FROM refused_events WHERE event NOT IN ('arrival', 'departure')", func(text string) bool { return EventType(text).Valid() }},
	{5, "has a date outside the years 1970 to 9999", selectState + "date FROM day_states", isDate},
	{5, "has an invalid made_at", selectState + suspectInstants("day_states", "made_at"), isInstant},
	{5, "has an unknown action", selectState + "action FROM day_states", func(text string) bool { return Action(text).Valid() }},
	{5, "has a state that cannot be read", selectState + "state FROM day_states WHERE state IS NOT NULL", isState},
	{5, "has refused events that cannot be read", selectState + "refused FROM day_states WHERE refused IS NOT NULL", isRefusedChange},
	{5, "is neither before nor after anything", selectState + "'' FROM day_states WHERE state IS NULL AND version IS NULL", nil},

	{6, "has an invalid half day", selectEntry + `half_day FROM work_entries
		WHERE half_day NOT IN ('RTT', 'CONGE', 'MALADE') OR half_day IS NOT NULL AND day_type NOT IN ('WORK', 'TT')`, nil},

	{1, "would reuse an id", reusesIDs("work_entries"), nil},
	{1, "would reuse an id", reusesIDs("time_slots"), nil},
	{1, "would reuse an id", reusesIDs("workplace_presence_events"), nil},
	{5, "would reuse an id", reusesIDs("day_states"), nil},
}

// notShortASCII leaves out keys of 1 to 255 printable ASCII characters: they are
// valid.
const notShortASCII = `WHERE octet_length(idempotency_key) NOT BETWEEN 1 AND 255
	OR octet_length(idempotency_key) <> length(idempotency_key) OR idempotency_key GLOB '*[^ -~]*'`

// suspectInstants selects the values of a column that may not be instants. Those
// that SQLite itself recognizes are left out.
func suspectInstants(table, column string) string {
	return fmt.Sprintf(`%[2]s FROM %[1]s WHERE %[2]s IS NOT NULL AND (octet_length(%[2]s) <> %[3]d
		OR substr(%[2]s, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%%Y-%%m-%%dT%%H:%%M:%%S', substr(%[2]s, 1, 19)) IS NOT substr(%[2]s, 1, 19))`, table, column, len(instantLayout))
}

// reusesIDs finds a table whose next id is not above all of its ids.
func reusesIDs(table string) string {
	return fmt.Sprintf(`SELECT 'table %[1]s', '' WHERE (SELECT max(id) FROM %[1]s) >
		coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = '%[1]s'), 0)`, table)
}

func isKey(text string) bool {
	return text != "" && utf8.ValidString(text) && utf8.RuneCountInString(text) <= MaxKeyLength
}

func isDate(text string) bool {
	_, err := ParseDate(text)
	return err == nil
}

func isZone(text string) bool {
	_, err := time.LoadLocation(text)
	return err == nil && text != ""
}

func isInstant(text string) bool {
	instant, err := parseInstant(text)
	return err == nil && instant.String() == text
}

// isState reports whether the text is a state that can be brought back.
func isState(text string) bool {
	record, err := (&DayState{State: &text}).record()
	return err == nil && record.Entry.ID != 0 && record.Entry.Date.InRange()
}

func isRefusedChange(text string) bool { return json.Unmarshal([]byte(text), &refusedChange{}) == nil }
