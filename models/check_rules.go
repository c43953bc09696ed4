package models

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// The tables beside those of days. Idempotency keys are private and never shown.
var (
	sessionTable   = table{"web_sessions", "'web session ' || rowid", nowhere, ""}
	backupTable    = table{"backups", "'backup ' || path", nowhere, ""}
	lineTable      = table{"journal_lines", "'journal line ' || id", nowhere, ""}
	stateTable     = table{"day_states", "'day state ' || id || ' (' || date || ')'", historyOf("work_entry_id", "day_states"), ""}
	changeTable    = table{"changes", "'change ' || id", "coalesce((SELECT " + stateTable.page + " FROM day_states WHERE change_id = changes.id ORDER BY id), '')", ""}
	refusedTable   = table{"refused_events", "'refused event ' || id || ' (' || event || ')'", nowhere, ""}
	doubtTable     = table{"accepted_doubts", "'accepted doubt of ' || date", nowhere, ""}
	countTable     = table{"request_counts", "'requests counted from ' || start_at", nowhere, ""}
	contactTable   = table{"contacts", "'contact ' || rowid || ' (' || door || ')'", nowhere, ""}
	settingsTable  = table{"settings_versions", "'settings ' || id", nowhere, ""}
	databaseTable  = table{"database_state", "'state of the database'", nowhere, ""}
	secretTable    = table{"session_secrets", "'session secret ' || id", nowhere, ""}
	feedsTable     = table{"feeds", "'feeds ' || id", nowhere, ""}
	keptSheetTable = table{"kept_sheets", "'kept sheet of ' || month", nowhere, ""}
	cycleTable     = table{"plan_cycles", "'cycle from ' || from_date", nowhere, ""}
	cycleDates     = table{"plan_cycles, json_each(json_array(from_date, until_date))", cycleTable.row, nowhere, ""}
	plannedTable   = table{"plan_dates", "'plan of ' || date", nowhere, ""}
)

// rules are the invariants of the records, beside those of a day ([dayRules]).
var rules = []rule{
	{2, "has an invalid created_at", sessionTable, "created_at", suspectInstant("created_at"), isInstant},
	{2, "has an invalid seen_at", sessionTable, "seen_at", suspectInstant("seen_at"), isInstant},
	{2, "has an invalid made_at", backupTable, "made_at", suspectInstant("made_at"), isInstant},
	{4, "has an invalid received_at", lineTable, "received_at", suspectInstant("received_at"), isInstant},
	{4, "has a date outside the years 1970 to 9999", lineTable, "date", "", isDate},
	{4, "has an invalid occurred_at", refusedTable, "occurred_at", suspectInstant("occurred_at"), isInstant},
	{4, "has an invalid received_at", refusedTable, "received_at", suspectInstant("received_at"), isInstant},
	{4, "has an occurred_at_sent that is not at most 10,000 characters of text",
		refusedTable, "", noText("occurred_at_sent"), nil},
	{4, "has an idempotency key that is blank or not 1 to 255 characters of UTF-8",
		refusedTable, "idempotency_key", notShortASCII, IsKey},
	{4, "is neither arrival nor departure", refusedTable, "event", "event NOT IN ('arrival', 'departure')", func(text string) bool { return EventType(text).Valid() }},
	{5, "has a date that is none", stateTable, "date", "", isWritten},
	{5, "has a state that cannot be read", stateTable, "state", "state IS NOT NULL", isState},
	{10, "has neither a state nor a version", stateTable, "", "state IS NULL AND version_after IS NULL", nil},
	{10, "has an invalid made_at", changeTable, "made_at", suspectInstant("made_at"), isInstant},
	{10, "has an unknown action", changeTable, "action", "", func(text string) bool { return slices.Contains(actions, Action(text)) }},
	{10, "has a made_by that is not at most 10,000 characters of text", changeTable, "", noText("made_by"), nil},
	{10, "has refused events that cannot be read", changeTable, "refused", "refused IS NOT NULL", isRefusedChange},

	{12, "has an invalid made_at", settingsTable, "made_at", suspectInstant("made_at"), isInstant},
	{12, "has a made_by that is not at most 10,000 characters of text", settingsTable, "", noText("made_by"), nil},
	reusesIDs(12, "settings_versions"),

	{16, "has an unknown origin", slotTable, "", "origin NOT IN (" + listOf(written) + ")", nil},
	{16, "has an invalid origin_at", slotTable, "origin_at", suspectInstant("origin_at"), isInstant},
	{16, "has an invalid imported_at", eventTable, "imported_at", suspectInstant("imported_at"), isInstant},

	{17, "is not of the first date of a month of the years 1970 to 9999", keptSheetTable, "month", "", func(text string) bool { return isDate(text) && text[len("2026-11"):] == "-01" }},
	{17, "has an invalid kept_at", keptSheetTable, "kept_at", suspectInstant("kept_at"), isInstant},
	{17, "has an invalid format or hide_illness", keptSheetTable, "", "hide_illness NOT IN (0, 1) OR " + outside("format"), nil},
	{17, "has a digest that is not 64 hexadecimal digits, or day_digests that are not 8 for each date", keptSheetTable, "",
		`digest || day_digests GLOB '*[^0-9a-f]*' OR octet_length(digest) <> 64 OR octet_length(day_digests) <> 8 * strftime('%d', month, '+1 month', '-1 day')`, nil},

	{21, "has a from_date or until_date outside the years 1970 to 9999", cycleDates, "value", "value IS NOT NULL", isDate},
	{21, "ends before it begins", cycleTable, "", "until_date < from_date", nil},
	{21, "has weeks that cannot be read", cycleTable, "weeks", "", areCycleWeeks},
	{21, "has a date outside the years 1970 to 9999", plannedTable, "date", "", isDate},
	{21, "has shifts that cannot be read", plannedTable, "date || shifts", "", isPlannedDate},
	{21, "has an impossible plan_version", databaseTable, "", "plan_version <> 0 AND " + outside("plan_version"), nil},

	{8, "has a date outside the years 1970 to 9999", contactTable, "date", "", isDate},
	{13, "has a request key that is blank or not 1 to 255 characters of UTF-8", changeTable, "request_key", "request_key IS NOT NULL", IsKey},
	{13, "has an impossible undone_id", changeTable, "", outside("undone_id"), nil},
	{13, "does not have the id 1 and a number of 32 hexadecimal digits", databaseTable, "", "id <> 1 OR number GLOB '*[^0-9a-f]*' OR octet_length(number) <> 32", nil},
	{13, "is missing", table{"(SELECT count(*) AS rows FROM database_state)", databaseTable.row, nowhere, ""}, "", "rows = 0", nil},
	{13, "has an invalid kept_since", databaseTable, "kept_since", suspectInstant("kept_since"), isInstant},

	{8, "has an invalid last_at", contactTable, "last_at", suspectInstant("last_at"), isInstant},
	{8, "has an unknown door or kind", contactTable, "", "door NOT IN (" + listOf(doors) + ") OR kind NOT IN (" + listOf(contactKinds) + ")", nil},
	{8, "has an impossible number of requests", contactTable, "", outside("requests"), nil},

	reusesIDs(1, "work_entries"),
	reusesIDs(1, "time_slots"),
	reusesIDs(1, "workplace_presence_events"),
	reusesIDs(5, "day_states"),
	reusesIDs(10, "changes"),

	reusesIDs(4, "refused_events"),
	{10, "has an impossible change_id, work_entry_id or version", // a version before may be one that another program has written
		stateTable, "", outside("change_id") + " OR " + outside("work_entry_id") + " OR " + outside("version_after") + fmt.Sprintf(" OR version_before NOT BETWEEN %d AND %[2]d", -int64(MaxID), int64(MaxID)), nil},
	{5, "has a date outside the years 1970 to 9999", doubtTable, "date", "", isDate},
	{5, "has an invalid accepted_at", doubtTable, "accepted_at", suspectInstant("accepted_at"), isInstant},
	{4, "has a reason for which no event is kept", refusedTable, "reason", "",
		func(text string) bool { return RequestOutcome(text).Recoverable() }},
	{4, "has an impossible id", lineTable, "", outside("id"), nil},
	{14, "has an impossible event_id", lineTable, "", outside("event_id"), nil},
	{4, "has an unknown outcome", lineTable, "outcome", "",
		func(text string) bool { return slices.Contains(RequestOutcomes, RequestOutcome(text)) }},
	{4, "has an unknown span", countTable, "", "span NOT IN ('minute', 'hour')", nil},
	{4, "has an invalid start_at", countTable, "start_at", suspectInstant("start_at"), isInstant},
	{4, "has an impossible number of requests", countTable, "", outside("requests"), nil},
	{3, "has an impossible size", backupTable, "", outside("size"), nil},
	{3, "is empty, or does not have the id 1", secretTable, "", "id <> 1 OR octet_length(secret) = 0", nil},
	{4, "does not have the id 1 or 2, or its digest is not 32 bytes long", feedsTable, "", "id NOT IN (1, 2) OR octet_length(digest) <> 32", nil},
	{22, "has a secret that is not 64 digits long", feedsTable, "", "octet_length(secret) <> 64", nil},
	{4, "has an invalid made_at", feedsTable, "made_at", suspectInstant("made_at"), isInstant},
}

// reusesIDs finds a table whose next id is not above all of its ids.
func reusesIDs(since int64, name string) rule {
	return rule{since, "would reuse an id", table{"(SELECT max(id) AS last FROM " + name + ")", "'table " + name + "'", nowhere, ""}, "",
		"last > coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = '" + name + "'), 0)", nil}
}

// isState reports whether the text is a state that can be brought back. What was odd of the
// day stands in it as it was.
func isState(text string) bool {
	var record DayRecord
	return json.Unmarshal([]byte(text), &record) == nil && areIDs(&record.ID) && record.Version <= MaxID &&
		!slices.ContainsFunc(record.Slots, func(s TimeSlot) bool { return !areIDs(&s.ID, &s.WorkEntryID) }) &&
		!slices.ContainsFunc(record.Events, func(e WorkplacePresenceEvent) bool {
			return !areIDs(&e.ID, &e.WorkEntryID, e.TimeSlotID, e.CreatedSlotID, e.FirstEntryID)
		})
}

func isRefusedChange(text string) bool { return json.Unmarshal([]byte(text), &doneBeside{}) == nil }

const (
	// MaxID is the highest id, version and sequence, of a file as of a database: JSON's
	// numbers are exact up to it for every reader.
	MaxID = 1<<52 - 1
	// MaxKept is the highest one that an import takes over: what is recorded afterwards has
	// room up to MaxID, in this database and in those that take in its exports.
	MaxKept = 1<<51 - 1
	// maxLast is the highest sequence, and version, of a database that is restored or backed up: what is
	// recorded afterwards has room.
	maxLast = MaxID - 1<<32
)

// bounds are the rules on which new records depend. A database that breaks one is neither
// restored nor backed up.
var bounds = []rule{
	impossibleID(1, "work entry", "work_entries"),
	{1, "has an impossible version", table{"work_entries", "'work entry ' || id", nowhere, ""}, "", fmt.Sprintf("version > %d", int64(maxLast)), nil},
	impossibleID(1, "time slot", "time_slots"),
	impossibleID(1, "presence event", "workplace_presence_events"),
	impossibleID(4, "refused event", "refused_events"),
	impossibleID(5, "day state", "day_states"),
	impossibleID(10, "change", "changes"),
	impossibleID(12, "settings", "settings_versions"),
	{1, "has an impossible last id", table{"sqlite_sequence", "'table ' || name", nowhere, ""}, "",
		fmt.Sprintf("name IN ('%s') AND (typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND %d)", strings.Join(numbered, "', '"), int64(maxLast)), nil},
}

// numbered are the tables whose ids are never given twice.
var numbered = []string{"work_entries", "time_slots", "workplace_presence_events", "refused_events", "changes", "day_states", "settings_versions"}

func impossibleID(since int64, row, name string) rule {
	return rule{since, "has an impossible id", table{name, "'" + row + " ' || id", nowhere, ""}, "", outside("id"), nil}
}

// outside is the condition of a number that is not from 1 to MaxID.
func outside(column string) string {
	return fmt.Sprintf("%s NOT BETWEEN 1 AND %d", column, int64(MaxID))
}

// IsID reports whether a record may have the id.
func IsID(id int64) bool { return id >= 1 && id <= MaxID }

// areIDs reports whether records may have the ids, as far as there are any.
func areIDs(ids ...*int64) bool {
	return !slices.ContainsFunc(ids, func(id *int64) bool { return id != nil && !IsID(*id) })
}
