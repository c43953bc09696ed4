package models

import "slices"

// IsIgnored reports whether there is nothing on the day but an arrival that a person
// has discarded: the day stays, so that the key of the arrival stays taken, and
// counts nowhere. The default type is that of a day which an arrival creates.
func (d Day) IsIgnored(defaultType DayType) bool {
	return d.discarded && len(d.Slots) == 0 && d.Note == "" && d.HalfDay == "" && d.DayType == defaultType
}

// Counted returns the days that are not ignored.
func Counted(days []Day, defaultType DayType) []Day {
	if !slices.ContainsFunc(days, func(d Day) bool { return d.IsIgnored(defaultType) }) {
		return days
	}
	return slices.DeleteFunc(slices.Clone(days), func(d Day) bool { return d.IsIgnored(defaultType) })
}

// IsIgnored is [Day.IsIgnored].
func (t DayTotal) IsIgnored(defaultType DayType) bool {
	return t.discarded && t.HalfDay == "" && t.DayType == defaultType
}

// CountedTotals is [Counted]; it changes the totals that it is called with.
func CountedTotals(totals []DayTotal, defaultType DayType) []DayTotal {
	return slices.DeleteFunc(totals, func(t DayTotal) bool { return t.IsIgnored(defaultType) })
}
