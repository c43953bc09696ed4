package models

import (
	"fmt"
	"slices"
)

// saysNothing is, in SQL, whether an entry has nothing but what its slots say, if they count. Its type
// says nothing if it is the default, or if an arrival has given it, whatever the default was then, and
// nobody has changed the day since: each event, and each press that discarded some, is one version.
func (r Rules) saysNothing() string {
	const events = "FROM workplace_presence_events WHERE work_entry_id = work_entries.id"
	return `note || requested_by || reason || ifnull(half_day, '') = '' AND NOT EXISTS (SELECT 1 ` + events + ` AND event = 'arrival' AND closure IS NULL)
		AND (day_type = '` + string(r.Defaults.DayType) + `' OR EXISTS (SELECT 1 ` + events + ` AND received_at = created_at)
			AND version = (SELECT count(*) + count(DISTINCT iif(closure = 'discarded', closed_at, NULL)) ` + events + `))`
}

// ignores reports whether a day of the record counts nowhere: see [Day.Ignored]. It is the condition of
// [Tx.eachDay], for a record that need not be the present.
func (r Rules) ignores(day *Day, events []WorkplacePresenceEvent) bool {
	byArrival, discards := false, map[string]bool{}
	for _, event := range events {
		if event.IsOpen() {
			return false
		}
		byArrival = byArrival || event.ReceivedAt.Equal(day.CreatedAt.Time)
		if event.IsDiscarded() {
			discards[fmt.Sprint(event.ClosedAt)] = true
		}
	}
	return len(day.Slots) == 0 && len(day.Short)+len(discards) > 0 && day.Note+day.RequestedBy+day.Reason+string(day.HalfDay) == "" &&
		(day.DayType == r.Defaults.DayType || byArrival && day.Version == int64(len(events)+len(discards)))
}

// WithoutIgnored returns the days that are not ignored.
func WithoutIgnored(days []Day) []Day {
	isIgnored := func(d Day) bool { return d.Ignored }
	if !slices.ContainsFunc(days, isIgnored) {
		return days
	}
	return slices.DeleteFunc(slices.Clone(days), isIgnored)
}
