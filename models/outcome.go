package models

// Outcome is the effect of filling a range on one of its days.
type Outcome string

// The outcomes. A day with slots or an open arrival is never overwritten.
const (
	RangeNew     Outcome = "new"
	RangeChanged Outcome = "changed"
	RangeSame    Outcome = "same"    // the change has no effect
	RangeKept    Outcome = "kept"    // the day has slots
	RangePresent Outcome = "present" // the day has an open arrival
)
