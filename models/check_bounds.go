package models

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// MaxID is the highest id, version and sequence, of a file as of a database: JSON's
	// numbers are exact up to it for every reader.
	MaxID = 1<<52 - 1
	// MaxKept is the highest one that an import takes over: what is recorded afterwards has
	// room up to MaxID, in this database and in those that take in its exports.
	MaxKept = 1<<51 - 1
	// maxLast is the highest sequence of a database that is restored or backed up: what is
	// recorded afterwards has room.
	maxLast = MaxID - 1<<32
)

// bounds are the rules on which new records depend. A database that breaks one is neither
// restored nor backed up.
var bounds = []rule{
	{1, "has an impossible id", impossible("work entry", "work_entries"), nil},
	{1, "has an impossible version", fmt.Sprintf("SELECT 'work entry ' || id, '', '' FROM work_entries WHERE version > %d", int64(MaxID)), nil},
	{1, "has an impossible id", impossible("time slot", "time_slots"), nil},
	{1, "has an impossible id", impossible("presence event", "workplace_presence_events"), nil},
	{4, "has an impossible id", impossible("refused event", "refused_events"), nil},
	{5, "has an impossible id", impossible("day state", "day_states"), nil},
	{10, "has an impossible id", impossible("change", "changes"), nil},
	{12, "has an impossible id", impossible("settings", "settings_versions"), nil},
	{1, "has an impossible last id", fmt.Sprintf("SELECT 'table ' || name, '', '' FROM sqlite_sequence WHERE name IN ('%s') AND (typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND %d)",
		strings.Join(numbered, "', '"), int64(maxLast)), nil},
}

// numbered are the tables whose ids are never given twice.
var numbered = []string{"work_entries", "time_slots", "workplace_presence_events", "refused_events", "changes", "day_states", "settings_versions"}

func impossible(name, table string) string {
	return fmt.Sprintf("SELECT '%s ' || id, '', '' FROM %s WHERE %s", name, table, outside("id"))
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
