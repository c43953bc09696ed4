package models

import "worklog/models/civil"

// Effect is what a preview does to one of its days: that of a range, or of an import.
type Effect string

// The effects.
const (
	EffectNew     Effect = "new"
	EffectChanged Effect = "changed"
	EffectSame    Effect = "same"    // the day is so already
	EffectKept    Effect = "kept"    // the day has slots, which a range never overwrites
	EffectPresent Effect = "present" // the day has an open arrival, likewise
	EffectRefused Effect = "refused" // what a file has of the day cannot be imported
)

// PreviewDay is a day in its current state, and what a preview does to it.
type PreviewDay struct {
	Date    civil.Date
	EntryID int64 // 0 for a new one
	Version Stamp
	Effect  Effect
}

// Writes reports whether the day will be written.
func (d PreviewDay) Writes() bool { return d.Effect == EffectNew || d.Effect == EffectChanged }
