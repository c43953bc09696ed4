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
