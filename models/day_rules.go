package models

import (
	"database/sql"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"

	"worklog/models/civil"
)

var (
	entryTable = table{"work_entries", "'work entry ' || work_entries.id || ' (' || date || ')'", historyOf("work_entries.id", "work_entries"), "work_entries.id"}
	slotTable  = dayTable("time_slots", "'time slot ' || time_slots.id")
	eventTable = dayTable("workplace_presence_events", "'presence event ' || workplace_presence_events.id || ' (' || event || ')'")
)

// dayTable returns a table of rows of an entry, which do not name its date.
func dayTable(name, row string) table {
	entryID := name + ".work_entry_id"
	return table{name, row, historyOf(entryID, name) + " || coalesce((SELECT ' (' || date || ')' FROM work_entries WHERE id = " + entryID + "), '')", entryID}
}

var dayTables = []table{entryTable, slotTable, eventTable}

// dayRules are the invariants of days.
var dayRules = []rule{
	{1, "is open while another arrival is open", eventTable, "", `event = 'arrival' AND closure IS NULL
		AND id > (SELECT min(id) FROM workplace_presence_events WHERE event = 'arrival' AND closure IS NULL)`, nil},
	{1, "is open but linked to a slot", eventTable, "", "event = 'arrival' AND closure IS NULL AND time_slot_id IS NOT NULL", nil},
	{1, "does not end after it starts", slotTable, "", "start_at >= end_at", nil},
	{1, "is linked to a slot of another work entry", eventTable, "",
		"(SELECT work_entry_id FROM time_slots WHERE id = time_slot_id) <> work_entry_id", nil},
	{1, "does not name the slot it created", eventTable, "", "event = 'departure' AND created_slot_id IS NULL", nil},
	{1, "names a slot that it created, as only departures do", eventTable, "", "event = 'arrival' AND created_slot_id IS NOT NULL", nil},
	// a departure that closes nothing may stay beside the one that does
	{1, "has fewer departures than arrivals closed by a departure", entryTable, "",
		`(SELECT sum(event = 'departure') < sum(closure IS 'departure') FROM workplace_presence_events WHERE ` + countedEvents + `)`, nil},
	{1, "has a version below 1", entryTable, "version", "version < 1", isNumber},
	{1, "has an idempotency key that is blank or not 1 to 255 characters of UTF-8", eventTable, "idempotency_key", notShortASCII, IsKey},

	{1, "has a note that is not at most 10,000 characters of text", entryTable, "note", noText("note"), isText},
	{1, "has a journey_profile_id that is not at most 10,000 characters of text", entryTable, "journey_profile_id", noText("journey_profile_id"), isText},
	{1, "has a motor_vehicle_id that is not at most 10,000 characters of text", entryTable, "motor_vehicle_id", noText("motor_vehicle_id"), isText},
	{1, "has an occurred_at_sent that is not at most 10,000 characters of text", eventTable, "occurred_at_sent", noText("occurred_at_sent"), isText},

	{1, "has an invalid day type", entryTable, "day_type", noneOf("day_type", DayTypes), func(text string) bool { return DayType(text).Valid() }},
	{1, "is neither arrival nor departure", eventTable, "event", "event NOT IN ('arrival', 'departure')", func(text string) bool { return EventType(text).Valid() }},
	{1, "has an invalid closure", eventTable, "", "closure IS NOT NULL AND (event <> 'arrival' OR " + noneOf("closure", closures) + ")", nil},
	{1, "has a closure without a closing time, or a closing time without a closure", eventTable, "", "(closure IS NULL) <> (closed_at IS NULL)", nil},

	{1, "has a date outside the years 1970 to 9999", entryTable, "date", "date NOT GLOB '[0-9]*' OR date(date, '+0 days') IS NOT date OR date < '1970-01-01'", isDate},
	{1, "has an unknown time zone", entryTable, "timezone", "", civil.IsZone},
	{1, "has an invalid created_at", entryTable, "created_at", suspectInstant("created_at"), isInstant},
	{1, "has an invalid updated_at", entryTable, "updated_at", suspectInstant("updated_at"), isInstant},
	{1, "has an invalid start_at", slotTable, "start_at", suspectInstant("start_at"), isInstant},
	{1, "has an invalid end_at", slotTable, "end_at", suspectInstant("end_at"), isInstant},
	{1, "has an invalid occurred_at", eventTable, "occurred_at", suspectInstant("occurred_at"), isInstant},
	{1, "has an invalid received_at", eventTable, "received_at", suspectInstant("received_at"), isInstant},
	{1, "has an invalid closed_at", eventTable, "closed_at", suspectInstant("closed_at"), isInstant},

	{1, "has an impossible created_slot_id", eventTable, "created_slot_id", outside("created_slot_id"), isNumber},
	{4, "has an impossible first_entry_id", eventTable, "first_entry_id", outside("first_entry_id"), isNumber},
	{5, "has an invalid by_hand", eventTable, "", "by_hand NOT IN (0, 1)", nil},

	{6, "has an invalid half day", entryTable, "half_day", noneOf("half_day", HalfDays), func(text string) bool { return text != "" && HalfDay(text).check(Work) == nil }},
	{19, "has a requested_by that is not at most 100 characters of text", entryTable, "requested_by", "requested_by <> '' AND " + noTextWithin("requested_by", MaxRequesterLength), isRequester},
	{19, "has a reason that is not at most 500 characters of text", entryTable, "reason", "reason <> '' AND " + noTextWithin("reason", MaxReasonLength), isReason},
	{23, "has a half that is neither am nor pm", entryTable, "half", "half <> '' AND " + noneOf("half", Halves), func(text string) bool { return Half(text).valid() }},

	{23, "has a half without a half day", entryTable, "", "half <> '' AND half_day IS NULL", nil},
	{6, "has an invalid half day", entryTable, "", "half_day IS NOT NULL AND day_type NOT IN ('WORK', 'TT')", nil},
}

// vital are the columns of which an invalid value makes a day an [UnreadableDay].
var vital = []string{"date", "timezone", "day_type", "half_day", "version", "created_at", "updated_at", "start_at", "end_at", "event", "occurred_at", "received_at", "closed_at"}

func (r rule) isVital() bool { return slices.Contains(vital, r.value) }

// brokenBy returns the rules that a row, stored or not, breaks by one of its values.
func (t table) brokenBy(row any) (broken []rule) {
	for column, value := range valuesOf(row) {
		for _, rule := range dayRules {
			if rule.of == t && rule.value == column && rule.isBroken(value) {
				broken = append(broken, rule)
			}
		}
	}
	return broken
}

// valuesOf returns the values of a row that are not null, and their columns, whose names are those
// in JSON.
func valuesOf(row any) iter.Seq2[string, string] {
	return func(yield func(column, value string) bool) {
		fields := reflect.ValueOf(row)
		for i := range fields.NumField() {
			column, _, _ := strings.Cut(fields.Type().Field(i).Tag.Get("json"), ",")
			value := reflect.Indirect(fields.Field(i))
			isNull := !value.IsValid() || value.Interface() == HalfDay("")
			if !isNull && !yield(column, fmt.Sprint(value)) {
				return
			}
		}
	}
}

// scope says in SQL which rows are judged, by the arguments of a query.
type scope struct {
	with    string           // the query's start
	rows    map[table]string // which of the table
	counted string           // the events that count for a rule with countedEvents
	look    func() string    // the query [scope.oddities]
}

const countedEvents = "work_entry_id = work_entries.id"

var (
	// wholeDays are all rows of the days of some dates, a JSON array.
	wholeDays = rowsOf("SELECT id FROM work_entries WHERE date IN (SELECT value FROM json_each(?1))")
	// recorded are the rows that recording an event writes, however many the day has: the
	// entry of the date, the slot, the event, and the arrival that it closes.
	recorded = newScope("", map[table]string{entryTable: "date = ?1", slotTable: "id = ?2", eventTable: "id IN (?3, ?4)"}, "time_slot_id = ?2")
)

func newScope(with string, rows map[table]string, counted string) scope {
	s := scope{with: with, rows: rows, counted: counted}
	s.look = sync.OnceValue(s.oddities)
	return s
}

// rowsOf are all rows of the entries that a query selects.
func rowsOf(entries string) scope {
	rows := map[table]string{}
	for _, table := range dayTables {
		rows[table] = table.entryID + " IN (SELECT id FROM touched)"
	}
	return newScope("WITH touched (id) AS MATERIALIZED ("+entries+") ", rows, countedEvents)
}

func (s scope) where(rule rule) string {
	return "(" + strings.ReplaceAll(rule.where, countedEvents, s.counted) + ")"
}

// conditions are those of the table's rows that are suspect, of vital columns or of
// the others.
func (s scope) conditions(of table, vital bool) string {
	var all []string
	for _, rule := range dayRules {
		if rule.of == of && rule.isVital() == vital && rule.where != "" {
			all = append(all, s.where(rule))
		}
	}
	return strings.Join(all, " OR ")
}

// oddities reports whether a row is suspect, and which zones the entries have: zones are validated
// in Go; SQL cannot. The schema has an index of the rows with a value that may be at fault, for
// which the plus keeps the others from being used. It is nearly always empty; 20,000 rows take 1 ms.
func (s scope) oddities() string {
	query := s.with + "SELECT (SELECT group_concat(DISTINCT timezone) FROM work_entries WHERE " + s.rows[entryTable] + ")"
	for _, table := range dayTables {
		query += fmt.Sprintf(", EXISTS (SELECT 1 FROM %[1]s WHERE %[2]s AND (%[3]s)) OR EXISTS (SELECT 1 FROM %[1]s WHERE +%[2]s AND (%[4]s))",
			table.name, s.rows[table], s.conditions(table, false), s.conditions(table, true))
	}
	return query
}

// suspectRows selects the suspect rows, with the position of the rule.
func (s scope) suspectRows() string {
	var selects []string
	for at, rule := range dayRules {
		where := s.rows[rule.of]
		if rule.where != "" {
			where += " AND " + s.where(rule)
		}
		selects = append(selects, fmt.Sprintf("SELECT %d, %s, %s, %s FROM %s WHERE %s", at, rule.of.entryID, rule.of.row, rule.judged(), rule.of.name, where))
	}
	return s.with + strings.Join(selects, " UNION ALL ")
}

// suspect is a row to judge by a rule.
type suspect struct {
	rule       int // in dayRules
	entryID    int64
	row, value string
}

// Oddities are what is odd in rows before they are written.
type Oddities struct {
	of        scope
	arguments func() []any // of its queries, before the rows are written and after
	suspects  []suspect
}

// OdditiesOn returns what is odd in the days of those dates.
func (tx *Tx) OdditiesOn(dates []civil.Date) (Oddities, error) {
	list := List(dates)
	return tx.oddities(wholeDays, func() []any { return []any{list} })
}

func (tx *Tx) oddities(of scope, arguments func() []any) (found Oddities, err error) {
	found = Oddities{of: of, arguments: arguments}
	odd, err := found.look(tx)
	if err == nil && odd {
		found.suspects, err = found.suspectsIn(tx)
	}
	return found, err
}

// look reports whether a row is suspect now, or the zone of an entry unknown.
func (o Oddities) look(tx *Tx) (odd bool, err error) {
	var zones sql.NullString
	var inEntries, inSlots, inEvents bool
	err = tx.queryRow(o.of.look(), o.arguments()...).Scan(&zones, &inEntries, &inSlots, &inEvents)
	isUnknown := func(zone string) bool { return zone != "" && !civil.IsZone(zone) }
	return inEntries || inSlots || inEvents || slices.ContainsFunc(strings.Split(zones.String, ","), isUnknown), err
}

// suspectsIn returns the rows that are suspect now.
func (o Oddities) suspectsIn(tx *Tx) (found []suspect, err error) {
	err = tx.eachRow(func(row *sql.Rows) error {
		var s suspect
		err := row.Scan(&s.rule, &s.entryID, &s.row, &s.value)
		found = append(found, s)
		return err
	}, o.of.suspectRows(), o.arguments()...)
	return found, err
}

// RecordEvent records an event on the day of a date: an arrival, or the departure of the open one.
// It is checked as by [Tx.Changing], but reads only what it writes, and that before only if it is to allow
// what is odd already; else it returns [ErrUnsound] for it.
func (tx *Tx) RecordEvent(date civil.Date, open, event *WorkplacePresenceEvent, now civil.Instant, allowOdd bool) error {
	if tx.dates = append(tx.dates, date); open != nil && event.Event == Departure {
		tx.mayBeBeside(TimeSlot{StartAt: open.OccurredAt, EndAt: event.OccurredAt})
	}
	before := Oddities{of: recorded, arguments: func() []any {
		if event.Event == Arrival {
			return []any{date, nil, event.ID, nil}
		}
		return []any{date, event.CreatedSlotID, event.ID, open.ID}
	}}
	if allowOdd {
		var err error
		if before, err = tx.oddities(recorded, before.arguments); err != nil {
			return err
		}
	}
	return tx.CheckedAllowing(before, nil, func() error {
		if event.Event == Arrival {
			return tx.arrive(date, event, now)
		}
		return tx.Leave(open, event, now)
	})
}

// CheckedAllowing runs f, which may change the rows that before covers and no other, and
// returns [ErrUnsound] if they break a rule that they did not break before, unless by a known value.
// Nearly always, these are not asked for. What was odd before stops nobody: an automation would repeat
// its event forever.
func (tx *Tx) CheckedAllowing(before Oddities, known func() map[string]bool, f func() error) error {
	if err := f(); err != nil {
		return err
	}
	odd, err := before.look(tx)
	if err != nil || !odd {
		return err
	}
	after, err := before.suspectsIn(tx)
	if err != nil {
		return err
	}
	var values map[string]bool
	if known != nil {
		values = known()
	}
	return judge(before.suspects, after, values)
}

// judge returns [ErrUnsound] if a row that was not suspect before breaks its rule, unless by a
// known value.
func judge(before, after []suspect, known map[string]bool) error {
	judged := make(map[suspect]bool, len(before))
	for _, s := range before {
		judged[s] = true
	}
	for _, s := range after {
		rule := dayRules[s.rule]
		value := suspect{rule: s.rule, value: s.value} // of any row: many days share a zone
		if judged[s] || judged[value] || rule.value != "" && known[s.value] {
			continue
		}
		if rule.isBroken(s.value) {
			return fmt.Errorf("%w: %s: %s", ErrUnsound, s.row, rule.text)
		}
		judged[value] = true
	}
	return nil
}
