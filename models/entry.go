package models

import (
	"slices"
	"strings"

	"worklog/models/civil"
)

// WorkEntry is one work day: the record of a local date.
type WorkEntry struct {
	ID               int64         `json:"id"`
	Date             civil.Date    `json:"date"`
	Timezone         string        `json:"timezone"` // IANA name of the zone that the day was recorded in
	DayType          DayType       `json:"day_type"`
	HalfDay          HalfDay       `json:"half_day"`           // empty for none
	JourneyProfileID string        `json:"journey_profile_id"` // empty for none
	MotorVehicleID   string        `json:"motor_vehicle_id"`   // empty for none
	Note             string        `json:"note"`
	Version          int64         `json:"version"` // goes up whenever the day changes, however it does
	CreatedAt        civil.Instant `json:"created_at"`
	UpdatedAt        civil.Instant `json:"updated_at"`
	RequestedBy      string        `json:"requested_by"`   // who asked for hours beyond what was due; empty if nobody says it
	Reason           string        `json:"reason"`         // why they did
	Half             Half          `json:"half,omitempty"` // of HalfDay; empty without one
}

// TableName is also that of a [Day] and a [DayRecord], which are an entry with its related records.
func (WorkEntry) TableName() string { return "work_entries" }

// WithContentOf returns the entry with the content of another: what says what the day is, and neither
// identifies the entry nor counts its changes.
func (e WorkEntry) WithContentOf(other WorkEntry) WorkEntry {
	other.ID, other.Date, other.Version, other.CreatedAt, other.UpdatedAt = e.ID, e.Date, e.Version, e.CreatedAt, e.UpdatedAt
	return other
}

// entryContent are the columns of that content.
var entryContent = slices.DeleteFunc(columnsOf(WorkEntry{}), func(c column) bool {
	return slices.Contains([]string{"id", "date", "version", "created_at", "updated_at"}, c.name)
})

// nextVersion increments the version. After one that another program has written, it is the first.
const nextVersion = "version = max(version + 1, 1), updated_at = ?"

// UpdateEntry stores the entry's content, and increments the version. It was created when the entry says, whatever
// another program has made of that.
func (tx *Tx) UpdateEntry(entry *WorkEntry, now civil.Instant) error {
	statement := "UPDATE work_entries SET " + strings.Join(entryContent.names(), " = ?, ") + " = ?, created_at = ?, " + nextVersion + " WHERE id = ?"
	return tx.execute(statement, append(entryContent.pointers(entry), entry.CreatedAt, now, entry.ID)...)
}

// EntryOn returns the entry of a date, or nil when there is none.
func (tx *Tx) EntryOn(date civil.Date) (*WorkEntry, error) {
	return FindOne[WorkEntry](tx.Where("date = ?", date))
}

// touch increments the entry's version.
func (tx *Tx) touch(id int64, now civil.Instant) error {
	return tx.execute("UPDATE work_entries SET "+nextVersion+" WHERE id = ?", now, id)
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
