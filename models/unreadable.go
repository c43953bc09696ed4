package models

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"worklog/models/civil"
)

// UnreadableDay is a day of which a row has, by itself, a value that breaks a rule: another program
// has written it. Whatever reads days leaves it out; it is the error of reading the day alone.
type UnreadableDay struct {
	WorkEntry        // of which only the id, the date and the stamp are of use
	Fault     string // the column of the first such value
}

func (d *UnreadableDay) Error() string {
	return fmt.Sprintf("%s (/entries/%d/history) cannot be read: invalid %s", d.Date, d.ID, d.Fault)
}

// EvenUnreadable returns the day, or that of an [UnreadableDay] without its slots: it is shown beside
// what it was, and deleted.
func EvenUnreadable(day *Day, err error) (*Day, error) {
	if unreadable := new(UnreadableDay); errors.As(err, &unreadable) {
		return &Day{WorkEntry: unreadable.WorkEntry, Zone: time.UTC, Unreadable: true}, nil
	}
	return day, err
}

// Is implements what [errors.Is] asks: it is [ErrDayUnreadable].
func (d *UnreadableDay) Is(target error) bool { return target == ErrDayUnreadable }

// SuspectDays selects the entries of which a value of a row may be at fault. The schema has an index for each
// condition; the zones, of which there are few, are looked up one by one.
func SuspectDays() string {
	return suspectValues() + ` UNION SELECT id FROM work_entries WHERE timezone <> 'Europe/Paris' AND timezone IN (
		WITH RECURSIVE zones (name) AS (
			SELECT min(timezone) FROM work_entries WHERE timezone <> 'Europe/Paris'
			UNION ALL SELECT (SELECT min(timezone) FROM work_entries WHERE timezone <> 'Europe/Paris' AND timezone > name) FROM zones WHERE name IS NOT NULL)
		SELECT name FROM zones WHERE name IS NOT NULL AND NOT is_zone(name))`
}

// suspectValues is [SuspectDays] without those for their zone.
var suspectValues = sync.OnceValue(func() string {
	var selects []string
	for _, table := range dayTables {
		selects = append(selects, "SELECT "+table.entryID+" FROM "+table.name+" WHERE "+scope{}.conditions(table, true))
	}
	return strings.Join(selects, " UNION ")
})

// ofEntries are all rows of entries, a JSON array of ids.
var ofEntries = rowsOf("SELECT value FROM json_each(?1)")

// unreadable returns those of the entries that cannot be read.
func (tx *Tx) unreadable(entries ...WorkEntry) ([]UnreadableDay, error) {
	ids := make([]int64, len(entries))
	for i, entry := range entries {
		ids[i] = entry.ID
	}
	if len(ids) == 0 {
		return nil, nil
	}
	suspects, err := Oddities{of: ofEntries, arguments: func() []any { return []any{List(ids)} }}.suspectsIn(tx)
	faults := map[int64]string{}
	for _, s := range suspects {
		rule := dayRules[s.rule]
		if rule.isVital() && rule.isBroken(s.value) && faults[s.entryID] == "" {
			faults[s.entryID] = rule.value
		}
	}
	var days []UnreadableDay
	for _, entry := range entries {
		if fault := faults[entry.ID]; fault != "" {
			days = append(days, UnreadableDay{entry, fault})
		}
	}
	return days, err
}

// Unreadable returns the days that cannot be read, in order of their dates as text.
func (tx *Tx) Unreadable() ([]UnreadableDay, error) {
	var entries []WorkEntry
	if err := tx.Where("id IN (" + SuspectDays() + ")").Order("date").Find(&entries).Error; err != nil {
		return nil, err
	}
	return tx.unreadable(entries...)
}

// ToVerify is a date that a figure leaves out or doubts, and why.
type ToVerify struct {
	Date civil.Date `json:"date"`
	Why  string     `json:"why"`
}

// WhyToVerify returns the cells of a table's column to_verify.
func WhyToVerify(all []ToVerify) map[civil.Date]string {
	cells := map[civil.Date]string{}
	for _, one := range all {
		cells[one.Date] = strings.TrimPrefix(cells[one.Date]+", "+one.Why, ", ")
	}
	return cells
}
