package models

import (
	"fmt"
	"time"
	"unicode/utf8"

	"worklog/models/dbfile"
)

// rule is what [dbfile.Rule] is, written without the names of its fields.
type rule dbfile.Rule

func formatRules() []dbfile.Rule {
	var all []dbfile.Rule
	for _, rule := range rules {
		all = append(all, dbfile.Rule(rule))
	}
	return all
}

// How rows are called in findings. A key is never part of them: it is nobody's
// business.
const (
	anEntry  = "SELECT 'work entry ' || work_entries.id || ' (' || date || ')', "
	aSlot    = "SELECT 'time slot ' || time_slots.id, "
	anEvent  = "SELECT 'presence event ' || workplace_presence_events.id || ' (' || event || ')', "
	aSession = "SELECT 'web session ' || rowid, "
	aBackup  = "SELECT 'backup ' || path, "
)

// rules are the invariants of the records.
var rules = []rule{
	{1, "is open beside another arrival",
		anEvent + `'' FROM workplace_presence_events WHERE event = 'arrival' AND closure IS NULL
			AND id > (SELECT min(id) FROM workplace_presence_events WHERE event = 'arrival' AND closure IS NULL)`, nil},
	{1, "is open and yet linked to a slot",
		anEvent + "'' FROM workplace_presence_events WHERE event = 'arrival' AND closure IS NULL AND time_slot_id IS NOT NULL", nil},
	{1, "ends before it starts, or as it does",
		aSlot + "'' FROM time_slots WHERE start_at >= end_at", nil},
	{1, "is linked to a slot of another work entry",
		anEvent + `'' FROM workplace_presence_events JOIN time_slots ON time_slots.id = time_slot_id
			WHERE time_slots.work_entry_id <> workplace_presence_events.work_entry_id`, nil},
	{1, "does not say which slot it made",
		anEvent + "'' FROM workplace_presence_events WHERE event = 'departure' AND created_slot_id IS NULL", nil},
	{1, "says that it made a slot",
		anEvent + "'' FROM workplace_presence_events WHERE event = 'arrival' AND created_slot_id IS NOT NULL", nil},
	{1, "has not as many departures as arrivals that a departure closed",
		anEntry + `'' FROM work_entries JOIN workplace_presence_events ON work_entry_id = work_entries.id
			GROUP BY work_entries.id HAVING sum(event = 'departure') <> sum(closure IS 'departure')`, nil},
	{1, "has a version below 1",
		anEntry + "'' FROM work_entries WHERE version < 1", nil},
	{1, "has an idempotency key that is not 1 to 255 characters of UTF-8",
		anEvent + "idempotency_key FROM workplace_presence_events " + notShortASCII, isKey},

	{1, "has an invalid day type", anEntry + "day_type FROM work_entries", func(text string) bool { return DayType(text).Valid() }},
	{1, "is neither arrival nor departure", anEvent + "event FROM workplace_presence_events WHERE event NOT IN ('arrival', 'departure')", func(text string) bool { return EventType(text).Valid() }},
	{1, "is closed in a way that it cannot be", anEvent + `'' FROM workplace_presence_events
		WHERE closure IS NOT NULL AND (event <> 'arrival' OR closure NOT IN ('departure', 'manual', 'discarded'))`, nil},
	{1, "is closed without an instant, or has one without being closed",
		anEvent + "'' FROM workplace_presence_events WHERE (closure IS NULL) <> (closed_at IS NULL)", nil},

	{1, "has a date outside the years 1970 to 9999", anEntry + "date FROM work_entries", isDate},
	{1, "has a time zone that is unknown", anEntry + "timezone FROM work_entries", isZone},
	{1, "has a created_at that is no instant", anEntry + oddInstants("work_entries", "created_at"), isInstant},
	{1, "has an updated_at that is no instant", anEntry + oddInstants("work_entries", "updated_at"), isInstant},
	{1, "has a start_at that is no instant", aSlot + oddInstants("time_slots", "start_at"), isInstant},
	{1, "has an end_at that is no instant", aSlot + oddInstants("time_slots", "end_at"), isInstant},
	{1, "has an occurred_at that is no instant", anEvent + oddInstants("workplace_presence_events", "occurred_at"), isInstant},
	{1, "has a received_at that is no instant", anEvent + oddInstants("workplace_presence_events", "received_at"), isInstant},
	{1, "has a closed_at that is no instant", anEvent + oddInstants("workplace_presence_events", "closed_at"), isInstant},
	{2, "has a created_at that is no instant", aSession + oddInstants("web_sessions", "created_at"), isInstant},
	{2, "has a seen_at that is no instant", aSession + oddInstants("web_sessions", "seen_at"), isInstant},
	{2, "has a made_at that is no instant", aBackup + oddInstants("backups", "made_at"), isInstant},

	{1, "would give an id a second time", idsReturn("work_entries"), nil},
	{1, "would give an id a second time", idsReturn("time_slots"), nil},
	{1, "would give an id a second time", idsReturn("workplace_presence_events"), nil},
}

// notShortASCII leaves out the keys of 1 to 255 printable characters of ASCII.
const notShortASCII = `WHERE octet_length(idempotency_key) NOT BETWEEN 1 AND 255
	OR octet_length(idempotency_key) <> length(idempotency_key) OR idempotency_key GLOB '*[^ -~]*'`

// oddInstants returns the instants of a column, but for those that read as dates and
// instants and are written to the nanosecond.
func oddInstants(table, column string) string {
	return fmt.Sprintf(`%[2]s FROM %[1]s WHERE %[2]s IS NOT NULL AND (octet_length(%[2]s) <> %[3]d
		OR substr(%[2]s, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%%Y-%%m-%%dT%%H:%%M:%%S', substr(%[2]s, 1, 19)) IS NOT substr(%[2]s, 1, 19))`, table, column, len(instantLayout))
}

// idsReturn finds a table whose next id is not above all that it has.
func idsReturn(table string) string {
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
