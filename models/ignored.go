package models

import (
	"fmt"
	"slices"
)

// ignores reports whether a day counts nowhere: see [Day.Ignored]. Its type says nothing if it is the
// default, or if an arrival has given it, whatever the default was then, and nobody has changed the day
// since: each event, and each press that discarded some, is one version.
func (r Rules) ignores(day *DayRecord) bool {
	byArrival, discards := false, map[string]bool{}
	for _, event := range day.Events {
		if event.IsOpen() {
			return false
		}
		byArrival = byArrival || event.ReceivedAt.Equal(day.CreatedAt.Time)
		if event.IsDiscarded() {
			discards[fmt.Sprint(event.ClosedAt)] = true
		}
	}
	return len(day.Slots) == 0 && len(day.Short)+len(discards) > 0 && day.Note+day.RequestedBy+day.Reason+string(day.HalfDay) == "" &&
		(day.DayType == r.Defaults.DayType || byArrival && day.Version == int64(len(day.Events)+len(discards)))
}

// WithoutIgnored returns the days that are not ignored.
func WithoutIgnored(days []Day) []Day {
	isIgnored := func(d Day) bool { return d.Ignored }
	if !slices.ContainsFunc(days, isIgnored) {
		return days
	}
	return slices.DeleteFunc(slices.Clone(days), isIgnored)
}
