package views

import (
	"time"

	"worklog/models/civil"
)

// Standing is how the hours stand, in small: of today and of the week, and the balance.
// What is not configured is left out.
type Standing []Stand

// Stand is a part of a [Standing].
type Stand struct {
	Of     string // "semaine"
	Length string
	Since  string // RFC 3339, from which the script counts; empty if nothing is under way
	Target string // empty for none
}

// Since writes the instant from which the page counts on, where minutes worked until now go on.
func Since(zone *time.Location, worked int64, now civil.Instant) string {
	began := now.StartOfMinute(zone).Add(-time.Duration(worked) * time.Minute)
	return began.In(zone).Format(time.RFC3339)
}
