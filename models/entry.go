package models

import (
	"reflect"
	"strings"

	"worklog/models/civil"
)

// WorkEntry is one work day: the record of a local date.
type WorkEntry struct {
	ID               int64         `json:"id"`
	Date             civil.Date    `json:"date"`
	Timezone         string        `json:"timezone"` // IANA name of the zone that the day was recorded in
	DayType          DayType       `json:"day_type"`
	HalfDay          HalfDay       `json:"half_day,omitempty"` // empty for none
	JourneyProfileID string        `json:"journey_profile_id"` // empty for none
	MotorVehicleID   string        `json:"motor_vehicle_id"`   // empty for none
	Note             string        `json:"note"`
	Version          int64         `json:"version"` // goes up whenever the day changes, however it does
	CreatedAt        civil.Instant `json:"created_at"`
	UpdatedAt        civil.Instant `json:"updated_at"`
	RequestedBy      string        `json:"requested_by,omitempty"` // who asked for hours beyond what was due; empty if nobody says it
	Reason           string        `json:"reason,omitempty"`       // why they did
	Half             Half          `json:"half,omitempty"`         // of HalfDay; empty without one
}

// TableName is also that of a [Day] and a [DayRecord], which are an entry with its related records.
func (WorkEntry) TableName() string { return "work_entries" }

// entryColumns are the columns of an entry, in the schema's order. Entries are read, updated,
// compared and restored by this list.
var entryColumns = []struct {
	name    string
	content bool // it says what the day is; the others identify the entry and count its changes
	of      func(*WorkEntry) any
}{
	{"id", false, func(e *WorkEntry) any { return &e.ID }},
	{"date", false, func(e *WorkEntry) any { return &e.Date }},
	{"timezone", true, func(e *WorkEntry) any { return &e.Timezone }},
	{"day_type", true, func(e *WorkEntry) any { return &e.DayType }},
	{"journey_profile_id", true, func(e *WorkEntry) any { return &e.JourneyProfileID }},
	{"motor_vehicle_id", true, func(e *WorkEntry) any { return &e.MotorVehicleID }},
	{"note", true, func(e *WorkEntry) any { return &e.Note }},
	{"version", false, func(e *WorkEntry) any { return &e.Version }},
	{"created_at", false, func(e *WorkEntry) any { return &e.CreatedAt }},
	{"updated_at", false, func(e *WorkEntry) any { return &e.UpdatedAt }},
	{"half_day", true, func(e *WorkEntry) any { return &e.HalfDay }},
	{"requested_by", true, func(e *WorkEntry) any { return &e.RequestedBy }},
	{"reason", true, func(e *WorkEntry) any { return &e.Reason }},
	{"half", true, func(e *WorkEntry) any { return &e.Half }},
}

// entryColumnNames are the names of all columns, entryContent those that say what a day is.
var entryColumnNames, entryContent = func() (all, content []string) {
	for _, column := range entryColumns {
		all = append(all, column.name)
		if column.content {
			content = append(content, column.name)
		}
	}
	return all, content
}()

// targets returns where the columns of an entry are read to.
func (e *WorkEntry) targets() []any {
	to := make([]any, len(entryColumns))
	for i, column := range entryColumns {
		to[i] = column.of(e)
	}
	return to
}

// WithContentOf returns the entry with the content of another.
func (e WorkEntry) WithContentOf(other WorkEntry) WorkEntry {
	for _, column := range entryColumns {
		if column.content {
			reflect.ValueOf(column.of(&e)).Elem().Set(reflect.ValueOf(column.of(&other)).Elem())
		}
	}
	return e
}

// UpdateEntry stores the entry's content, and increments the version.
func (tx *Tx) UpdateEntry(entry *WorkEntry, now civil.Instant) error {
	var values []any
	for _, column := range entryColumns {
		if column.content {
			values = append(values, column.of(entry))
		}
	}
	return tx.execute("UPDATE work_entries SET "+strings.Join(entryContent, " = ?, ")+" = ?, version = version + 1, updated_at = ? WHERE id = ?", append(values, now, entry.ID)...)
}

// EntryOn returns the entry of a date, or nil when there is none.
func (tx *Tx) EntryOn(date civil.Date) (*WorkEntry, error) {
	return FindOne[WorkEntry](tx.Where("date = ?", date))
}

// touch increments the entry's version.
func (tx *Tx) touch(id int64, now civil.Instant) error {
	return tx.execute("UPDATE work_entries SET version = version + 1, updated_at = ? WHERE id = ?", now, id)
}

// Stamp identifies the version of the entry.
func (e WorkEntry) Stamp() Stamp { return Stamp{e.Version, e.UpdatedAt} }

// EntryAt returns the entry if it is still at the version, and otherwise
// [ErrEntryNotFound] or [ErrEntryChanged].
func (tx *Tx) EntryAt(id int64, version Stamp) (*WorkEntry, error) {
	entry, err := FindOne[WorkEntry](tx.Where("id = ?", id))
	if err != nil {
		return nil, err
	}
	if entry == nil {
		return nil, ErrEntryNotFound
	}
	if !version.Is(entry.Version, entry.UpdatedAt) {
		return nil, ErrEntryChanged
	}
	return entry, nil
}
