package views

import (
	"time"

	"worklog/models/civil"
	"worklog/views/french"
)

// Moment is an instant for people and for programs.
type Moment struct {
	Day     string
	Time    string
	Machine string // RFC 3339
}

// MomentOf returns an instant in a zone, its time of day in a layout of [time.Time.Format].
func MomentOf(instant civil.Instant, zone *time.Location, layout string) Moment {
	if !instant.Readable() {
		return Moment{Time: french.Unreadable}
	}
	local := instant.In(zone)
	return Moment{french.DateInYear(civil.DateOf(local)), local.Format(layout), local.Format(time.RFC3339)}
}
