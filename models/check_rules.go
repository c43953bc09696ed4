package models

import (
	"encoding/json"
	"fmt"
	"slices"

	"worklog/models/dbfile"
)

// formatRules returns the rules for package dbfile.
func formatRules(lists ...[]rule) []dbfile.Rule {
	var all []dbfile.Rule
	for _, r := range slices.Concat(lists...) {
		all = append(all, dbfile.Rule(r))
	}
	return all
}

// The start of each rule's query: how its findings name a row, and where its day can be
// brought back. Idempotency keys are private and never shown.
var (
	selectSession  = "SELECT 'web session ' || rowid, '', "
	selectBackup   = "SELECT 'backup ' || path, '', "
	selectLine     = "SELECT 'journal line ' || id, '', "
	selectState    = "SELECT 'day state ' || id || ' (' || date || ')', " + historyOf("work_entry_id", "day_states") + ", "
	selectChange   = "SELECT 'change ' || id, coalesce((SELECT " + historyOf("work_entry_id", "day_states") + " FROM day_states WHERE change_id = changes.id ORDER BY id), ''), "
	selectRefused  = "SELECT 'refused event ' || id || ' (' || event || ')', '', "
	selectDoubt    = "SELECT 'accepted doubt of ' || date, '', "
	selectCount    = "SELECT 'requests counted from ' || start_at, '', "
	selectContact  = "SELECT 'contact ' || rowid || ' (' || door || ')', '', "
	selectSettings = "SELECT 'settings ' || id, '', "
	selectSlot     = "SELECT " + slotTable.row + ", " + slotTable.page() + ", "
	selectEvent    = "SELECT " + eventTable.row + ", " + eventTable.page() + ", "
	selectDatabase = "SELECT 'state of the database', '', "
	selectFeeds    = "SELECT 'feeds ' || id, '', "
	selectKept     = "SELECT 'kept sheet of ' || month, '', "
	selectCycle    = "SELECT 'cycle from ' || from_date, '', "
	selectPlanned  = "SELECT 'plan of ' || date, '', "
)

// rules are the invariants of the records, beside those of a day ([dayRules]).
var rules = []rule{
	{2, "has an invalid created_at", selectSession + suspectInstants("web_sessions", "created_at"), isInstant},
	{2, "has an invalid seen_at", selectSession + suspectInstants("web_sessions", "seen_at"), isInstant},
	{2, "has an invalid made_at", selectBackup + suspectInstants("backups", "made_at"), isInstant},
	{4, "has an invalid received_at", selectLine + suspectInstants("journal_lines", "received_at"), isInstant},
	{4, "has a date outside the years 1970 to 9999", selectLine + "date FROM journal_lines", isDate},
	{4, "has an invalid occurred_at", selectRefused + suspectInstants("refused_events", "occurred_at"), isInstant},
	{4, "has an invalid received_at", selectRefused + suspectInstants("refused_events", "received_at"), isInstant},
	{4, "has an occurred_at_sent that is not at most 10,000 characters of text",
		selectRefused + "'' FROM refused_events WHERE " + noText("occurred_at_sent"), nil},
	{4, "has an idempotency key that is blank or not 1 to 255 characters of UTF-8",
		selectRefused + "idempotency_key FROM refused_events WHERE " + notShortASCII, IsKey},
	{4, "is neither arrival nor departure", selectRefused + "event FROM refused_events WHERE event NOT IN ('arrival', 'departure')", func(text string) bool { return EventType(text).Valid() }},
	{5, "has a date that is none", selectState + "date FROM day_states", isWritten},
	{5, "has a state that cannot be read", selectState + "state FROM day_states WHERE state IS NOT NULL", isState},
	{10, "has neither a state nor a version", selectState + "'' FROM day_states WHERE state IS NULL AND version_after IS NULL", nil},
	{10, "has an invalid made_at", selectChange + suspectInstants("changes", "made_at"), isInstant},
	{10, "has an unknown action", selectChange + "action FROM changes", func(text string) bool { return slices.Contains(actions, Action(text)) }},
	{10, "has a made_by that is not at most 10,000 characters of text", selectChange + "'' FROM changes WHERE " + noText("made_by"), nil},
	{10, "has refused events that cannot be read", selectChange + "refused FROM changes WHERE refused IS NOT NULL", isRefusedChange},

	{12, "has an invalid made_at", selectSettings + suspectInstants("settings_versions", "made_at"), isInstant},
	{12, "has a made_by that is not at most 10,000 characters of text", selectSettings + "'' FROM settings_versions WHERE " + noText("made_by"), nil},
	{12, "would reuse an id", reusesIDs("settings_versions"), nil},

	{16, "has an unknown origin", selectSlot + "'' FROM time_slots WHERE origin NOT IN (" + listOf(written) + ")", nil},
	{16, "has an invalid origin_at", selectSlot + suspectInstants("time_slots", "origin_at"), isInstant},
	{16, "has an invalid imported_at", selectEvent + suspectInstants("workplace_presence_events", "imported_at"), isInstant},

	{17, "is not of the first date of a month of the years 1970 to 9999", selectKept + "month FROM kept_sheets", func(text string) bool { return isDate(text) && text[len("2026-11"):] == "-01" }},
	{17, "has an invalid kept_at", selectKept + suspectInstants("kept_sheets", "kept_at"), isInstant},
	{17, "has an invalid format or hide_illness", selectKept + "'' FROM kept_sheets WHERE hide_illness NOT IN (0, 1) OR " + outside("format"), nil},
	{17, "has a digest that is not 64 hexadecimal digits, or day_digests that are not 8 for each date", selectKept + `'' FROM kept_sheets
		WHERE digest || day_digests GLOB '*[^0-9a-f]*' OR octet_length(digest) <> 64 OR octet_length(day_digests) <> 8 * strftime('%d', month, '+1 month', '-1 day')`, nil},

	{21, "has a from_date or until_date outside the years 1970 to 9999", selectCycle + "value FROM plan_cycles, json_each(json_array(from_date, until_date)) WHERE value IS NOT NULL", isDate},
	{21, "ends before it begins", selectCycle + "'' FROM plan_cycles WHERE until_date < from_date", nil},
	{21, "has weeks that cannot be read", selectCycle + "weeks FROM plan_cycles", areCycleWeeks},
	{21, "has a date outside the years 1970 to 9999", selectPlanned + "date FROM plan_dates", isDate},
	{21, "has shifts that cannot be read", selectPlanned + "date || shifts FROM plan_dates", isPlannedDate},
	{21, "has an impossible plan_version", selectDatabase + "'' FROM database_state WHERE plan_version <> 0 AND " + outside("plan_version"), nil},

	{8, "has a date outside the years 1970 to 9999", selectContact + "date FROM contacts", isDate},
	{13, "has a request key that is blank or not 1 to 255 characters of UTF-8", selectChange + "request_key FROM changes WHERE request_key IS NOT NULL", IsKey},
	{13, "has an impossible undone_id", selectChange + "'' FROM changes WHERE " + outside("undone_id"), nil},
	{13, "does not have the id 1 and a number of 32 hexadecimal digits", selectDatabase + "'' FROM database_state WHERE id <> 1 OR number GLOB '*[^0-9a-f]*' OR octet_length(number) <> 32", nil},
	{13, "has an invalid kept_since", selectDatabase + suspectInstants("database_state", "kept_since"), isInstant},

	{8, "has an invalid last_at", selectContact + suspectInstants("contacts", "last_at"), isInstant},
	{8, "has an unknown door or kind", selectContact + "'' FROM contacts WHERE door NOT IN (" + listOf(doors) + ") OR kind NOT IN (" + listOf(contactKinds) + ")", nil},
	{8, "has an impossible number of requests", selectContact + "'' FROM contacts WHERE " + outside("requests"), nil},

	{1, "would reuse an id", reusesIDs("work_entries"), nil},
	{1, "would reuse an id", reusesIDs("time_slots"), nil},
	{1, "would reuse an id", reusesIDs("workplace_presence_events"), nil},
	{5, "would reuse an id", reusesIDs("day_states"), nil},
	{10, "would reuse an id", reusesIDs("changes"), nil},

	{4, "would reuse an id", reusesIDs("refused_events"), nil},
	{10, "has an impossible change_id, work_entry_id or version",
		selectState + "'' FROM day_states WHERE " + outside("change_id") + " OR " + outside("work_entry_id") + " OR " + outside("version_before") + " OR " + outside("version_after"), nil},
	{5, "has a date outside the years 1970 to 9999", selectDoubt + "date FROM accepted_doubts", isDate},
	{5, "has an invalid accepted_at", selectDoubt + suspectInstants("accepted_doubts", "accepted_at"), isInstant},
	{4, "has a reason for which no event is kept", selectRefused + "reason FROM refused_events",
		func(text string) bool { return RequestOutcome(text).Recoverable() }},
	{4, "has an impossible id", selectLine + "'' FROM journal_lines WHERE " + outside("id"), nil},
	{14, "has an impossible event_id", selectLine + "'' FROM journal_lines WHERE " + outside("event_id"), nil},
	{4, "has an unknown outcome", selectLine + "outcome FROM journal_lines",
		func(text string) bool { return slices.Contains(RequestOutcomes, RequestOutcome(text)) }},
	{4, "has an unknown span", selectCount + "'' FROM request_counts WHERE span NOT IN ('minute', 'hour')", nil},
	{4, "has an invalid start_at", selectCount + suspectInstants("request_counts", "start_at"), isInstant},
	{4, "has an impossible number of requests", selectCount + "'' FROM request_counts WHERE " + outside("requests"), nil},
	{3, "has an impossible size", selectBackup + "'' FROM backups WHERE " + outside("size"), nil},
	{3, "is empty, or does not have the id 1", "SELECT 'session secret ' || id, '', '' FROM session_secrets WHERE id <> 1 OR octet_length(secret) = 0", nil},
	{4, "does not have the id 1 or 2, or its digest is not 32 bytes long", selectFeeds + "'' FROM feeds WHERE id NOT IN (1, 2) OR octet_length(digest) <> 32", nil},
	{22, "has a secret that is not 64 digits long", selectFeeds + "'' FROM feeds WHERE octet_length(secret) <> 64", nil},
	{4, "has an invalid made_at", selectFeeds + suspectInstants("feeds", "made_at"), isInstant},
}

// reusesIDs finds a table whose next id is not above all of its ids.
func reusesIDs(table string) string {
	return fmt.Sprintf(`SELECT 'table %[1]s', '', '' WHERE (SELECT max(id) FROM %[1]s) >
		coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = '%[1]s'), 0)`, table)
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
