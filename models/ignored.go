package models

import "slices"

// ignores reports whether there is nothing on the day but an arrival that a person has
// discarded, or very short presences.
func (r Rules) ignores(day *Day, discarded bool) bool {
	return discarded && len(day.Slots) == 0 && day.Note+day.RequestedBy+day.Reason == "" && day.HalfDay == "" && day.DayType == r.Defaults.DayType
}

// WithoutIgnored returns the days that are not ignored.
func WithoutIgnored(days []Day) []Day {
	isIgnored := func(d Day) bool { return d.Ignored }
	if !slices.ContainsFunc(days, isIgnored) {
		return days
	}
	return slices.DeleteFunc(slices.Clone(days), isIgnored)
}
